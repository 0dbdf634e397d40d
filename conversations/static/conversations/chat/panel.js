/** All parts of a chat, put together and kept up to its conversation. */

import { Banner, statusOf } from "./banner.js";
import { Composer } from "./composer.js";
import { element } from "./dom.js";
import { Ending, Question } from "./ending.js";
import { Header } from "./head.js";
import { Log } from "./log.js";
import { authorOf } from "./rows.js";

export class Panel {
  #conversation;
  #greeting;
  #texts;
  #language;
  #over = false;

  /**
   * `page` is true where it is the whole page; `heading` and `greeting` stand instead of the graph's own, where
   * they are not null; `close()` closes the panel, null where there is nothing to close; `changed()` draws it anew.
   */
  constructor({ conversation, memory, texts, language, page, heading, greeting, close, changed }) {
    this.#conversation = conversation;
    this.#greeting = greeting;
    this.#texts = texts;
    this.#language = language;
    this.question = new Question({ texts, done: () => this.focus() });
    this.header = new Header({
      texts,
      heading: heading ?? "",
      level: page ? "h1" : "h2",
      actions: {
        download: () => this.#download(),
        restart: () => this.question.ask(texts.restart, () => this.#startNew()),
        end: () => this.question.ask(texts.end, () => conversation.end()),
      },
      close,
    });
    this.banner = new Banner({ texts, language, changed });
    this.log = new Log({ texts, language, tag: page ? "main" : "div", actions: this.#actions() });
    this.composer = new Composer({ texts, memory, say: (text) => conversation.say(text) });
    this.ending = new Ending({
      texts,
      rate: (value, comment) => conversation.rate(value, comment),
      startNew: () => this.#startNew(),
    });
    const footer = element(page ? "footer" : "div", { class: "footer" }, this.composer.element, this.ending.element);
    const inside = [this.header.element, this.banner.element, this.log.element, footer, this.question.element];
    const named = page ? {} : { "aria-label": heading || texts.log, role: !close && "region" };
    this.element = element(close ? "dialog" : "div", { class: "chat", ...named }, ...inside);
  }

  /** Show the conversation as it is now. */
  render() {
    const conversation = this.#conversation;
    const { connected, transcript, title, limit } = conversation;
    const { over, rating, messages } = transcript;
    const status = statusOf(conversation);
    const going = connected && !over;
    this.header.render({ title, status, possible: { download: messages.length > 0, restart: going, end: going } });
    this.banner.render(conversation, status);
    this.log.render(conversation, this.#greeting ?? conversation.greeting);
    this.composer.render(limit);
    this.ending.render(rating);
    this.#renderEnd(over);
  }

  focus() {
    this.composer.focus();
  }

  #actions() {
    const conversation = this.#conversation;
    return {
      retry: () => this.#act(() => conversation.retry()),
      sendAgain: (id) => this.#act(() => conversation.sendAgain(id)),
      remove: (id) => this.#act(() => conversation.takeBack(id)),
      edit: (id) => this.#act(() => this.composer.putBack(conversation.takeBack(id))),
      say: (text) => this.#act(() => conversation.say(text)),
      older: () => conversation.older.load(),
      copy: (text) => navigator.clipboard.writeText(text).then(() => this.log.announce(this.#texts.copied)),
    };
  }

  /** Do what a button says that goes away by it; the box gets the focus instead. */
  #act(action) {
    action();
    this.focus();
  }

  #startNew() {
    const left = this.#conversation.startNew();
    this.render();
    this.composer.putBack(left);
    this.focus();
  }

  #renderEnd(over) {
    if (over === this.#over) return;
    this.#over = over;
    const writing = this.composer.element.contains(this.element.getRootNode().activeElement);
    this.composer.element.hidden = over;
    this.ending.element.hidden = !over;
    if (over && writing) this.ending.startNew.focus();
  }

  async #download() {
    await this.#conversation.older.loadAll();
    const { transcript, graph } = this.#conversation;
    const lines = transcript.messages.map(
      (message) => `${message.at.toLocaleString(this.#language)} – ${authorOf(message, this.#texts)}:\n${message.text}\n`,
    );
    const address = URL.createObjectURL(new Blob([lines.join("\n")], { type: "text/plain;charset=utf-8" }));
    element("a", { href: address, download: `${graph}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(address));
  }
}
