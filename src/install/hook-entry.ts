/** In every command that we put into somebody's settings: how we find it again. */
const PROGRAM = "cox-hook";

/** An entry of a hook list that starts our program, in whichever host's form. */
export function isOurEntry(entry: unknown): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  const { hooks, command, bash } = entry as { hooks?: unknown; command?: unknown; bash?: unknown };
  if (Array.isArray(hooks)) return hooks.length > 0 && hooks.every(isOurEntry);
  return [command, bash].some((line) => typeof line === "string" && line.includes(PROGRAM));
}
