import { asJson } from "./loose.ts";

/** A name for a conversation whose record carries none: the same beginning always gets the same name. */
export function threadNameFrom(host: string, beginning: unknown): string {
  const digest = process.getBuiltinModule("node:crypto").createHash("sha256").update(asJson(beginning)).digest("hex");
  return `${host}-${digest.slice(0, 16)}`;
}
