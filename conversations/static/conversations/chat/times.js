/** Times as people read them, in the language and the time zone of their device. */

/** The time of day, such as 14:05 or 2:05 PM. */
export function timeOfDay(date, language) {
  return new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).format(date);
}

/** A key that is equal for times of the same day. */
export function dayOf(date) {
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** The name of a day: today, yesterday, or its date. */
export function nameOfDay(date, now, language, texts) {
  if (dayOf(date) === dayOf(now)) return texts.today;
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (dayOf(date) === dayOf(yesterday)) return texts.yesterday;
  const year = date.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", year }).format(date);
}
