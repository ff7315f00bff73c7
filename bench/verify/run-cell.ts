import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import process from "node:process";
import { type Expected, type Files, KITS, type Runner, type Variant } from "./cells.ts";

export interface Seen extends Expected {
  /** What went wrong beside the answer: files or work trees left behind, an index that was written. */
  readonly left: string;
  readonly told: string;
}

const PACKAGES = resolve(import.meta.dirname, "../../node_modules");
const ENV = ".env.local";
const LARGE = "data.bin";

/** Builds the project in a temporary directory, runs `cox verify` on it, and says what came of it. */
export function runCell(program: string, runner: Runner, variant: Variant): Seen {
  const home = mkdtempSync(join(tmpdir(), "cox-cell-"));
  try {
    const root = join(home, "project");
    build(root, runner, variant);
    const before = stateOf(root);
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...WORDS], {
      cwd: root,
      env: environment(home, runner, variant),
      encoding: "utf8",
    });
    const lines = stdout.split("\n").filter((line) => line !== "");
    const check = lines.map((line) => JSON.parse(line) as Line).find(({ type }) => type === "check");
    const left = stateOf(root) === before ? "" : `was ${before}, is ${stateOf(root)}`;
    return {
      verdict: check?.verdict ?? "unchecked",
      baseline: check?.baseline ?? "–",
      exitCode: status ?? -1,
      left,
      told: [check?.why, check?.reason, check?.tail, stderr].filter((each) => each !== undefined).join("\n"),
    };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

const WORDS = ["verify", "test", "--baseline", "--json", "--thread", "none"];

interface Line {
  readonly type: string;
  readonly verdict?: Expected["verdict"];
  readonly baseline?: Expected["baseline"];
  readonly why?: string;
  readonly reason?: string;
  readonly tail?: string;
}

/** Whether the runner is on this machine. */
export function isThere(runner: Runner): boolean {
  const { program = "make" } = KITS[runner];
  if (runner === "node:test" || runner === "vitest") return true;
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}

function build(root: string, runner: Runner, variant: Variant): void {
  const { adds, hangs, alternates, reads, project, missing } = KITS[runner];
  const lines: Partial<Record<Variant, readonly string[]>> = {
    hang: [hangs],
    "no tests": [],
    flaky: [alternates],
    "needs an ignored file": [reads(ENV), adds],
    "needs a large one": [reads(LARGE), adds],
  };
  const files = (sign: "+" | "-") =>
    variant === "missing tool" && missing ? missing : project(lines[variant] ?? [adds], sign);
  const ignored = ["node_modules", "target", "Cargo.lock", ENV, LARGE].join("\n");
  write(root, {
    ...files(variant === "fail before" ? "-" : "+"),
    ".gitignore": ignored,
    [ENV]: "KEY=1\n",
  });
  if (variant === "needs a large one") {
    writeFileSync(join(root, LARGE), "");
    truncateSync(join(root, LARGE), 300_000_000);
  }
  if (runner === "vitest") {
    mkdirSync(join(root, "node_modules", ".bin"), { recursive: true });
    symlinkSync(join(PACKAGES, "vitest"), join(root, "node_modules", "vitest"));
    symlinkSync(join("..", "vitest", "vitest.mjs"), join(root, "node_modules", ".bin", "vitest"));
  }
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-qm", "first"],
  ])
    git(root, ...words);
  const breaks = variant === "fail now" || variant.startsWith("needs");
  write(root, { "README.md": "Notes.\n", ...(breaks ? files("-") : {}) });
}

function write(root: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function git(root: string, ...words: string[]): string {
  const own = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  return execFileSync("git", [...own, ...words], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" },
  });
}

/** Files, index and work trees, in a line. */
function stateOf(root: string): string {
  const index = createHash("sha256").update(readFileSync(join(root, ".git", "index")));
  const status = git(root, "status", "--porcelain", "--untracked-files=all");
  return JSON.stringify([status, git(root, "worktree", "list", "--porcelain"), index.digest("hex").slice(0, 8)]);
}

function environment(home: string, runner: Runner, variant: Variant): NodeJS.ProcessEnv {
  const temporary = join(home, "tmp");
  mkdirSync(temporary);
  const lacks = variant === "missing tool" ? KITS[runner].program : undefined;
  return {
    ...process.env,
    PATH: lacks === undefined ? process.env["PATH"] : pathWithout(home),
    TMPDIR: temporary,
    XDG_CONFIG_HOME: join(home, "config"),
    COX_STORE_PATH: join(home, "store.db"),
    CARGO_HOME: process.env["CARGO_HOME"] ?? join(homedir(), ".cargo"),
    RUSTUP_HOME: process.env["RUSTUP_HOME"] ?? join(homedir(), ".rustup"),
    COX_CHECKS_TIMEOUT_SECONDS: variant === "hang" ? "5" : "120",
  };
}

/** A path on which there is git, a shell, and nothing else. */
function pathWithout(home: string): string {
  const folder = join(home, "bin");
  mkdirSync(folder);
  for (const name of ["git", "sh"]) {
    const place = (process.env["PATH"] ?? "").split(delimiter).find((each) => isProgram(join(each, name)));
    if (place !== undefined) symlinkSync(join(place, name), join(folder, name));
  }
  return folder;
}

function isProgram(path: string): boolean {
  return spawnSync("test", ["-x", path]).status === 0;
}
