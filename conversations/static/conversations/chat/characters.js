/** What the characters of a message are to the server: how many, whether any can be seen, whether all can travel. */

const INVISIBLE =
  /^[\p{White_Space}\p{Cf}\p{Variation_Selector}\x1c-\x1f\u034f\u115f\u1160\u2800\u3164\uffa0]*$/u;
const LONE_SURROGATES = /\p{Cs}/gu;
const REPLACEMENT = "\ufffd";

/** Characters as the server counts them: code points, not halves of them. */
export function lengthOf(text) {
  return [...text].length;
}

/** Whether nobody could see anything in a text: spaces, format characters and fillers only. */
export function isBlank(text) {
  return INVISIBLE.test(text);
}

/** The text with halves of characters replaced, which UTF-8 cannot hold: `toWellFormed`, for all browsers. */
export function wellFormed(text) {
  return text.replace(LONE_SURROGATES, REPLACEMENT);
}
