/** Identifiers that the client makes. */

/** A new random identifier. `randomUUID` exists on https and localhost only; random bytes everywhere. */
export function newIdentifier() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
