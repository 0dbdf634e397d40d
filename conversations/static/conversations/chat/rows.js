/** What the log shows, from top to bottom, as plain rows with stable keys. */

import { State } from "./outbox.js";
import { dayOf } from "./times.js";

/**
 * The rows of a conversation, in three parts: `told` is final, `live` is what is being written now,
 * and `waiting` comes after it. A message of the customer keeps its key from the first moment on.
 */
export function rowsOf({ transcript, greeting, outbox }) {
  const sent = outbox.entries.filter((entry) => entry.state === State.SENT);
  const rest = outbox.entries.filter((entry) => entry.state !== State.SENT);
  return {
    told: [...opening(transcript, greeting), ...messages(transcript), ...sent.map(own), ...failure(transcript)],
    live: live(transcript),
    waiting: rest.map(own),
  };
}

function opening({ earlier, session }, greeting) {
  if (earlier) return [{ key: "earlier", kind: "earlier" }];
  return greeting && session ? [bubble("greeting", { role: "assistant", text: greeting })] : [];
}

function messages({ messages: all, notices }) {
  const rows = noticesAfter(notices, 0);
  let day = dayOf(new Date());
  for (const message of all) {
    if (dayOf(message.at) !== day) {
      day = dayOf(message.at);
      rows.push({ key: `day.${day}.${message.n}`, kind: "day", at: message.at });
    }
    rows.push(bubble(message.id ? `own.${message.id}` : `n.${message.n}`, message));
    rows.push(...noticesAfter(notices, message.n));
  }
  return rows;
}

function noticesAfter(notices, number) {
  return notices
    .map((notice, index) => ({ key: `notice.${index}`, kind: "notice", ...notice }))
    .filter((notice) => notice.after === number);
}

function own({ id, text, at, state, reason }) {
  return { ...bubble(`own.${id}`, { role: "customer", text, at: new Date(at) }), id, state, reason };
}

function failure({ failure: failed }) {
  return failed ? [{ key: `failure.${failed.turn}`, kind: "failure", ...failed }] : [];
}

function live({ turn }) {
  if (!turn) return [];
  return [turn.text ? bubble("live", { role: "assistant", text: turn.text }) : { key: "typing", kind: "typing" }];
}

function bubble(key, { role, text, at = null }) {
  return { key, kind: "bubble", role, text, at, state: null, reason: "" };
}
