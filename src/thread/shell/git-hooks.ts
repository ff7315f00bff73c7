import { gitCall } from "./git-changes.ts";
import type { ShellCommand } from "./shell-command.ts";

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
