import type { Command } from "./command.ts";
import { type Commands, enterDirectoryOfCaller, runProgram } from "./run-program.ts";

const COMMANDS: Required<Commands> = {
  demo: () => import("./commands/demo.ts"),
  check: () => import("./commands/check.ts"),
  audit: () => import("./commands/audit.ts"),
  why: () => import("./commands/why.ts"),
  feedback: () => import("./commands/feedback.ts"),
  stats: () => import("./commands/stats.ts"),
  watch: () => import("./commands/watch.ts"),
  run: () => import("./commands/run.ts"),
  chat: () => import("./commands/chat.ts"),
  ci: () => import("./commands/ci.ts"),
  verify: () => import("./commands/verify.ts"),
  heartbeat: () => import("./commands/heartbeat.ts"),
  threads: () => import("./commands/threads.ts"),
  handoff: () => import("./commands/handoff.ts"),
  usage: () => import("./commands/usage.ts"),
  prompt: () => import("./commands/prompt.ts"),
  forget: () => import("./commands/forget.ts"),
  config: () => import("./commands/config.ts"),
  completion: async () => ({ command: (await import("./commands/completion.ts")).completionCommand(all) }),
  doctor: () => import("./commands/doctor.ts"),
  serve: () => import("./commands/serve.ts"),
  worker: () => import("./commands/worker.ts"),
  team: () => import("./commands/team.ts"),
  acp: () => import("./commands/acp.ts"),
  init: () => import("./commands/init.ts"),
  judge: () => import("./commands/judge.ts"),
  install: () => import("./commands/install.ts"),
  uninstall: () => import("./commands/uninstall.ts"),
  hook: () => import("./commands/hook.ts"),
};

async function all(): Promise<readonly Command[]> {
  return Promise.all(Object.values(COMMANDS).map(async (load) => (await load()).command));
}

enterDirectoryOfCaller();
process.exitCode = await runProgram(COMMANDS);
