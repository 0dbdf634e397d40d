// A session's page: all turns at once open or closed, and the one open that the address names.

const button = document.querySelector("[data-open-turns]");

button?.addEventListener("click", () => {
    const open = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(open));
    button.textContent = open ? "Close all turns" : "Open all turns";
    for (const turn of document.querySelectorAll("details.turn")) {
        turn.open = open;
    }
});

function openNamedTurn() {
    const named = document.getElementById(location.hash.slice(1));
    if (named instanceof HTMLDetailsElement) {
        named.open = true;
        named.scrollIntoView();
    }
}

addEventListener("hashchange", openNamedTurn);
openNamedTurn();
