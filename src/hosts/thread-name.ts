import { createHash } from "node:crypto";

/** A name for a conversation whose record carries none: the same beginning always gets the same name. */
export function threadNameFrom(host: string, beginning: unknown): string {
  const digest = createHash("sha256")
    .update(JSON.stringify(beginning) ?? "")
    .digest("hex");
  return `${host}-${digest.slice(0, 16)}`;
}
