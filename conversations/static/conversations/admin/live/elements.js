// Elements made of what the server sends. Texts are texts; only `html`, which the server made safe, is HTML.

/** An element of a class, with these children: elements or texts. */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** The time of day of a moment, as the page writes it. */
export function time(moment) {
  const at = new Date(moment);
  const made = element("time", "", at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false }));
  made.dateTime = at.toISOString();
  return made;
}

/** A line across the conversation: something happened that is no message. */
export function line(words) {
  return element(
    "p",
    "conversation-line conversation-line-strong",
    element("span", "", `${words}, `, time(Date.now())),
  );
}

/** A message as the page shows the others. */
export function bubble({ n, turn, role, author, text, html, at, suggestions }) {
  const row = element("article", `bubble-row bubble-row-${role}`, words(role, text, html));
  row.id = `message-${n}`;
  row.dataset.ofTurn = turn;
  if (suggestions) {
    const list = element("ul", "bubble-suggestions", ...suggestions.map((suggestion) => element("li", "", suggestion)));
    list.setAttribute("aria-label", "Suggested replies");
    row.append(list);
  }
  const who = speaker(role, author);
  row.setAttribute("aria-label", `${who}, message ${n}`);
  row.append(element("p", "bubble-meta", `${who} · `, time(at)));
  return row;
}

/** A text of ours that the server has not taken yet. */
export function pending(text) {
  const row = element("article", "bubble-row bubble-row-staff live-pending", words("staff", text));
  row.append(element("p", "bubble-meta", "Sending…"));
  return row;
}

/** A reply that is being written. */
export function stream() {
  const row = element("div", "bubble-row bubble-row-assistant live-stream", words("assistant", ""));
  row.append(element("p", "bubble-meta", "Is being written"));
  return row;
}

/** Who speaks, in words. */
export function speaker(role, author) {
  if (role === "customer") return "Customer";
  return role === "staff" ? (author ?? "Staff") : "Assistant";
}

function words(role, text, html) {
  const body = element(html === undefined ? "p" : "div", html === undefined ? "bubble-text" : "bubble-markup");
  if (html === undefined) body.textContent = text;
  else body.innerHTML = html;
  body.dir = "auto";
  return element("div", `bubble bubble-${role}`, body);
}
