/** Every text of the chat, in one place. A language that is missing falls back to English. */

const TEXTS = {
  en: {
    assistant: "Assistant",
    you: "You",
    staff: "Our team",
    log: "Conversation",
    messageLabel: "Your message",
    messagePlaceholder: "Write a message…",
    messageHint: "Enter sends, Shift and Enter begin a new line.",
    send: "Send",
    online: "Online",
    connecting: "Connecting…",
    offline: "Offline",
    unavailable: "Not available",
    offlineBanner: "You are offline. What you write is kept and sent as soon as you are back.",
    reconnectingBanner: "The connection was lost. Connecting again…",
    unavailableBanner: "This chat is not available at the moment.",
    outdatedBanner: "This page is out of date. Please reload it.",
    typing: "The assistant is writing",
    waiting: "Waiting to be sent",
    sending: "Sending…",
    sent: "Sent",
    failed: "Not sent",
    tryAgain: "Try again",
    edit: "Edit",
    remove: "Remove",
    tooLong: "The message is too long.",
    unreadable: "The message could not be read.",
    counter: (used, limit) => `${used} of ${limit} characters`,
    ended: "This conversation has ended",
    endedDetail: "Thank you for chatting with us.",
    startNew: "Start a new one",
    newMessages: "New messages",
    earlierHidden: "Earlier messages are not shown",
    sessionLost: "Your earlier conversation is no longer available, so this is a new one.",
    today: "Today",
    yesterday: "Yesterday",
  },
};

/** The texts of a language tag such as `en-GB`. */
export function textsFor(language) {
  return TEXTS[language.split("-")[0].toLowerCase()] ?? TEXTS.en;
}
