/**
 * What definitions of done would have said in real sessions: `npm run bench:definition -- --sessions DIR`, with a folder
 * for each repository. Their files are not there, so each definition is proposed as `cox init` does it, from what its
 * sessions show: the checks that ran, and the guidance that was read. `--firings` prints each for a reader, `--kinds` asks
 * for kinds of checks in place of the commands, `--clean` also for no placeholders.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Rule } from "../src/evidence/definition/definition.ts";
import { checksOf } from "../src/evidence/record/find-checks.ts";
import { createEvidenceJudge } from "../src/evidence/judge.ts";
import { habitsOf } from "../src/propose/habits.ts";
import { type Proposal, propose } from "../src/propose/propose.ts";
import { guidanceRead } from "../src/propose/guidance-read.ts";
import { loadThread } from "../src/session/load-thread.ts";
import { turnKey } from "../src/session/turn-record.ts";
import { parseCommandLine } from "../src/thread/shell/parse-command-line.ts";
import type { Thread, Turn } from "../src/thread/thread.ts";
import { closingText, requestText } from "../src/thread/turns.ts";

const { values } = parseArgs({
  options: {
    sessions: { type: "string" },
    firings: { type: "boolean", default: false },
    clean: { type: "boolean", default: false },
    kinds: { type: "boolean", default: false },
  },
});

if (values.sessions === undefined) {
  console.error("Give --sessions DIR: a folder of transcripts for each repository.");
  process.exitCode = 2;
} else measure(values.sessions);

interface Row {
  readonly repository: string;
  readonly turns: number;
  readonly rules: readonly string[];
  asked: number;
  met: number;
  unknown: number;
  broken: number;
  fired: number;
  spoke: number;
  complaints: number;
  others: number;
  complaintsElsewhere: number;
}

function measure(directory: string): void {
  const rows: Row[] = [];
  for (const repository of readdirSync(directory).toSorted()) {
    const folder = join(directory, repository);
    if (!statSync(folder).isDirectory()) continue;
    const row = measureRepository(repository, threadsIn(folder));
    rows.push(row);
  }
  console.log(
    "| repository | turns | rules | asked | met | unknown | broken | said | complained next | complained after other turns |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  for (const row of rows) console.log(asRow(row));
}

function threadsIn(folder: string): readonly Thread[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => {
      try {
        return [loadThread(join(folder, name)).thread];
      } catch {
        return [];
      }
    });
}

function measureRepository(repository: string, threads: readonly Thread[]): Row {
  const habits = habitsOf(threads);
  const proposal = propose({ project: [], workflows: [], guidance: guidanceRead(threads), habits });
  const rules = rulesOf(proposal);
  console.log(`\n${repository}`);
  for (const { rule, because } of [...proposal.ran, ...proposal.never.paths, ...proposal.never.commands])
    console.log(`  ${JSON.stringify(rule)} (${because.join("; ")})`);
  const judge = createEvidenceJudge({ definition: { rules, strict: false } });
  const row: Row = {
    repository,
    turns: habits.turns,
    rules: rules.map(({ type }) => type),
    asked: 0,
    met: 0,
    unknown: 0,
    broken: 0,
    fired: 0,
    spoke: 0,
    complaints: 0,
    others: 0,
    complaintsElsewhere: 0,
  };
  const seen = new Set<string>();
  for (const thread of threads) {
    for (const turn of thread.turns) {
      const key = turnKey(thread, turn, undefined);
      if (seen.has(key)) continue;
      seen.add(key);
      const verdict = judge.assess({ thread, turn });
      const states = (verdict.rules ?? []).filter(({ state }) => state !== "not asked");
      if (states.length === 0) continue;
      const findings = verdict.findings.filter(({ id }) => id === "definition-of-done");
      row.asked += states.length;
      row.met += states.filter(({ state }) => state === "met").length;
      row.unknown += states.filter(({ state }) => state === "unknown").length;
      row.broken += states.filter(({ state }) => state === "broken").length;
      row.fired += findings.length;
      const complained = complains(nextWords(thread, turn));
      if (findings.length > 0) {
        row.spoke += 1;
        row.complaints += complained ? 1 : 0;
      } else {
        row.others += 1;
        row.complaintsElsewhere += complained ? 1 : 0;
      }
      if (values.firings) for (const { message } of findings) show(thread, turn, message, complained);
    }
  }
  return row;
}

function rulesOf({ ran, never }: Proposal): readonly Rule[] {
  return [
    ...ran.map(({ rule: { command, when } }): Rule => {
      const kind = values.kinds ? parseCommandLine(command).flatMap(checksOf)[0]?.kind : undefined;
      const what = kind === undefined ? { command } : { kind };
      return { type: "ran", from: "project", ...what, when: when === undefined ? [] : [when] };
    }),
    ...never.paths.map(({ rule }): Rule => ({ type: "never-path", from: "project", path: rule })),
    ...never.commands.map(({ rule }): Rule => ({ type: "never-command", from: "project", command: rule })),
    ...(values.clean ? [{ type: "clean", from: "project", path: "**" } as const] : []),
  ];
}

function show(thread: Thread, turn: Turn, message: string, complained: boolean): void {
  console.log(`\n== ${thread.id} turn ${turn.number}${complained ? " (complained next)" : ""}: ${message}`);
  console.log(`   asked: ${requestText(thread, turn).slice(0, 200).replaceAll(/\s+/g, " ")}`);
  const steps = turn.steps.filter(({ action }) => action.command !== undefined || action.changes.length > 0).slice(-14);
  for (const { number, action, result } of steps) {
    const what = action.command ?? `${action.kind} ${action.changes.map(({ path }) => path).join(" ")}`;
    console.log(
      `   ${number} ${what.slice(0, 160).replaceAll(/\s+/g, " ")} → ${result?.status} ${result?.exitCode ?? ""}`,
    );
  }
  console.log(`   says: ${closingText(thread, turn).slice(0, 400).replaceAll(/\s+/g, " ")}`);
}

function nextWords(thread: Thread, turn: Turn): string {
  const next = thread.turns[turn.number];
  return next ? requestText(thread, next).slice(0, 600) : "";
}

/** A crude sign, the same for all: it compares turns, and counts nothing by itself. */
function complains(words: string): boolean {
  return /\b(?:still|wrong|fail(?:s|ed|ing)?|broken?|didn['’]?t|doesn['’]?t|not work\w*|why (?:did|is|are|do)|errors?|forgot|missed|revert|undo|again|instead)\b/i.test(
    words,
  );
}

function asRow({ repository, turns, rules, asked, met, unknown, broken, fired, ...next }: Row): string {
  const cells = [repository, turns, rules.length, asked, met, unknown, broken, fired];
  const elsewhere = `${next.complaintsElsewhere} of ${next.others}`;
  return `| ${[...cells, `${next.complaints} of ${next.spoke}`, elsewhere].join(" | ")} |`;
}
