/** In every command that we put into somebody's settings: how we find it again. */
export const PROGRAM = "cox-hook";

/** Whether it can hold anything of ours at all: also of a file that is broken. */
export function namesOurProgram(text: string | Buffer): boolean {
  return text.includes(PROGRAM);
}

/** An entry of a hook list that starts our program, in whichever host's form. */
export function isOurEntry(entry: unknown): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  const { hooks, command, bash } = entry as { hooks?: unknown; command?: unknown; bash?: unknown };
  if (Array.isArray(hooks)) return hooks.length > 0 && hooks.every(isOurEntry);
  return [command, bash].some((line) => typeof line === "string" && namesOurProgram(line));
}
