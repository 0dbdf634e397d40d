/** What the log shows, from top to bottom, as plain rows with stable keys. */

import { State } from "./outbox.js";
import { dayOf } from "./times.js";

/**
 * The rows of a conversation, in three parts: `told` is final, `live` is what is being written now,
 * and `waiting` comes after it. A message of the customer keeps its key from the first moment on.
 */
export function rowsOf({ transcript, greeting, outbox }) {
  const { entries } = outbox;
  const sent = entries.filter((entry) => entry.state === State.SENT);
  const onTheirWay = entries.filter((entry) => !entry.refusal && entry.state !== State.SENT);
  const refused = entries.filter((entry) => entry.refusal);
  return {
    told: [
      ...opening(transcript, greeting),
      ...messages(transcript, refused),
      ...sent.map(own),
      ...failure(transcript),
    ],
    live: live(transcript),
    waiting: onTheirWay.map(own),
  };
}

function opening({ earlier, session }, greeting) {
  if (earlier) return [{ key: "earlier", kind: "earlier" }];
  return greeting && session ? [bubble("greeting", { role: "assistant", text: greeting })] : [];
}

/** The final messages, and between them what is not one of them but has its place there. */
function messages({ messages: all, notices }, refused) {
  const rows = noticesAfter(notices, 0);
  let day = dayOf(new Date());
  let place = 0;
  for (const message of all) {
    rows.push(...refusedFrom(place, message.n, refused));
    place = message.n;
    if (dayOf(message.at) !== day) {
      day = dayOf(message.at);
      rows.push({ key: `day.${day}.${message.n}`, kind: "day", at: message.at });
    }
    rows.push(bubble(message.id ? `own.${message.id}` : `n.${message.n}`, message));
    rows.push(...noticesAfter(notices, message.n));
  }
  return [...rows, ...refusedFrom(place, Infinity, refused)];
}

function refusedFrom(place, next, refused) {
  return refused.filter(({ refusal }) => refusal.after >= place && refusal.after < next).map(own);
}

function noticesAfter(notices, number) {
  return notices
    .map((notice, index) => ({ key: `notice.${index}`, kind: "notice", ...notice }))
    .filter((notice) => notice.after === number);
}

function own({ id, text, at, state, refusal }) {
  return { ...bubble(`own.${id}`, { role: "customer", text, at: new Date(at) }), id, state, refusal };
}

function failure({ failure: failed }) {
  return failed ? [{ key: `failure.${failed.turn}`, kind: "failure", ...failed }] : [];
}

function live({ turn }) {
  if (!turn) return [];
  return [turn.text ? bubble("live", { role: "assistant", text: turn.text }) : { key: "typing", kind: "typing" }];
}

function bubble(key, { role, text, at = null }) {
  return { key, kind: "bubble", role, text, at, state: null, refusal: null };
}
