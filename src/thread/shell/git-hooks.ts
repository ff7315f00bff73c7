import { gitCall } from "./git-changes.ts";
import type { ShellCommand } from "./shell-command.ts";

/** Match lines that may commit or push. Checked before the line is parsed, which costs more. */
export const MAY_COMMIT = /\bgit\b[^&|;]{0,300}\bcommit\b/;
export const MAY_PUSH = /\bgit\b[^&|;]{0,300}\bpush\b/;

/** True when a line may start git hooks. Like `startsHooks`, but on the text of a line that is not parsed yet. */
export function mayStartHooks(line: string): boolean {
  return MAY_COMMIT.test(line) || MAY_PUSH.test(line);
}

/** True when the command commits or pushes: that is when git runs its hooks. */
export function startsHooks(command: ShellCommand): boolean {
  const sub = command.name === "git" ? gitCall(command)?.sub : undefined;
  return sub === "commit" || sub === "push";
}

/**
 * True when the command tells git to skip its hooks. The short flag `-n` means that only for a commit, after letters
 * that take no value; for a push it means a dry run.
 */
export function runsNoHooks(command: ShellCommand): boolean {
  const { sub = "", args = [] } = gitCall(command) ?? {};
  return args.some(({ text }) => text === "--no-verify" || (sub === "commit" && /^-[aeiopqsvz]*n/.test(text)));
}

/** True when the commands commit or push, and each time tell git to skip its hooks. */
export function leavesHooksOut(commands: readonly ShellCommand[]): boolean {
  const deeds = commands.filter(startsHooks);
  return deeds.length > 0 && deeds.every(runsNoHooks);
}
