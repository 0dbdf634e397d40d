/** One conversation a graph: all elements of a page that name it show the same, as all tabs do. */

import { Conversation } from "./conversation.js";
import { Memory } from "./memory.js";

const shared = new Map();

/**
 * Join the conversation of a graph: `{conversation, memory, leave()}`. `changed()` is called whenever something
 * may have changed. The first to come says who the `user` is; the last to leave ends it.
 */
export function join(graph, user, changed) {
  if (!shared.has(graph)) shared.set(graph, begin(graph, user));
  const { conversation, memory, viewers, gone } = shared.get(graph);
  viewers.add(changed);
  const leave = () => {
    viewers.delete(changed);
    if (viewers.size) return;
    shared.delete(graph);
    gone.abort();
    conversation.close();
  };
  return { conversation, memory, leave };
}

function begin(graph, user) {
  const memory = new Memory(graph);
  const viewers = new Set();
  const changed = () => viewers.forEach((viewer) => viewer());
  const gone = new AbortController();
  const { signal } = gone;
  const conversation = new Conversation({ graph, user, memory, changed, signal, address: socketAddress() });
  return { conversation, memory, viewers, gone };
}

/** The server is the one this file comes from. */
function socketAddress() {
  const address = new URL("/ws/chat/", import.meta.url);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address;
}
