// Follows a replay: how far it is, every other second, and the whole page again once it has ended.

const EVERY = 2000;

const head = document.querySelector("[data-progress]");
const bar = head.querySelector("progress");
const done = head.querySelector("[data-done]");

async function look() {
  try {
    const answer = await fetch(head.dataset.progress, { headers: { Accept: "application/json" } });
    if (answer.ok) {
      const told = await answer.json();
      if (!told.open) return location.reload();
      bar.value = told.done;
      done.textContent = told.done;
    }
  } catch {
    // The site is away for a moment: the next look tells.
  }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
