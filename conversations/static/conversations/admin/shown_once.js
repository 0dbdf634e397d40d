// A secret that is shown once: copies it, and lets a reload ask for what follows instead of making another.

const place = document.querySelector("[data-secret]");
const secret = place.querySelector("code");
const button = place.querySelector("button");
const told = place.querySelector("[role=status]");

history.replaceState(null, "", place.dataset.page);

button.hidden = false;
button.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(secret.textContent);
    told.textContent = "Copied.";
  } catch {
    // Browsers keep the clipboard from pages without TLS, and people may refuse it.
    getSelection().selectAllChildren(secret);
    told.textContent = "It is selected: copy it with the keyboard.";
  }
});
