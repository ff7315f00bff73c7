import { fingerprint } from "../../thread/fingerprint.ts";
import { asJson } from "../../text/loose.ts";

/** An id for a conversation whose record has none: the same beginning always gives the same id. */
export function threadNameFrom(host: string, beginning: unknown): string {
  const digest = process.getBuiltinModule("node:crypto").createHash("sha256").update(asJson(beginning)).digest("hex");
  return `${host}-${digest.slice(0, DIGITS)}`;
}

const DIGITS = 16;

/** True when `threadNameFrom` made this name. Then two conversations may share it, because they begin alike. */
export function isMadeFromBeginning(host: string, name: string): boolean {
  return name.startsWith(`${host}-`) && name.length === host.length + 1 + DIGITS;
}

/** Messages may contain pictures; their first characters are enough to tell two messages apart. */
const MAX_CHARACTERS = 10_000;

/** Corrections are counted by it: the place alone repeats in every session, and a copy must keep the id. */
export function messageNameFrom(place: string, content: unknown): string {
  return `${place}-${fingerprint(asJson(content).slice(0, MAX_CHARACTERS)).toString(36)}`;
}
