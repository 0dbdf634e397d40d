/**
 * The element `<ezgraph-chat graph="quote">`: a whole chat, apart from the page's styles and scripts.
 *
 * Attributes: `graph`, the graph's name; `heading`, a title to show until the server tells its own.
 * Texts are in the page's language. The server is the one that this file comes from.
 */

import { Composer } from "./composer.js";
import { Conversation } from "./conversation.js";
import { button, element, setText } from "./dom.js";
import { Header } from "./header.js";
import { Log } from "./log.js";
import { Memory } from "./memory.js";
import { textsFor } from "./texts.js";

const PATIENCE = 2_000;

class EzgraphChat extends HTMLElement {
  #gone;
  #rendering = false;
  #over = false;
  #late = false;
  #lateTimer = null;

  connectedCallback() {
    this.#gone = new AbortController();
    this.#over = false;
    const language = document.documentElement.lang || navigator.language;
    const memory = new Memory(this.getAttribute("graph"));
    this.texts = textsFor(language);
    this.conversation = new Conversation({
      graph: this.getAttribute("graph"),
      address: socketAddress(),
      memory,
      texts: this.texts,
      changed: () => this.#changed(),
    });
    this.#build(memory, language);
    this.conversation.open(this.#gone.signal);
    addEventListener("online", () => this.#changed(), { signal: this.#gone.signal });
    addEventListener("offline", () => this.#changed(), { signal: this.#gone.signal });
  }

  disconnectedCallback() {
    this.#gone.abort();
    this.conversation.close();
    clearTimeout(this.#lateTimer);
  }

  #build(memory, language) {
    const { texts, conversation } = this;
    this.header = new Header({ texts, title: this.getAttribute("heading") ?? "" });
    this.banner = element("p", { class: "banner", role: "status" });
    this.log = new Log({
      texts,
      language,
      actions: {
        retry: () => this.#act(() => conversation.retry()),
        sendAgain: (id) => this.#act(() => conversation.sendAgain(id)),
        remove: (id) => this.#act(() => conversation.takeBack(id)),
        edit: (id) => this.#act(() => this.composer.putBack(conversation.takeBack(id))),
      },
    });
    this.composer = new Composer({ texts, memory, say: (text) => conversation.say(text) });
    this.startNew = button({ class: "primary" }, texts.startNew, () => this.#startNew());
    this.end = element(
      "div",
      { class: "end", hidden: true },
      element("p", { class: "end-text" }, element("strong", {}, texts.ended), element("span", {}, texts.endedDetail)),
      this.startNew,
    );
    const footer = element("footer", { class: "footer" }, this.composer.element, this.end);
    const chat = element("div", { class: "chat" }, this.header.element, this.banner, this.log.element, footer);
    const styles = element("link", { rel: "stylesheet", href: new URL("chat.css", import.meta.url) });
    for (const end of ["load", "error"]) styles.addEventListener(end, () => this.#shown(chat), { once: true });
    (this.shadowRoot ?? this.attachShadow({ mode: "open" })).replaceChildren(styles, chat);
    chat.hidden = true;
  }

  /** Nothing is shown before its styles are there, or known to be missing. */
  #shown(chat) {
    chat.hidden = false;
    this.#render();
    this.log.toEnd();
    if (matchMedia("(pointer: fine)").matches) this.composer.focus();
  }

  /** Do what a button says that goes away by it; the box gets the focus instead. */
  #act(action) {
    action();
    this.composer.focus();
  }

  #startNew() {
    const left = this.conversation.startNew();
    this.#render();
    this.composer.putBack(left);
    this.composer.focus();
  }

  /** Many frames may come at once: they are drawn together. */
  #changed() {
    if (this.#rendering) return;
    this.#rendering = true;
    queueMicrotask(() => {
      this.#rendering = false;
      if (this.isConnected) this.#render();
    });
  }

  #render() {
    const { conversation } = this;
    const status = statusOf(conversation);
    this.#measurePatience(status);
    this.header.render({ title: conversation.title, status });
    const banner = this.#bannerText(status);
    setText(this.banner, banner);
    this.banner.hidden = !banner;
    this.log.render(conversation);
    this.composer.render(conversation.limit);
    this.#renderEnd(conversation.transcript.over);
  }

  #renderEnd(over) {
    if (over === this.#over) return;
    this.#over = over;
    const writing = this.composer.element.contains(this.shadowRoot.activeElement);
    this.composer.element.hidden = over;
    this.end.hidden = !over;
    if (over && writing) this.startNew.focus();
  }

  /** A connection that comes back at once is not worth a word. */
  #measurePatience(status) {
    if (status !== "connecting") {
      clearTimeout(this.#lateTimer);
      this.#lateTimer = null;
      this.#late = false;
    } else if (this.#lateTimer === null) {
      this.#lateTimer = setTimeout(() => {
        this.#late = true;
        this.#changed();
      }, PATIENCE);
    }
  }

  #bannerText(status) {
    const { offlineBanner, reconnectingBanner, unavailableBanner, outdatedBanner } = this.texts;
    if (this.conversation.trouble === "outdated") return outdatedBanner;
    if (status === "unavailable") return unavailableBanner;
    if (status === "offline") return offlineBanner;
    return this.#late ? reconnectingBanner : "";
  }
}

function statusOf({ trouble, connected }) {
  if (trouble) return "unavailable";
  if (!navigator.onLine) return "offline";
  return connected ? "online" : "connecting";
}

function socketAddress() {
  const address = new URL("/ws/chat/", import.meta.url);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

customElements.define("ezgraph-chat", EzgraphChat);
