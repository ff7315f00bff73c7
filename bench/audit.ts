/**
 * `cox audit` as people run it, compared with (a) one process that splits files at newlines, parses every line and
 * does nothing else, and (b) ccusage, a native program that sums up tokens in the same files. Measured are whole
 * processes.
 *
 * npm run bench:audit [-- --megabytes 2048] [--runs 3] [--keep] [--against CHECKOUT]
 *
 * With `--against`, the audit of another built checkout is measured in the same run.
 *
 * The corpus is included if there is one. The generated home lies in the system's directory for temporary files.
 */
import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { CORPUS, corpusFile, corpusFiles, NO_CORPUS } from "../test/support/corpus.ts";
import { middle } from "./middle.ts";
import { parseLines } from "./parse-lines.ts";
import { writeSyntheticHome } from "./synthetic-home.ts";

const CCUSAGE = "20.0.20";
const RSS_LIMIT_MB = 400;
const SECOND_RUN_LIMIT = 1;
const CCUSAGE_LIMIT = 3;
const POLL_MS = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    megabytes: { type: "string", default: "2048" },
    runs: { type: "string", default: "3" },
    keep: { type: "boolean", default: false },
    against: { type: "string" },
  },
});
const root = resolve(import.meta.dirname, "..");

if (positionals[0] === "parse") parseAll(positionals[1] ?? "");
else await compare();

