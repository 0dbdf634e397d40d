// The parts of the page beside the conversation, as the server makes them now.

const PARTS = [".session-marks", "[aria-labelledby='standing-title']"];

/** The page of this moment, with the turns from a number on; null where the server does not give it. */
export async function pageNow(turn) {
  const answer = await fetch(`${location.pathname}?since=${turn}`);
  if (!answer.ok || answer.redirected) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Put what changed in the place of what was there, unless somebody looks at it closely. */
export function renew(page) {
  for (const part of PARTS) {
    const [former, made] = [document, page].map((one) => one.querySelector(part));
    if (former && made && !former.querySelector(":popover-open") && !former.contains(document.activeElement)) {
      former.replaceWith(made);
    }
  }
}
