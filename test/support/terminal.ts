import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/** Tests in a real terminal need tmux; where it is not installed they are skipped. */
export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

export interface Terminal {
  type(text: string): Promise<void>;
  /** Keys by tmux's names: Enter, Escape, M-Enter, C-c, Up. */
  press(...keys: string[]): Promise<void>;
  paste(text: string): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  screen(): Promise<string>;
  coloured(): Promise<string>;
  scrollback(): Promise<string>;
  /** Waits until the screen is as wanted; fails with the last screen when it never is. */
  until(wanted: string | RegExp | ((screen: string) => boolean), timeoutMs?: number): Promise<string>;
  cursorShown(): Promise<boolean>;
  sent(): string;
  close(): Promise<void>;
}

export interface TerminalOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

export const PROMPT = "ready$";

/** Of a size that follows sooner tmux tells the program later, and what is drawn until then is drawn for the one before. */
const RESIZES_APART_MS = 300;

const ASKS_APART_MS = 25;
const LOOKS_APART_MS = 500;

const run = promisify(execFile);

export async function openTerminal({ cwd, env = {}, columns = 80, rows = 24 }: TerminalOptions): Promise<Terminal> {
  const directory = mkdtempSync(join(tmpdir(), "cox-terminal-"));
  const socket = join(directory, "tmux");
  const settings = join(directory, "tmux.conf");
  const recording = join(directory, "sent");
  writeFileSync(settings, "set -g history-limit 50000\nset -g status off\nset -g default-terminal screen-256color\n");
  writeFileSync(recording, "");
  const variables = {
    PATH: process.env["PATH"] ?? "",
    TERM: "screen-256color",
    PS1: `${PROMPT} `,
    LANG: "C.UTF-8",
    ...env,
  };
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const tmux = async (...args: string[]) => (await run("tmux", ["-S", socket, "-f", settings, "-u", ...args])).stdout;
  const size = ["-x", String(columns), "-y", String(rows)];
  await tmux("new-session", "-d", ...size, "-c", cwd, "env", "-i", ...assignments, "sh");
  await tmux("pipe-pane", `cat >> ${recording}`);

  const screen = () => tmux("capture-pane", "-p");

  async function until(wanted: Parameters<Terminal["until"]>[0], timeoutMs = 20_000): Promise<string> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const sentBefore = statSync(recording).size;
      const seen = await screen();
      if (isAsWanted(seen, wanted)) return seen;
      if (Date.now() > deadline) throw new Error(`The screen never showed ${String(wanted)}. It shows:\n${seen}`);
      const nextLook = Date.now() + LOOKS_APART_MS;
      do await sleep(ASKS_APART_MS);
      while (statSync(recording).size === sentBefore && Date.now() < nextLook);
    }
  }

  await until(PROMPT);
  return {
    screen,
    until,
    type: async (text) => void (await tmux("send-keys", "-l", "--", text)),
    press: async (...keys) => void (await tmux("send-keys", "--", ...keys)),
    async paste(text) {
      await tmux("set-buffer", "--", text);
      await tmux("paste-buffer", "-p");
    },
    async resize(width, height) {
      await sleep(RESIZES_APART_MS);
      await tmux("resize-window", "-x", String(width), "-y", String(height));
    },
    coloured: () => tmux("capture-pane", "-p", "-e"),
    scrollback: async () => (await tmux("capture-pane", "-p", "-J", "-S", "-")).replaceAll(/ +$/gm, ""),
    cursorShown: async () => (await tmux("display-message", "-p", "#{cursor_flag}")).trim() === "1",
    sent: () => readFileSync(recording, "utf8"),
    async close() {
      await tmux("kill-server").catch(() => undefined);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function isAsWanted(seen: string, wanted: Parameters<Terminal["until"]>[0]): boolean {
  if (typeof wanted === "string") return seen.includes(wanted);
  return wanted instanceof RegExp ? wanted.test(seen) : wanted(seen);
}
