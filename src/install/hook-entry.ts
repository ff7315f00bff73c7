/** Part of every command that we put into settings, so that we find it again. */
export const PROGRAM = "cox-hook";

export function namesOurProgram(text: string | Buffer): boolean {
  return text.includes(PROGRAM);
}

/** True for an entry of a hook list that starts our program, in any host's form. */
export function isOurEntry(entry: unknown): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  const { hooks, command, bash } = entry as { hooks?: unknown; command?: unknown; bash?: unknown };
  if (Array.isArray(hooks)) return hooks.length > 0 && hooks.every(isOurEntry);
  return [command, bash].some((line) => typeof line === "string" && namesOurProgram(line));
}
