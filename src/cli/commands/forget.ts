import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { AuditCache, ForgottenAudit } from "../../audit/cache.ts";
import { auditCachePath, openKnownCases } from "../../compose/audit.ts";
import { type Config, loadConfig } from "../../config.ts";
import { CoxError } from "../../errors.ts";
import type { ForgetFilter, Forgotten, Store } from "../../store/store.ts";
import { type Command, EXIT_CANCELLED, EXIT_DONE, type Io } from "../command.ts";
import { withStore } from "../open-store.ts";
import { allowWords, parseOptions, refuseEmptyPaths } from "../parse-options.ts";
import { grouped, megabytes } from "../show/amounts.ts";
import { table } from "../show/table.ts";
import { sinceOption } from "../since-option.ts";
import { tellIgnored } from "../tell-problems.ts";

export const command: Command = {
  name: "forget",
  summary: "Delete what Coxswain keeps on this machine.",
  usage: ["forget [--older-than 30d] [--project DIR] [--dry-run | --yes] [--json]"],
  options: [
    ["--older-than AGE|DATE", "only what was last changed before: 30d, 12h, 2026-11-01 (default: everything)"],
    ["--project DIR", "only what is about this directory or below; counters and model calls belong to none and stay"],
    ["--dry-run", "show what would be deleted, and delete nothing"],
    ["--yes", "do not ask"],
    ["--json", "the numbers as JSON, with --dry-run or --yes"],
  ],
  examples: [
    "cox forget --dry-run",
    "cox forget --older-than 30d",
    "cox forget --project ~/work/secret --yes",
    "# your settings, the agents' own transcripts and what cox install put in are never touched",
  ],
  async run(args, io) {
    const { filter, dryRun, yes, json } = parse(args, io);
    const loaded = loadConfig({ cwd: io.cwd, env: io.env });
    tellIgnored(loaded, io);
    const files = keptFiles(loaded.config);
    const before = sizeOf(files);
    const show = (found: Found, deleted: boolean): void => {
      const bytes = { before, after: sizeOf(files) };
      if (json) io.out(`${JSON.stringify({ deleted, ...found, files, bytes })}\n`);
      else
        io.out(
          deleted ? `Deleted. What is left takes ${megabytes(bytes.after)}.\n` : describe(found, files, before, io),
        );
    };
    const found = await forget(loaded.config, { ...filter, dryRun: true });
    if (dryRun || isNothing(found)) {
      show(found, false);
      return EXIT_DONE;
    }
    if (!json) show(found, false);
    if (!yes && !(await agrees(io))) {
      io.err("Nothing was deleted.\n");
      return io.signal.aborted ? EXIT_CANCELLED : EXIT_DONE;
    }
    show(await forget(loaded.config, filter), true);
    return EXIT_DONE;
  },
};

function parse(args: string[], io: Io) {
  const { values, positionals } = parseOptions("forget", args, {
    "older-than": { type: "string" },
    project: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    yes: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  allowWords(0, "forget", positionals);
  const { "older-than": age, "dry-run": dryRun, project, yes, json } = values;
  if (project !== undefined) refuseEmptyPaths("forget", [project]);
  // A question would stand in the middle of the JSON.
  if (!yes && !dryRun && (json || !io.ask)) {
    throw new CoxError("usage", "forget: there is nobody to ask.", {
      hint: "Add --yes, or --dry-run to see what would be deleted.",
    });
  }
  const filter: ForgetFilter = {
    before: age === undefined ? undefined : sinceOption(age, new Date()),
    directory: project === undefined ? undefined : resolve(io.cwd, project),
  };
  return { filter, dryRun, yes, json };
}

type Found = Forgotten & ForgottenAudit;

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

/** Opens only what is there: to forget must leave nothing new behind. */
async function forget(config: Config, filter: ForgetFilter): Promise<Found> {
  const { path } = config.store;
  const fromStore = (store: Store) => store.forget(filter);
  const kept = path !== null && existsSync(path) ? await withStore(config, fromStore) : {};
  const cache = await openKnownCases(config);
  return { ...NOTHING, ...kept, ...(cache && forgetAudit(cache, filter)) };
}

function forgetAudit(cache: Pick<AuditCache, "forget" | "close">, filter: ForgetFilter): ForgottenAudit {
  try {
    return cache.forget(filter);
  } finally {
    cache.close();
  }
}

function isNothing(found: Found): boolean {
  return Object.values(found).every((count) => count === 0);
}

function keptFiles(config: Config): string[] {
  return [config.store.path, auditCachePath(config)].flatMap((path) => (path && existsSync(path) ? [path] : []));
}

function sizeOf(files: readonly string[]): number {
  const sizes = files.flatMap((file) => [file, `${file}-wal`]).map((file) => statSync(file, { throwIfNoEntry: false }));
  return sizes.reduce((sum, facts) => sum + (facts?.size ?? 0), 0);
}

function describe(found: Found, files: readonly string[], bytes: number, { columns }: Io): string {
  if (isNothing(found)) return "There is nothing to forget.\n";
  const marked = found.marked === 0 ? "" : `, ${grouped(found.marked)} of them marked with cox feedback`;
  const rows: [count: number, noun: string, meaning: string][] = [
    [found.threads, "threads", "of cox run, cox chat and cox acp"],
    [found.verdicts, "verdicts", `that cox why explains${marked}`],
    [found.cursors, "sessions", "how far the hook has read them"],
    [found.guards, "counters", "of the loop guard, with what was said"],
    [found.usage, "model calls", "that cox usage counts"],
    [found.transcripts, "transcripts", "what audits found in them; the files stay"],
    [found.opinions, "opinions", "that models gave to cox audit --observer"],
  ];
  const shown = rows.filter(([count]) => count > 0).map(([count, ...words]) => [grouped(count), ...words]);
  return `In ${files.join(" and ")}, ${megabytes(bytes)}:\n${table(shown, { right: [0], columns })}`;
}

async function agrees(io: Io): Promise<boolean> {
  const answer = await io.ask?.("Delete this for good? [y/N] ");
  return /^\s*y(?:es)?\s*$/i.test(answer ?? "");
}
