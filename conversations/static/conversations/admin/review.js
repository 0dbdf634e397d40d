/* The keys of a review: a agrees, digits choose, j and k move, n writes a note, s skips, Enter saves. */

const SWITCH = "ezgraph.review.keys";

const form = document.querySelector("[data-review]");
const skip = document.querySelector("[data-review-skip]");
const told = form.querySelector("[data-review-told]");
const keys = document.querySelector("[data-review-keys]");
const fields = [...form.querySelectorAll("[data-review-field]")].filter((field) => radios(field).length);

let current = Math.max(0, firstToDo());

function radios(field) {
    return [...field.querySelectorAll("input[type=radio]")];
}

function isDone(field) {
    return radios(field).some((radio) => radio.checked);
}

/* A field with a fault, or else the first without a choice; -1 where there is none. */
function firstToDo() {
    const faulty = fields.findIndex((field) => "faulty" in field.dataset);
    return faulty >= 0 ? faulty : fields.findIndex((field) => !isDone(field));
}

function tell(words) {
    told.textContent = words;
}

function nameOf(field) {
    return field.querySelector("legend").textContent.trim();
}

function goTo(place, { say = true } = {}) {
    current = Math.min(fields.length - 1, Math.max(0, place));
    fields.forEach((field, number) => field.toggleAttribute("data-current", number === current));
    fields[current].scrollIntoView({ block: "nearest" });
    if (say) {
        tell(nameOf(fields[current]));
    }
}

function choose(radio) {
    radio.checked = true;
    radio.closest("details")?.setAttribute("open", "");
    tell(`${nameOf(fields[current])} ${radio.value}`);
    const next = fields.findIndex((field, number) => number > current && !isDone(field));
    if (next >= 0) {
        goTo(next, { say: false });
    }
}

function agree() {
    const radio = radios(fields[current]).find((one) => "agrees" in one.dataset);
    if (radio) {
        choose(radio);
    } else {
        tell("There is no answer to agree with: choose one.");
    }
}

function chooseByKey(key) {
    const radio = radios(fields[current]).find((one) => one.dataset.key === key);
    if (radio) {
        choose(radio);
    } else {
        tell(`Nothing has the key ${key} here.`);
    }
}

function writeNote() {
    const note = fields[current].querySelector("details.review-note");
    note.open = true;
    note.querySelector("textarea").focus();
}

function save() {
    form.requestSubmit();
}

function isTyping(target) {
    return target.matches("textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable]");
}

function inNote(event) {
    if (event.key === "Escape") {
        const place = fields.indexOf(event.target.closest("[data-review-field]"));
        event.target.blur();
        goTo(place);
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        save();
    }
}

const COMMANDS = {
    a: agree,
    n: writeNote,
    j: () => goTo(current + 1),
    k: () => goTo(current - 1),
    s: () => skip?.requestSubmit(),
};

/* Enter on a button, a link or a summary is theirs. */
function isTheirs(event) {
    return event.key === "Enter" && event.target.matches("a, button, summary, input[type=checkbox]");
}

document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) {
        return;
    }
    if (event.target.matches("textarea[name^='note:']")) {
        inNote(event);
        return;
    }
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    if (!keys.checked || isModified || event.repeat || isTyping(event.target) || isTheirs(event)) {
        return;
    }
    const command = event.key === "Enter" ? save : COMMANDS[event.key];
    if (command) {
        event.preventDefault();
        command();
    } else if (/^[0-9]$/.test(event.key)) {
        event.preventDefault();
        chooseByKey(event.key);
    }
});

form.addEventListener("focusin", (event) => {
    const place = fields.indexOf(event.target.closest("[data-review-field]"));
    if (place >= 0 && place !== current) {
        goTo(place, { say: false });
    }
});

/* The same is not sent twice, however often somebody presses. */
for (const one of [form, skip]) {
    one?.addEventListener("submit", (event) => {
        if (one.dataset.sent) {
            event.preventDefault();
        }
        one.dataset.sent = "true";
    });
}

addEventListener("pageshow", (event) => {
    // Back on a page that the browser kept, it can be sent again: versions tell what is new.
    if (event.persisted) {
        delete form.dataset.sent;
    }
});

keys.checked = localStorage.getItem(SWITCH) !== "off";
keys.addEventListener("change", () => localStorage.setItem(SWITCH, keys.checked ? "on" : "off"));

goTo(current, { say: false });
const problem = form.querySelector("[data-review-problem]");
if (problem) {
    problem.focus();
    problem.scrollIntoView({ block: "center" });
}
