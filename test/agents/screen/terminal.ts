import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** As a person's terminal commonly is. */
const COLUMNS = "120";
const ROWS = "40";
const LOOK_EVERY_MS = 100;
/** A program that reads keys faster than a person types takes them for a paste, and an Enter at once for a part of it. */
const PASTE_MS = 300;

export interface Terminal {
  readonly screen: () => Promise<string>;
  readonly paper: () => Promise<string>;
  readonly type: (text: string) => Promise<void>;
  readonly press: (...keys: string[]) => Promise<void>;
  /** Looks until this is there, and fails with the last screen when it does not come. */
  readonly until: (what: string, isThere: (screen: string) => unknown, limitMs?: number) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface Opening {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Where the terminal may keep its socket. */
  readonly directory: string;
}

/** Why no terminal can be had here. */
export function whyNoTerminal(): string | undefined {
  return spawnSync("tmux", ["-V"]).status === 0 ? undefined : "tmux is not installed here";
}

export async function openTerminal({ command, cwd, environment, directory }: Opening): Promise<Terminal> {
  const env = { ...environment, TERM: "xterm-256color", COLORTERM: "truecolor" };
  const tmux = (...words: string[]) =>
    run("tmux", ["-S", join(directory, "tmux"), "-f", "/dev/null", ...words], { env });
  const options = {
    status: "off",
    "remain-on-exit": "on",
    "focus-events": "on",
    "extended-keys": "on",
    "default-terminal": "tmux-256color",
  };
  const set = Object.entries(options).flatMap(([name, value]) => ["set", "-g", name, value, ";"]);
  const size = ["-x", COLUMNS, "-y", ROWS];
  await tmux("start-server", ";", ...set, "new-session", "-d", ...size, "-c", cwd, ...command);

  const capture = async (...more: string[]) => trimmed((await tmux("capture-pane", "-p", ...more)).stdout);
  const screen = () => capture();
  const press = async (...keys: string[]) => void (await tmux("send-keys", ...keys));
  return {
    screen,
    paper: () => capture("-S", "-"),
    press,
    async type(text) {
      await tmux("send-keys", "-l", text);
      await delay(PASTE_MS);
    },
    async until(what, isThere, limitMs = 90_000) {
      const end = performance.now() + limitMs;
      let seen = await screen();
      while (!isThere(seen)) {
        if (performance.now() > end) throw new Error(`${what} did not come to the screen:\n${seen}`);
        await delay(LOOK_EVERY_MS);
        seen = await screen();
      }
      return seen;
    },
    close: async () => void (await tmux("kill-server").catch(() => undefined)),
  };
}

function trimmed(screen: string): string {
  return screen.replaceAll(/[ \t]+$/gm, "").replace(/\n+$/, "");
}
