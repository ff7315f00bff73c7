import type { Host } from "./host.ts";

const READERS: Readonly<Record<string, () => Promise<Host>>> = {
  "claude-code": async () => (await import("./claude-code/claude-code.ts")).claudeCode,
  codex: async () => (await import("./codex/codex.ts")).codex,
  copilot: async () => (await import("./copilot/copilot.ts")).copilot,
  cursor: async () => (await import("./cursor/cursor.ts")).cursor,
  "gemini-cli": async () => (await import("./gemini-cli/gemini-cli.ts")).geminiCli,
  opencode: async () => (await import("./opencode/opencode.ts")).opencode,
  openclaw: async () => (await import("./openclaw/openclaw.ts")).openclaw,
  pi: async () => (await import("./pi/pi.ts")).pi,
  "qwen-code": async () => (await import("./qwen-code/qwen-code.ts")).qwenCode,
};

/** Undefined for a host without a reader. */
export async function loadHost(name: string): Promise<Host | undefined> {
  const load = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  return load?.();
}
