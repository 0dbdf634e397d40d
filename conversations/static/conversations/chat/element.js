/**
 * The element `<ezgraph-chat graph="quote">`: a whole chat, apart from the page's styles and scripts.
 *
 * Attributes: `graph`; `launcher` for a button in the corner that opens it, `page` where it is the whole page;
 * `heading`, `greeting`, `language`, `color`, `scheme` (light or dark) and `position` (left or right) instead of
 * the usual ones; `user`, the signed claims of the host page's user. The server is the one this file comes from.
 */

import { Conversation } from "./conversation.js";
import { button, element, setText } from "./dom.js";
import { Composer, Ending, Header } from "./frame.js";
import { Launcher } from "./launcher.js";
import { Log } from "./log.js";
import { Memory } from "./memory.js";
import { authorOf } from "./rows.js";
import { textsFor } from "./texts.js";

const PATIENCE = 2_000;

class EzgraphChat extends HTMLElement {
  #gone;
  #rendering = false;
  #over = false;
  #late = false;
  #lateTimer = null;
  #memory;
  #launcher = null;

  connectedCallback() {
    this.#gone = new AbortController();
    this.#over = false;
    const { signal } = this.#gone;
    const language = languageOf(this.getAttribute("language") || document.documentElement.lang || navigator.language);
    const graph = this.getAttribute("graph");
    this.#memory = new Memory(graph);
    this.texts = textsFor(language);
    this.conversation = new Conversation({
      graph,
      address: socketAddress(),
      user: this.getAttribute("user"),
      memory: this.#memory,
      texts: this.texts,
      changed: () => this.#changed(),
    });
    this.#build(language, signal);
    const colour = this.getAttribute("color");
    if (colour) this.style.setProperty("--ezgraph-accent", colour);
    // A launcher that nobody opened needs no session: only visitors who talk are counted.
    if (!this.#launcher || this.#memory.open || this.#memory.session) this.conversation.open(signal);
    for (const event of ["online", "offline", "focus"]) addEventListener(event, () => this.#changed(), { signal });
    document.addEventListener("visibilitychange", () => this.#changed(), { signal });
    this.#memory.watch("read", () => this.#changed(), signal);
  }

  disconnectedCallback() {
    this.#gone.abort();
    this.conversation.close();
    clearTimeout(this.#lateTimer);
  }

  /** Open the panel of the launcher. */
  open() {
    this.#launcher?.open();
  }

  /** Close the panel of the launcher. */
  close() {
    this.#launcher?.close();
  }

  #build(language, signal) {
    const { texts, conversation } = this;
    const page = this.hasAttribute("page");
    const heading = this.getAttribute("heading") ?? "";
    this.header = new Header({
      texts,
      heading,
      level: page ? "h1" : "h2",
      actions: {
        download: () => this.#download(language),
        restart: () => this.#confirm(texts.restart, () => this.#startNew()),
        end: () => this.#confirm(texts.end, () => conversation.end()),
      },
      close: this.hasAttribute("launcher") ? () => this.close() : null,
    });
    this.banner = element("p", { class: "banner", role: "status", dir: "auto" });
    this.log = new Log({
      texts,
      language,
      tag: page ? "main" : "div",
      actions: {
        retry: () => this.#act(() => conversation.retry()),
        sendAgain: (id) => this.#act(() => conversation.sendAgain(id)),
        remove: (id) => this.#act(() => conversation.takeBack(id)),
        edit: (id) => this.#act(() => this.composer.putBack(conversation.takeBack(id))),
        say: (text) => this.#act(() => conversation.say(text)),
        older: () => conversation.loadOlder(),
        copy: (text) => navigator.clipboard.writeText(text).then(() => this.log.announce(texts.copied)),
      },
    });
    this.composer = new Composer({ texts, memory: this.#memory, say: (text) => conversation.say(text) });
    this.ending = new Ending({
      texts,
      rate: (value, comment) => conversation.rate(value, comment),
      startNew: () => this.#startNew(),
    });
    this.question = element("dialog", { class: "question", role: "alertdialog", "aria-modal": "true", "aria-labelledby": "question" });
    const footer = element(page ? "footer" : "div", { class: "footer" }, this.composer.element, this.ending.element);
    const inside = [this.header.element, this.banner, this.log.element, footer, this.question];
    const named = { class: "chat", "aria-label": heading || texts.log };
    const chat = this.hasAttribute("launcher")
      ? element("dialog", named, ...inside)
      : element("div", page ? { class: "chat" } : { ...named, role: "region" }, ...inside);
    if (this.hasAttribute("launcher")) {
      this.#launcher = new Launcher({ texts, memory: this.#memory, panel: chat, signal, opened: () => this.#opened() });
    }
    const parts = this.#launcher?.parts ?? [chat];
    this.dir ||= this.#direction();
    this.#put(element("div", { class: "root", lang: texts.known && language }, ...parts));
  }

  /** The texts' own direction, where somebody chose them or they run the other way; else the page's. */
  #direction() {
    const { known, dir } = this.texts;
    return known && (dir === "rtl" || this.hasAttribute("language")) ? dir : "";
  }

  /** The page's server may have drawn a first frame, with its styles: then they are there already. */
  #put(root) {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const drawn = shadow.querySelector("link");
    this.composer.putBack(shadow.querySelector(".root textarea[data-first]")?.value);
    shadow.querySelector(".root")?.remove();
    const styles = drawn ?? element("link", { rel: "stylesheet", href: new URL("chat.css", import.meta.url) });
    root.hidden = !styles.sheet;
    shadow.append(...(drawn ? [root] : [styles, root]));
    if (styles.sheet) this.#shown(root);
    else for (const end of ["load", "error"]) styles.addEventListener(end, () => this.#shown(root), { once: true });
  }

  /** Nothing is shown before its styles are there, or known to be missing. */
  #shown(root) {
    root.hidden = false;
    this.#launcher?.restore();
    this.#render();
    this.log.toEnd();
    if (this.hasAttribute("page")) this.#focus();
  }

  /** Whoever touches a screen gets no keyboard that nobody asked for. */
  #focus() {
    if (matchMedia("(pointer: fine)").matches) this.composer.focus();
  }

  #opened() {
    this.conversation.open(this.#gone.signal);
    this.#render();
    this.log.toEnd();
    this.#focus();
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

  #confirm(name, action) {
    const others = [...this.question.parentElement.children].filter((part) => part !== this.question);
    const done = (agreed) => {
      for (const part of others) part.inert = false;
      this.question.close();
      this.composer.focus();
      if (agreed) action();
    };
    const content = element(
      "div",
      {},
      element("p", { id: "question" }, this.texts.sure),
      button({ class: "plain" }, this.texts.cancel, () => done(false)),
      button({ class: "primary" }, name, () => done(true)),
    );
    content.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      event.preventDefault();
      done(false);
    });
    this.question.replaceChildren(content);
    for (const part of others) part.inert = true;
    this.question.show();
  }

