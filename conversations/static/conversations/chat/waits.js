/** Growing, jittered waits between attempts, so that many clients do not come back all at once. */

const FIRST = 500;
const LONGEST = 30_000;

export class Waits {
  /** `random` gives a number in 0…1. Waits are in milliseconds. */
  constructor(first = FIRST, longest = LONGEST, random = Math.random) {
    this.first = first;
    this.longest = longest;
    this.random = random;
    this.reset();
  }

  /** The next wait: a random part, at least half, of a span that doubles each time. */
  next() {
    const span = Math.min(this.first * 2 ** this.attempts, this.longest);
    this.attempts += 1;
    return span * (0.5 + this.random() / 2);
  }

  /** It worked: begin with short waits again. */
  reset() {
    this.attempts = 0;
  }
}
