import { statSync } from "node:fs";
import { grouped } from "../../text/amounts.ts";
import type { ForgottenAudit } from "../../audit/cache.ts";
import { auditCachePath, openKnownCases } from "../../compose/audit.ts";
import type { Config } from "../../config.ts";
import { describeError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { neutralise } from "../../text/strings.ts";
import { companionOf, mayBeThere } from "../../store/private-file.ts";
import type { ForgetFilter, Forgotten } from "../../store/store.ts";
import { agrees, EXIT_CANCELLED, EXIT_DONE, EXIT_FAILED, expectAnswer, type Io } from "../command.ts";
import { defineCommand, type Given } from "../define-command.ts";
import { withStore, settingsHere } from "../open-store.ts";
import { refuseEmptyPaths, projectOption, sinceOption } from "../options/parse-options.ts";
import { megabytes } from "../show/finding-words.ts";
import { table } from "../show/table.ts";

const OPTIONS = [
  [
    "--older-than AGE|DATE",
    "only what was last changed or marked longer ago than 30d, 4w or 12h, or before 2026-11-01 (UTC; default: everything)",
  ],
  ["--project DIR", "only what is about this directory or below; counters and model calls belong to none and stay"],
  ["--dry-run", "show what would be deleted, and delete nothing"],
  ["--yes", "do not ask"],
  ["--json", "the numbers as JSON, with --dry-run or --yes"],
] as const;

export const command = defineCommand({
  name: "forget",
  usage: ["forget [--older-than 30d] [--project DIR] [--dry-run | --yes] [--json]"],
  options: OPTIONS,
  words: 0,
  examples: [
    "cox forget --dry-run",
    "cox forget --older-than 30d",
    "cox forget --project ~/code/secret --yes",
    "# your settings, the agents' own transcripts and what cox install put in are never touched",
    "# exit code: 0 done, 1 a file could not be read or deleted from (what is in the other goes all the same)",
  ],
  async run(given, io) {
    const { filter, dryRun, yes, json } = readRequest(given, io);
    const { config } = settingsHere(io);
    const files = keptFiles(config);
    const before = sizeOf(files);
    const tell = outcomeTeller(io);
    const show = (outcome: Outcome, deleted: boolean): void => {
      const bytes = { before, after: sizeOf(files) };
      const { found, ...problems } = outcome;
      if (json) io.out(jsonLine({ deleted, ...found, ...problems, files, bytes }));
      else
        io.out(
          deleted
            ? `Deleted.${bytes.after > 0 ? ` What is left takes ${megabytes(bytes.after)}.` : ""}\n`
            : describe(outcome, files, before, io),
        );
      tell(outcome);
    };
    const counted = await forget(config, { ...filter, dryRun: true });
    const isAsked = !dryRun && !isNothing(counted);
    if (isAsked && !json) show(counted, false);
    if (isAsked && !yes && !(await agrees(io, "Delete this for good?", "no"))) {
      io.err("Nothing was deleted.\n");
      return io.signal.aborted ? EXIT_CANCELLED : exitCode(counted);
    }
    // Runs also with nothing to delete: the files may still contain what was deleted earlier.
    const outcome = dryRun ? counted : await forget(config, filter);
    show(outcome, !dryRun && !isNothing(outcome));
    if (dryRun && !json && !isNothing(outcome)) io.out("Nothing was deleted: this was a dry run.\n");
    return exitCode(outcome);
  },
});

function readRequest({ values }: Given<typeof OPTIONS>, io: Io) {
  const { "older-than": age, "dry-run": dryRun, project, yes, json } = values;
  if (project !== undefined) refuseEmptyPaths("forget", [project]);
  const filter: ForgetFilter = {
    before: age === undefined ? undefined : sinceOption("--older-than", age, new Date()),
    isAbout: project === undefined ? undefined : projectOption(project, io).holds,
  };
  expectAnswer({ yes, dryRun, json }, io, "be deleted");
  return { filter, dryRun, yes, json };
}

type Found = Omit<Forgotten & ForgottenAudit, "lingers">;

interface Outcome {
  readonly found: Found;
  readonly failures: readonly string[];
  /** Files from which deleted data could still be read. */
  readonly lingers: readonly string[];
}

const NOTHING: Found = {
  threads: 0,
  verdicts: 0,
  marked: 0,
  cursors: 0,
  guards: 0,
  usage: 0,
  transcripts: 0,
  opinions: 0,
};

/** Handles each file separately: a damaged one must not keep the other from being cleared. */
async function forget(config: Config, filter: ForgetFilter): Promise<Outcome> {
  const found = { ...NOTHING };
  const failures: string[] = [];
  const lingers: string[] = [];
  for (const forgetIn of [forgetStore, forgetAudit]) {
    try {
      const { lingers: reason, ...counts } = await forgetIn(config, filter);
      Object.assign(found, counts);
      if (reason !== undefined) lingers.push(reason);
    } catch (error) {
      failures.push(describeError(error));
    }
  }
  return { found, failures, lingers };
}

type Part = Partial<Forgotten & ForgottenAudit>;

/** Like `forgetAudit`, opens only an existing file: forgetting must not create anything. */
async function forgetStore(config: Config, filter: ForgetFilter): Promise<Part> {
  const { path } = config.store;
  return path !== null && mayBeThere(path) ? withStore(config, (store) => store.forget(filter)) : {};
}

async function forgetAudit(config: Config, filter: ForgetFilter): Promise<Part> {
  const cache = await openKnownCases(config);
  try {
    return cache?.forget(filter) ?? {};
  } finally {
    cache?.close();
  }
}

/** Reports each problem once: what cannot be counted cannot be deleted either. */
function outcomeTeller(io: Io): (outcome: Outcome) => void {
  const told = new Set<string>();
  return ({ failures, lingers }) => {
    for (const problem of [...failures, ...lingers]) {
      if (!told.has(problem)) io.err(`cox forget: ${neutralise(problem)}\n`);
      told.add(problem);
    }
  };
}

function exitCode({ failures }: Outcome): number {
  return failures.length === 0 ? EXIT_DONE : EXIT_FAILED;
}

function isNothing({ found }: Outcome): boolean {
  return Object.values(found).every((count) => count === 0);
}

function keptFiles(config: Config): string[] {
  return [config.store.path, auditCachePath(config)].flatMap((path) => (path && mayBeThere(path) ? [path] : []));
}

function sizeOf(files: readonly string[]): number {
  const sizes = files
    .flatMap((file) => [file, companionOf(file, "-wal")])
    .map((file) => statSync(file, { throwIfNoEntry: false }));
  return sizes.reduce((sum, facts) => sum + (facts?.size ?? 0), 0);
}

function markedOf({ verdicts, marked }: Found): string {
  if (marked === 0) return "";
  return `, ${verdicts === 1 ? "" : `${grouped(marked)} of them `}marked with cox feedback`;
}

function describe(outcome: Outcome, files: readonly string[], bytes: number, { columns }: Io): string {
  const { found, failures } = outcome;
  if (isNothing(outcome)) return failures.length === 0 ? "There is nothing to forget.\n" : "";
  const rows: [count: number, noun: string, meaning: string][] = [
    [found.threads, "thread", "of cox run, cox chat and cox acp"],
    [found.verdicts, "verdict", `that cox why explains${markedOf(found)}`],
    [found.cursors, "session", "how far the hook has read them"],
    [found.guards, "counter", "of the loop guard, with what was said"],
    [found.usage, "model call", "that cox usage counts"],
    [found.transcripts, "transcript", "what audits found in them; the files stay"],
    [found.opinions, "opinion", "that models gave to cox audit --observer"],
  ];
  const shown = rows.flatMap(([count, noun, meaning]) =>
    count > 0 ? [[grouped(count), count === 1 ? noun : `${noun}s`, meaning]] : [],
  );
  return `In ${files.join("\nand ")}${bytes > 0 ? `, ${megabytes(bytes)}` : ""}:\n${table(shown, { right: [0], columns })}`;
}