async function compare(): Promise<void> {
  if (!existsSync(join(root, "dist", "cox.js"))) throw new Error("There is no dist/: npm run build makes it.");
  const ccusage = installCcusage();
  if (typeof ccusage !== "string") console.log(`ccusage: left out, ${ccusage.reason}`);
  const folder = mkdtempSync(join(tmpdir(), "cox-bench-audit-"));
  try {
    const rows: Record<string, Row> = {};
    if (NO_CORPUS === undefined) rows["corpus"] = await measure(ccusage, corpusHome(join(folder, "corpus")), 2);
    else console.log(`corpus: left out, ${NO_CORPUS}`);
    const home = join(folder, "home");
    writeSyntheticHome(home, Number(values.megabytes));
    rows["generated"] = await measure(ccusage, home, 1);
    console.table(Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, cellsOf(row)])));
    process.exitCode = report(rows) ? 0 : 1;
  } finally {
    if (values.keep) console.log(`kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

interface Run {
  readonly seconds: number;
  readonly rss: number;
}

interface Row {
  readonly megabytes: number;
  readonly files: number;
  readonly parse: Run;
  readonly ccusage: Run | undefined;
  readonly audit: Run;
  readonly again: Run;
  readonly against: Run | undefined;
  readonly turns: number;
}

/**
 * Measures each program in turn, several times; the median counts, because other work on the machine affects all
 * alike.
 */
async function measure(ccusage: Ccusage, home: string, factor: number): Promise<Row> {
  const files = transcripts(home);
  const script = fileURLToPath(import.meta.url);
  const state = join(home, ".local", "state");
  const environment = { PATH: process.env["PATH"] ?? "", HOME: home };
  const times = {
    parse: [] as Run[],
    ccusage: [] as Run[],
    audit: [] as Run[],
    again: [] as Run[],
    against: [] as Run[],
  };
  const audit = (checkout: string) => {
    rmSync(state, { recursive: true, force: true });
    return timed(process.execPath, [join(checkout, "bin", "cox.js"), "audit", "--json"], environment);
  };
  const again = () => timed(process.execPath, [join(root, "bin", "cox.js"), "audit", "--json"], environment);
  let turns = 0;
  for (const file of files) readFileSync(file);
  for (let run = 0; run < Number(values.runs) * factor; run += 1) {
    times.parse.push((await timed(process.execPath, [script, "parse", home], environment)).run);
    if (typeof ccusage === "string") {
      times.ccusage.push((await timed(ccusage, ["daily", "--json", "--offline"], environment)).run);
    }
    if (values.against !== undefined) times.against.push((await audit(resolve(values.against))).run);
    const first = await audit(root);
    times.audit.push(first.run);
    turns = (JSON.parse(first.output) as { summary: { turns: number } }).summary.turns;
    times.again.push((await again()).run);
  }
  return {
    megabytes: files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6,
    files: files.length,
    parse: inAll(times.parse),
    ccusage: times.ccusage.length > 0 ? inAll(times.ccusage) : undefined,
    audit: inAll(times.audit),
    again: inAll(times.again),
    against: times.against.length > 0 ? inAll(times.against) : undefined,
    turns,
  };
}

function timed(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ run: Run; output: string }> {
  return new Promise((done, fail) => {
    const started = performance.now();
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    let rss = 0;
    let output = "";
    const poll = setInterval(() => {
      rss = Math.max(rss, peakOf(child.pid));
    }, POLL_MS);
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", fail);
    child.on("close", (code) => {
      clearInterval(poll);
      if (code === 0) done({ run: { seconds: (performance.now() - started) / 1000, rss }, output });
      else fail(new Error(`${command} ${args.join(" ")} ended with ${code}`));
    });
  });
}

/** The peak memory of a process so far, in megabytes; 0 when the system does not tell. */
function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function parseAll(home: string): void {
  console.log(JSON.stringify({ lines: transcripts(home).reduce((sum, file) => sum + parseLines(file), 0) }));
}

function transcripts(home: string): string[] {
  return globSync([".claude/**/*.jsonl", ".codex/**/*.jsonl"], { cwd: home }).map((file) => join(home, file));
}

/** A home directory with real transcripts, placed as their agents place them. */
function corpusHome(home: string): string {
  const claude = join(home, ".claude", "projects", "corpus");
  const codex = join(home, ".codex", "sessions", "2026", "01", "01");
  for (const folder of [claude, codex]) mkdirSync(folder, { recursive: true });
  for (const name of corpusFiles()) copyFileSync(corpusFile(name), join(claude, name));
  for (const file of globSync("hosts/codex/*.jsonl", { cwd: CORPUS })) {
    copyFileSync(join(CORPUS, file), join(codex, `rollout-${file.replaceAll(/\W/g, "-").slice(0, -6)}.jsonl`));
  }
  return home;
}

type Ccusage = string | { readonly reason: string };

/** Installs ccusage in a folder of its own, for this benchmark only. */
function installCcusage(): Ccusage {
  const folder = join(tmpdir(), `cox-bench-ccusage-${CCUSAGE}`);
  const platform = `@ccusage/ccusage-${process.platform}-${process.arch}`;
  const binary = join(folder, "node_modules", platform, "bin", "ccusage");
  if (existsSync(binary)) return binary;
  try {
    mkdirSync(folder, { recursive: true });
    const packages = [`ccusage@${CCUSAGE}`, `${platform}@${CCUSAGE}`];
    execFileSync("npm", ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", ...packages], {
      stdio: "ignore",
      timeout: 120_000,
    });
    if (!existsSync(binary)) return { reason: `${platform} has no program for this machine` };
    chmodSync(binary, 0o755);
    return binary;
  } catch (error) {
    return { reason: `it could not be installed: ${String(error).split("\n", 1).join("")}` };
  }
}

function cellsOf({
  megabytes,
  files,
  parse,
  ccusage,
  audit,
  again,
  against,
  turns,
}: Row): Record<string, number | string> {
  const speed = (run: Run): number => Math.round(megabytes / run.seconds);
  return {
    MB: Math.round(megabytes),
    files,
    turns,
    "parse MB/s": speed(parse),
    "ccusage MB/s": ccusage ? speed(ccusage) : "–",
    "audit MB/s": speed(audit),
    "× parse": rounded(parse.seconds / audit.seconds),
    "time of ccusage": ccusage ? rounded(audit.seconds / ccusage.seconds) : "–",
    "RSS MB": Math.round(Math.max(audit.rss, again.rss)),
    "second run s": rounded(again.seconds),
    ...(against && {
      "time of the other": rounded(audit.seconds / against.seconds),
      "its RSS MB": Math.round(against.rss),
    }),
  };
}

function report(rows: Readonly<Record<string, Row>>): boolean {
  const all = Object.values(rows);
  const goals: [string, boolean][] = [
    ["faster than parsing every line", all.every((row) => row.audit.seconds < row.parse.seconds)],
    [
      `within ${CCUSAGE_LIMIT} × of ccusage`,
      all.every((row) => !row.ccusage || row.audit.seconds <= CCUSAGE_LIMIT * row.ccusage.seconds),
    ],
    [`memory under ${RSS_LIMIT_MB} MB`, all.every((row) => row.audit.rss < RSS_LIMIT_MB)],
    [`second run under ${SECOND_RUN_LIMIT} s`, all.every((row) => row.again.seconds < SECOND_RUN_LIMIT)],
  ];
  for (const [goal, met] of goals) console.log(`${met ? "met" : "MISSED"}: ${goal}`);
  return goals.every(([, met]) => met);
}

function inAll(runs: readonly Run[]): Run {
  return { seconds: middle(runs.map((run) => run.seconds)), rss: Math.max(...runs.map((run) => run.rss)) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
