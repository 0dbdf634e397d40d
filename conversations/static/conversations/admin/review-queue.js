/* Who works on a decision of the queue keeps it in hand; who leaves its page puts it down. */

const RENEW_AFTER = 60_000;

const page = document.querySelector("[data-queue]");
const token = document.querySelector("[data-review] [name=csrfmiddlewaretoken]").value;
const lost = page.querySelector("[data-queue-lost]");

let renewed = Date.now();
let isSending = false;

function body() {
    const data = new FormData();
    data.set("csrfmiddlewaretoken", token);
    return data;
}

async function renew() {
    if (Date.now() - renewed < RENEW_AFTER) {
        return;
    }
    renewed = Date.now();
    try {
        const answer = await fetch(page.dataset.hold, { method: "POST", body: body() });
        lost.hidden = answer.status !== 409;
    } catch {
        // Without a network it is tried again at the next move.
        renewed = 0;
    }
}

for (const move of ["keydown", "pointerdown", "scroll", "input"]) {
    document.addEventListener(move, renew, { passive: true });
}

for (const form of document.querySelectorAll("[data-review], [data-review-skip]")) {
    // What is sent puts it down by itself, after it was taken in.
    form.addEventListener("submit", () => {
        isSending = true;
    });
}

addEventListener("pagehide", () => {
    if (!isSending) {
        navigator.sendBeacon(page.dataset.release, body());
    }
});

addEventListener("pageshow", (event) => {
    if (event.persisted) {
        location.reload();
    }
});
