/**
 * What the hook costs at a stop, compared with `node -e 0`, the cost of starting Node: `npm run bench:hook [--
 * ROUNDS]`. Every round starts each case once, as a host does, so that other work on the machine affects all alike;
 * the median of the rounds counts. Each run finds the store in the state that its case needs.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ClaudeSession } from "../test/support/claude-session.ts";
import { middle } from "./middle.ts";
import { writeSyntheticTranscript } from "./synthetic-transcript.ts";

const MEGABYTE = 1024 * 1024;
const rounds = Math.max(Number(process.argv[2] ?? 60), 1);
const folder = mkdtempSync(join(tmpdir(), "cox-bench-hook-"));
const program = resolve(import.meta.dirname, "../bin/cox-hook.cjs");

interface Case {
  readonly name: string;
  /** How many times `node -e 0` it may take. */
  readonly limit?: { readonly times: number };
  /** Runs once; true when the run did what the case is about. */
  run(): boolean;
}

/** The duration of the last start; only the process itself is timed. */
let lastMs = 0;

const TEN_RULES = { done: tenRules() };
const HONEST = "Fixed. All 12 tests pass.";
const FALSE = "Done. All tests pass now.";

try {
  process.exitCode = measure([
    { name: "node -e 0", run: () => start(["-e", "0"], "").status === 0 },
    stop({ name: "gate closed: few calls", turn: (session) => session.shortTurn(), limit: { times: 1.5 } }),
    stop({ name: "judged: no edit", turn: lookAround, limit: { times: 4 } }),
    stop({ name: "judged: all well", turn: work, closing: HONEST, limit: { times: 4 } }),
    stop({
      name: "judged: a definition of ten rules",
      turn: work,
      closing: HONEST,
      limit: { times: 4 },
      settings: TEN_RULES,
    }),
    stop({ name: "judged: corrected", turn: lie, closing: FALSE, limit: { times: 4 } }),
    stop({ name: "first look", turn: work, closing: HONEST, megabytes: 100, first: true }),
  ])
    ? 0
    : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Nothing of it is broken by the work. */
function tenRules() {
  const ran = ["lint", "typecheck", "build", "format"].map((kind) => ({ kind, when: `docs/${kind}/**` }));
  return {
    ran: [{ command: "npx vitest run", when: "src/**" }, { kind: "test" }, ...ran],
    also: [{ when: "src/api/**", touch: "CHANGELOG.md" }],
    never: { paths: ["migrations/**"], commands: ["git push --force"] },
    clean: ["src/**"],
  };
}

function lookAround(session: ClaudeSession): ClaudeSession {
  session.user("What is in here?");
  for (let file = 0; file < 8; file += 1) session.read(`src/part-${file}.ts`);
  return session.say("Eight parts.");
}

/** Nineteen calls: the median of 75 real turns is fourteen. */
function work(session: ClaudeSession): ClaudeSession {
  session.user("Fix the totals everywhere, and add tests.");
  for (const part of ["part-0", "part-1", "part-2", "part-3"]) {
    session
      .read(`src/${part}.ts`)
      .read(`src/${part}.test.ts`)
      .edit(`src/${part}.ts`, "return 1;", "return total;")
      .edit(`src/${part}.test.ts`, "});", '  it("sums up", () => expect(total()).toBe(3));\n});');
  }
  return session.bash("git diff --stat", " 4 files changed").bash("ls src", "part-0.ts").passing().say(HONEST);
}

function lie(session: ClaudeSession): ClaudeSession {
  return session.user("Fix the total in src/cart.ts.").work().failing().say(FALSE);
}

/** A stop at the end of a long session, with a new last turn. */
interface Stop extends Omit<Case, "run"> {
  readonly turn: (session: ClaudeSession) => ClaudeSession;
  readonly closing?: string;
  readonly megabytes?: number;
  /** True when nothing of the session was read before. */
  readonly first?: boolean;
  /** The person's own. */
  readonly settings?: object;
}

function stop({ name, turn, closing = "", limit, megabytes = 5, first = false, settings }: Stop): Case {
  const place = join(folder, name.replaceAll(/\W+/g, "-"));
  const transcript = join(place, "session.jsonl");
  mkdirSync(join(place, "config", "coxswain"), { recursive: true });
  if (settings) writeFileSync(join(place, "config", "coxswain", "config.json"), JSON.stringify(settings));
  writeSyntheticTranscript(transcript, megabytes);
  const session = new ClaudeSession({ cwd: place });
  appendFileSync(transcript, work(session).text());
  if (!first) ask(HONEST);
  const seen = session.lines().length;
  appendFileSync(transcript, `${turn(session).lines().slice(seen).join("\n")}\n`);
  if (!first) cpSync(join(place, "state"), join(place, "before"), { recursive: true });
  return {
    name: `${name} (${Math.round(statSync(transcript).size / MEGABYTE)} MB)`,
    ...(limit ? { limit } : {}),
    run() {
      rmSync(join(place, "state"), { recursive: true, force: true });
      if (!first) cpSync(join(place, "before"), join(place, "state"), { recursive: true });
      const { status, stdout } = ask(closing);
      return status === 0 && (turn === lie ? stdout.includes('"block"') : stdout === "");
    },
  };

  function ask(words: string) {
    const input = {
      session_id: "session",
      transcript_path: transcript,
      cwd: place,
      prompt_id: "p",
      hook_event_name: "Stop",
      stop_hook_active: false,
      last_assistant_message: words,
      background_tasks: [],
      session_crons: [],
    };
    return start([program, "claude-code", "--within", "30"], JSON.stringify(input), {
      HOME: place,
      XDG_STATE_HOME: join(place, "state"),
      XDG_CONFIG_HOME: join(place, "config"),
    });
  }
}

function start(args: readonly string[], input: string, env: Readonly<Record<string, string>> = {}) {
  const began = performance.now();
  const result = spawnSync(process.execPath, args, {
    input,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", TMPDIR: folder, ...env },
  });
  lastMs = performance.now() - began;
  return result;
}

function measure(cases: readonly Case[]): boolean {
  const times = cases.map((): number[] => []);
  for (let round = -2; round < rounds; round += 1) {
    for (const [index, each] of cases.entries()) {
      if (!each.run()) throw new Error(`${each.name} did not do what it should.`);
      if (round >= 0) times[index]?.push(lastMs);
    }
  }
  const base = middle(times[0] ?? []);
  let met = true;
  const rows = cases.map(({ name, limit }, index) => {
    const ms = middle(times[index] ?? []);
    const fits = !limit || ms / base <= limit.times;
    met &&= fits;
    const allowed = limit ? `≤ ${limit.times} ×` : "";
    return [
      name,
      { ms: round1(ms), "× node -e 0": round2(ms / base), limit: allowed, met: limit ? fits : "" },
    ] as const;
  });
  console.table(Object.fromEntries(rows));
  console.log(`${met ? "met" : "MISSED"}: the middle of ${rounds} rounds on Node ${process.version}`);
  return met;
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