  #download(language) {
    const lines = this.conversation.transcript.messages.map(
      (message) => `${message.at.toLocaleString(language)} – ${authorOf(message, this.texts)}:\n${message.text}\n`,
    );
    const address = URL.createObjectURL(new Blob([lines.join("\n")], { type: "text/plain;charset=utf-8" }));
    element("a", { href: address, download: `${this.getAttribute("graph")}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(address));
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
    const { over, rating, messages } = conversation.transcript;
    const status = statusOf(conversation);
    this.#measurePatience(status);
    const possible = { download: messages.length > 0, restart: conversation.connected && !over, end: conversation.connected && !over };
    this.header.render({ title: conversation.title, status, possible });
    const banner = this.#bannerText(status);
    setText(this.banner, banner);
    this.banner.hidden = !banner;
    this.log.render(conversation, this.getAttribute("greeting") ?? conversation.greeting);
    this.composer.render(conversation.limit);
    this.ending.render(rating);
    this.#renderEnd(over);
    this.#countUnread();
  }

  #renderEnd(over) {
    if (over === this.#over) return;
    this.#over = over;
    const writing = this.composer.element.contains(this.shadowRoot.activeElement);
    this.composer.element.hidden = over;
    this.ending.element.hidden = !over;
    if (over && writing) this.ending.startNew.focus();
  }

  /** What was shown in an open panel of a visible page has been seen. */
  #countUnread() {
    if (!this.#launcher) return;
    const { session, seen, messages } = this.conversation.transcript;
    if (session && this.#launcher.panel.open && !document.hidden) this.#memory.markRead(session, seen);
    const read = this.#memory.readOf(session);
    this.#launcher.render(messages.filter(({ n, role }) => n > read && role !== "customer").length);
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
    const { offlineBanner, reconnectingBanner, unavailableBanner, outdatedBanner, slowDown } = this.texts;
    const { trouble, hold } = this.conversation;
    if (trouble === "outdated") return outdatedBanner;
    if (status === "unavailable") return unavailableBanner;
    if (status === "offline") return offlineBanner;
    if (hold) return `${hold.message} ${slowDown(hold.seconds)}`.trim();
    return this.#late ? reconnectingBanner : "";
  }
}

function statusOf({ trouble, connected }) {
  if (trouble) return "unavailable";
  if (!navigator.onLine) return "offline";
  return connected ? "online" : "connecting";
}

/** A tag that the browser can use for times, or English. */
function languageOf(tag) {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? "en";
  } catch {
    return "en";
  }
}

function socketAddress() {
  const address = new URL("/ws/chat/", import.meta.url);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

customElements.define("ezgraph-chat", EzgraphChat);
