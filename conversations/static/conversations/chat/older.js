/** Older messages than those that are here: asked for one part at a time. */

export class Older {
  #conversation;
  #asked = null; // `{came, done()}` of the part that is on its way

  constructor(conversation) {
    this.#conversation = conversation;
  }

  /** Ask for the messages before the oldest one that is here. Returns whether they are on their way. */
  load() {
    const { connected, catchingUp, transcript } = this.#conversation;
    const { earlier, messages, seen } = transcript;
    if (!earlier || !connected || catchingUp) return false;
    if (!this.#asked && this.#conversation.send({ type: "more", before: messages[0]?.n ?? seen + 1 })) {
      let done;
      this.#asked = { came: new Promise((resolve) => (done = resolve)), done };
    }
    return this.#asked !== null;
  }

  /** Ask until all are here that can be had. */
  async loadAll() {
    while (this.load()) await this.#asked.came;
  }

  /** The messages that were asked for. */
  add(messages) {
    this.#conversation.transcript.addOlder(messages);
    this.giveUp();
  }

  /** Nothing is on its way any more. */
  giveUp() {
    this.#asked?.done();
    this.#asked = null;
  }
}
