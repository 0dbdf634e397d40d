/**
 * The element `<ezgraph-chat graph="quote">`: a whole chat, apart from the page's styles and scripts.
 *
 * Attributes: `graph`; `launcher` for a button in the corner that opens it, `page` where it is the whole page;
 * `heading`, `greeting`, `language`, `color`, `scheme` (light or dark) and `position` (left or right) instead of
 * the usual ones; `user`, the signed claims of the host page's user, which may come and change later. The server is
 * the one this file comes from.
 */

import { element } from "./dom.js";
import { Launcher } from "./launcher.js";
import { Panel } from "./panel.js";
import { join } from "./shared.js";
import { textsFor } from "./texts.js";

class EzgraphChat extends HTMLElement {
  static observedAttributes = ["user"];

  #gone;
  #rendering = false;
  #shared;
  #panel;
  #launcher = null;

  connectedCallback() {
    const graph = this.getAttribute("graph");
    if (!graph) {
      console.warn("<ezgraph-chat> needs the name of a graph.");
      return;
    }
    this.#gone = new AbortController();
    const { signal } = this.#gone;
    const language = languageOf(this.getAttribute("language") || document.documentElement.lang || navigator.language);
    const texts = textsFor(language);
    this.#shared = join(graph, this.getAttribute("user"), this.#changed);
    const { conversation, memory } = this.#shared;
    this.#build(texts, language, signal);
    const colour = this.getAttribute("color");
    if (colour) this.style.setProperty("--ezgraph-accent", colour);
    // A launcher that nobody opened needs no session: only visitors who talk are counted.
    if (!this.#launcher || memory.open || memory.session) conversation.open();
    for (const event of ["online", "offline", "focus"]) addEventListener(event, this.#changed, { signal });
    document.addEventListener("visibilitychange", this.#changed, { signal });
    memory.watch("read", this.#changed, signal);
  }

  disconnectedCallback() {
    this.#gone?.abort();
    this.#shared?.leave();
    this.#panel?.banner.close();
    this.#shared = undefined;
  }

  attributeChangedCallback(name, before, user) {
    if (user !== before) this.#shared?.conversation.identify(user);
  }

  /** Open the panel of the launcher. */
  open() {
    this.#launcher?.open();
  }

  /** Close the panel of the launcher. */
  close() {
    this.#launcher?.close();
  }

  /** Forget the customer, for whoever comes next to this browser. */
  signOut() {
    this.close();
    this.#shared?.conversation.signOut();
    if (!this.#launcher) this.#shared?.conversation.open();
  }

  #build(texts, language, signal) {
    const { conversation, memory } = this.#shared;
    const launched = this.hasAttribute("launcher");
    this.#panel = new Panel({
      conversation,
      memory,
      texts,
      language,
      page: this.hasAttribute("page"),
      heading: this.getAttribute("heading"),
      greeting: this.getAttribute("greeting"),
      close: launched ? () => this.close() : null,
      changed: this.#changed,
    });
    const panel = this.#panel.element;
    this.#launcher = launched ? new Launcher({ texts, memory, panel, signal, opened: () => this.#opened() }) : null;
    this.dir ||= this.#direction(texts);
    this.#put(element("div", { class: "root", lang: texts.known && language }, ...(this.#launcher?.parts ?? [panel])));
  }

  /** The texts' own direction, where somebody chose them or they run the other way; else the page's. */
  #direction({ known, dir }) {
    return known && (dir === "rtl" || this.hasAttribute("language")) ? dir : "";
  }

  /** The page's server may have drawn a first frame, with its styles: then they are there already. */
  #put(root) {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const drawn = shadow.querySelector("link");
    this.#panel.composer.putBack(shadow.querySelector(".root textarea[data-first]")?.value);
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
    this.#panel.log.toEnd();
    if (this.hasAttribute("page")) this.#focus();
  }

  /** Whoever touches a screen gets no keyboard that nobody asked for. */
  #focus() {
    if (matchMedia("(pointer: fine)").matches) this.#panel.focus();
  }

  #opened() {
    this.#shared.conversation.open();
    this.#render();
    this.#panel.log.toEnd();
    this.#focus();
  }

  /** Many frames may come at once: they are drawn together. */
  #changed = () => {
    if (this.#rendering) return;
    this.#rendering = true;
    queueMicrotask(() => {
      this.#rendering = false;
      if (this.isConnected) this.#render();
    });
  };

  #render() {
    this.#panel.render();
    this.#countUnread();
  }

  /** What was shown in an open panel of a visible page has been seen. */
  #countUnread() {
    if (!this.#launcher) return;
    const { conversation, memory } = this.#shared;
    const { session, seen, messages } = conversation.transcript;
    if (session && this.#launcher.panel.open && !document.hidden) memory.markRead(session, seen);
    const read = memory.readOf(session);
    this.#launcher.render(messages.filter(({ n, role }) => n > read && role !== "customer").length);
  }
}

/** A tag that the browser can use for times, or English. */
function languageOf(tag) {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? "en";
  } catch {
    return "en";
  }
}

// Another site's chat may be on the page already.
if (!customElements.get("ezgraph-chat")) customElements.define("ezgraph-chat", EzgraphChat);
