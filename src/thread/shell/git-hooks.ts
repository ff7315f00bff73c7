import { gitCall } from "./git-changes.ts";
import type { ShellCommand } from "./shell-command.ts";

/** Lines that may commit, or push: asked before they are taken apart. */
export const MAY_COMMIT = /\bgit\b[^&|;]{0,300}\bcommit\b/;
export const MAY_PUSH = /\bgit\b[^&|;]{0,300}\bpush\b/;

/** The same as `startsHooks`, of a line that is not taken apart yet. */
export function mayStartHooks(line: string): boolean {
  return MAY_COMMIT.test(line) || MAY_PUSH.test(line);
}

/** It commits or pushes, and that is where git starts hooks. */
export function startsHooks(command: ShellCommand): boolean {
  const sub = command.name === "git" ? gitCall(command)?.sub : undefined;
  return sub === "commit" || sub === "push";
}

/** It was told to leave git's hooks out. The short flag is that of a commit, where the letters before it take no value; to a push it means a trial. */
export function runsNoHooks(command: ShellCommand): boolean {
  const { sub = "", args = [] } = gitCall(command) ?? {};
  return args.some(({ text }) => text === "--no-verify" || (sub === "commit" && /^-[aeiopqsvz]*n/.test(text)));
}

/** They commit or push, and each time git is told to leave its hooks out. */
export function leavesHooksOut(commands: readonly ShellCommand[]): boolean {
  const deeds = commands.filter(startsHooks);
  return deeds.length > 0 && deeds.every(runsNoHooks);
}
