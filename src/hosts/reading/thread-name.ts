import { fingerprint } from "../../thread/fingerprint.ts";
import { asJson } from "../../loose.ts";

/** A name for a conversation whose record carries none: the same beginning always gets the same name. */
export function threadNameFrom(host: string, beginning: unknown): string {
  const digest = process.getBuiltinModule("node:crypto").createHash("sha256").update(asJson(beginning)).digest("hex");
  return `${host}-${digest.slice(0, DIGITS)}`;
}

const DIGITS = 16;

/** Whether a name is one of those: two conversations may begin alike. */
export function isMadeFromBeginning(host: string, name: string): boolean {
  return name.startsWith(`${host}-`) && name.length === host.length + 1 + DIGITS;
}

/** Pictures travel in messages; the beginning tells two messages apart as well. */
const MAX_CHARACTERS = 10_000;

/**
 * A name for a message that carries none, from its place and what it says. Corrections are counted by it: a place alone
 * would be the same request in every session, and a copy of the session has to keep it.
 */
export function messageNameFrom(place: string, content: unknown): string {
  return `${place}-${fingerprint(asJson(content).slice(0, MAX_CHARACTERS)).toString(36)}`;
}
