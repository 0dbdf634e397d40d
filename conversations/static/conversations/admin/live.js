// A session's page as it happens: what is said, what runs, and staff in the machine's place.

import { Connection } from "../chat/connection.js";
import { Conversation } from "./live/conversation.js";
import { speaker } from "./live/elements.js";
import { pageNow, renew } from "./live/page.js";
import { Panel } from "./live/panel.js";

const LOGGED_OUT = 4401;

class Live {
  #unsaid = new Map(); // texts by id that the server has not said to have taken
  #turn = 0;

  constructor(root) {
    this.session = root.dataset.session;
    const conversation = document.getElementById("conversation");
    conversation.after(root);
    root.hidden = false;
    this.conversation = new Conversation(conversation, root);
    this.panel = new Panel(root, {
      takeOver: () => this.#ask({ type: "take_over" }),
      handBack: () => this.#ask({ type: "hand_back" }),
      say: (text) => this.#say(text),
      type: () => this.connection.send({ type: "typing" }),
      showNewest: () => this.conversation.scrollToEnd(),
    });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.connection = new Connection({
      address: `${scheme}://${location.host}/ws/staff/`,
      hello: () => ({ type: "follow", session: this.session, after: this.conversation.seen }),
      hear: (frame) => this.#hear(frame),
      lost: (code) => this.#lost(code),
    });
    addEventListener("scroll", () => this.conversation.isAtEnd && (this.panel.hasNews = false), {
      capture: true,
      passive: true,
    });
    this.connection.open();
  }

  #hear(frame) {
    const wasAtEnd = this.conversation.isAtEnd;
    this.#frames[frame.type]?.(frame);
    if (wasAtEnd && SHOWN.has(frame.type)) this.conversation.scrollToEnd();
  }

  #frames = {
    state: (frame) => this.#welcomed(frame),
    message: (frame) => this.#message(frame),
    step: ({ turn, node }) => this.conversation.begin(turn, node),
    delta: ({ turn, text }) => this.conversation.write(turn, text),
    delta_reset: () => this.conversation.dropText(),
    decision: (frame) => this.conversation.decide(frame),
    turn_completed: ({ turn, completed }) => this.#over(turn, completed),
    turn_failed: ({ turn }) => this.#over(turn),
    said: ({ id }) => this.#said(id),
    handed_over: ({ name, you }) => this.#handedOver({ name, you }),
    handed_back: ({ name }) => this.#handedBack(name),
    ended: () => this.#ended("The session was ended"),
    error: (frame) => this.#refused(frame),
  };

  #welcomed({ status, holder = null, may_take_over: mayTakeOver, turn }) {
    this.connection.welcomed();
    this.panel.connection = "open";
    this.panel.error = "";
    this.panel.show({ holder, mayTakeOver, isOver: status === "ended" || status === "completed" });
    this.conversation.end();
    if (turn) this.conversation.begin(turn);
    for (const [id, text] of this.#unsaid) this.connection.send({ type: "say", id, text });
  }

  #message(frame) {
    const wasAtEnd = this.conversation.isAtEnd;
    if (!this.conversation.show(frame)) return;
    if (!wasAtEnd) this.panel.hasNews = true;
    if (!(frame.role === "staff" && this.panel.isMine)) {
      this.panel.announce(`${speaker(frame.role, frame.author)}: ${frame.text}`);
    }
  }

  #over(turn, completed = false) {
    this.conversation.end();
    if (completed) this.#ended("The conversation is complete");
    else this.#renew(turn);
    this.#turn = turn;
  }

  /** Show what the server makes of the session now, and of what a turn did. */
  async #renew(turn = this.#turn) {
    const page = await pageNow(turn);
    if (!page) return;
    renew(page);
    const made = page.getElementById(`turn-${turn}`);
    if (made) this.conversation.showTurn(turn, made);
  }

  #handedOver(holder) {
    this.panel.show({ holder });
    this.panel.error = "";
    this.conversation.tell(holder.you ? "You took over" : `${holder.name} took over`);
    if (holder.you) this.conversation.scrollToEnd();
    this.#renew();
  }

  #handedBack(name) {
    this.panel.show({ holder: null });
    this.conversation.tell(name ? `${name} handed back` : "Handed back");
    this.#renew();
  }

  #ended(words) {
    this.panel.show({ holder: null, isOver: true });
    this.conversation.tell(words);
    this.#renew();
  }

  #ask(frame) {
    this.panel.error = "";
    this.connection.send(frame);
  }

  #say(text) {
    const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    this.panel.error = "";
    this.#unsaid.set(id, text);
    this.conversation.send(id, text);
    this.connection.send({ type: "say", id, text });
    this.conversation.scrollToEnd();
  }

  #said(id) {
    this.#unsaid.delete(id);
    this.conversation.settle(id);
  }

  #refused({ id, message }) {
    this.panel.error = message;
    const text = this.#unsaid.get(id);
    if (text === undefined) return;
    this.#said(id);
    this.panel.giveBack(text);
  }

  #lost(code) {
    this.conversation.end();
    this.panel.connection = code === LOGGED_OUT ? "logged_out" : "lost";
    if (code === LOGGED_OUT) this.connection.close();
  }
}

const SHOWN = new Set(["message", "step", "delta", "decision", "handed_over", "handed_back", "ended"]);

const root = document.getElementById("live");
if (root) new Live(root);
