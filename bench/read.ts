/**
 * Reading transcripts: our reader, which gives deltas, compared with "split a Buffer at newlines and JSON.parse every
 * line", which gives nothing. `npm run bench:read [-- MEGABYTES]`. Each run is a process of its own, with its own
 * peak of memory; both take turns, and the median of the runs counts.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openTranscript } from "../src/hosts/open-transcript.ts";
import { readTranscript } from "../src/hosts/transcript.ts";
import { corpusFile, corpusFiles, NO_CORPUS } from "../test/support/corpus.ts";
import { middle } from "./middle.ts";
import { parseLines } from "./parse-lines.ts";
import { writeSyntheticTranscript } from "./synthetic-transcript.ts";

const MEGABYTE = 1024 * 1024;
const RSS_LIMIT = 200;
const [mode = "500", ...rest] = process.argv.slice(2);

if (mode === "parse" || mode === "read") child(mode, Number(rest[0]), rest.slice(1));
else compare(Number(mode));

interface Run {
  readonly seconds: number;
  /** Seconds of processor time: steadier than the clock on a busy machine. */
  readonly cpu: number;
  readonly rss: number;
  /** Lines parsed or deltas given, so that no work can be optimised away. */
  readonly count: number;
}

function compare(megabytes: number): void {
  const folder = mkdtempSync(join(tmpdir(), "cox-bench-"));
  const path = join(folder, "transcript.jsonl");
  try {
    writeSyntheticTranscript(path, megabytes);
    const rows = [row("synthetic", [path], { runs: 7, passes: 1 })];
    if (NO_CORPUS === undefined) rows.push(row("corpus", corpusFiles().map(corpusFile), { runs: 7, passes: 5 }));
    else console.log(`corpus: left out, ${NO_CORPUS}`);
    console.table(Object.fromEntries(rows.map(({ name, cells }) => [name, cells])));
    const good = rows.every((each) => each.good);
    console.log(`${good ? "met" : "MISSED"}: ratio at least 1, resident memory of the reader under ${RSS_LIMIT} MB`);
    process.exitCode = good ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function row(
  name: string,
  files: readonly string[],
  { runs, passes }: { runs: number; passes: number },
): { name: string; cells: Record<string, number>; good: boolean } {
  const size = files.reduce((sum, file) => sum + statSync(file).size, 0) / MEGABYTE;
  const parse: Run[] = [];
  const read: Run[] = [];
  for (let run = 0; run < runs; run += 1) {
    parse.push(spawn("parse", passes, files));
    read.push(spawn("read", passes, files));
  }
  const parseSeconds = middle(parse.map((run) => run.seconds));
  const readSeconds = middle(read.map((run) => run.seconds));
  const readRss = Math.max(...read.map((run) => run.rss));
  const cells = {
    MB: round(size),
    "parse MB/s": round(size / parseSeconds),
    "reader MB/s": round(size / readSeconds),
    ratio: ratio(parseSeconds, readSeconds),
    "ratio of CPU": ratio(middle(parse.map((run) => run.cpu)), middle(read.map((run) => run.cpu))),
    "parse RSS MB": round(Math.max(...parse.map((run) => run.rss))),
    "reader RSS MB": round(readRss),
    deltas: read[0]?.count ?? 0,
  };
  return { name, cells, good: readSeconds <= parseSeconds && readRss < RSS_LIMIT };
}

function spawn(job: "parse" | "read", passes: number, files: readonly string[]): Run {
  const script = fileURLToPath(import.meta.url);
  const output = execFileSync(process.execPath, [script, job, String(passes), ...files], { encoding: "utf8" });
  return JSON.parse(output) as Run;
}

function child(job: "parse" | "read", passes: number, files: readonly string[]): void {
  const times: number[] = [];
  let count = 0;
  const before = process.cpuUsage();
  for (let pass = 0; pass < passes; pass += 1) {
    const start = performance.now();
    count = files.reduce((sum, file) => sum + (job === "parse" ? parseLines(file) : readDeltas(file)), 0);
    times.push((performance.now() - start) / 1000);
  }
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1e6 / passes;
  const run: Run = { seconds: middle(times), cpu, rss: process.resourceUsage().maxRSS / 1024, count };
  console.log(JSON.stringify(run));
}

function readDeltas(file: string): number {
  let deltas = 0;
  const { path, host } = openTranscript(file);
  readTranscript(path, host, {
    onDeltas: (more) => {
      deltas += more.length;
    },
  });
  return deltas;
}

function ratio(theirs: number, ours: number): number {
  return Math.round((theirs / ours) * 100) / 100;
}

function round(value: number): number {
  return Math.round(value);
}
