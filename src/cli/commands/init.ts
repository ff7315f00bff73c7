import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { definitionOf } from "../../compose/definition.ts";
import { composeJudgingBasics } from "../../compose/settings.ts";
import { saidIn } from "../../compose/said.ts";
import { DISK, PROJECT_FILE } from "../../config/files.ts";
import { type Config, configForWatching, loadConfig } from "../../config.ts";
import type { Proving } from "../../corrector.ts";
import { createEvidenceJudge } from "../../evidence/judge.ts";
import { type OwnChange, changesOwnSettings, planOwnSettings, writeOwnSettings } from "../../install/own-settings.ts";
import { guidanceRead } from "../../propose/guidance-read.ts";
import { habitsOf } from "../../propose/habits.ts";
import { projectFacts } from "../../propose/project-facts.ts";
import { type Proposal, propose, templateOf, type World, WORLDS } from "../../propose/propose.ts";
import { tryOut } from "../../propose/try-out.ts";
import { loadThread } from "../../session/load-thread.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { repositoryOf } from "../../text/places.ts";
import type { Thread } from "../../thread/thread.ts";
import { agrees, EXIT_CANCELLED, EXIT_DONE, EXIT_NOT_DONE, expectAnswer, type Io } from "../command.ts";
import { defineCommand, type Given } from "../define-command.ts";
import { lookThrough } from "../look-through.ts";
import { projectOption, sinceOption, sinceText } from "../options/parse-options.ts";
import { settingsHere } from "../open-store.ts";
import { proposalText, tryOutText } from "../show/init-text.ts";

const OPTIONS = [
  ["--template NAME", `start from ${WORLDS.join(", ")} instead of from what is found`],
  ["--since AGE|DATE", "try it on the sessions since: 30d, 4w, 2026-11-01", { default: "30d" }],
  ["--dry-run", "show what would be written, and write nothing"],
  ["--yes", "do not ask"],
  ["--json", "the proposal and what it would have said, as one line of JSON, with --dry-run or --yes"],
] as const;

export const command = defineCommand({
  name: "init",
  usage: [`init [--template ${WORLDS.join("|")}] [--since 30d] [--dry-run] [--yes] [--json]`],
  options: OPTIONS,
  words: 0,
  examples: [
    "cox init",
    "cox init --dry-run",
    "cox init --template go --yes",
    "cox check session.jsonl --done .coxswain.json",
    "# exit code: 0 done, 3 there is nothing to propose, 2 wrong usage, 130 Ctrl-C",
  ],
  async run(given, io) {
    const { yes, dryRun, json, template, since } = readRequest(given);
    expectAnswer({ yes, dryRun, json }, io, "be written");
    const root = repositoryOf(io.cwd) ?? io.cwd;
    const loaded = settingsHere(io, { cwd: root });
    const config = configForWatching(loaded);
    const threads = await sessionsIn(root, since, config, io);
    const { world, ...facts } = projectFacts(root);
    const guidance = facts.guidance.length > 0 ? facts.guidance : guidanceRead(threads);
    const proposal = propose({ ...facts, guidance, habits: habitsOf(threads) });
    const isEmpty = proposal.ran.length + proposal.never.paths.length + proposal.never.commands.length === 0;
    const start = template ?? (isEmpty ? world : undefined);
    const done = start === undefined ? doneOf(proposal) : templateOf(start);
    if (isEmpty && start === undefined) {
      io.err(`cox init: ${NOTHING}\n`);
      return EXIT_NOT_DONE;
    }
    const file = join(root, PROJECT_FILE);
    const plan = planOwnSettings(file, changesFor(done, config), NEW_FILE);
    const tried = tryOut(threads, judgingWith({ file, text: plan.text }, root, io));
    if (io.signal.aborted) return EXIT_CANCELLED;
    const changes = changesOwnSettings(plan);
    const report = { file, template: start ?? null, done, proposal, tried, dryRun, changes, text: plan.text };
    if (!json) {
      io.out(start === undefined ? proposalText(proposal, root, io) : `${templateText(start, plan.text)}\n`);
      io.out(tryOutText(tried, `since ${sinceText(since)}`, io));
    }
    const isAgreed = changes && !dryRun && (yes || (await agrees(io, `Write it to ${file}?`, "no")));
    if (isAgreed) writeOwnSettings(plan, 0o644);
    if (json) io.out(jsonLine({ ...report, written: isAgreed }));
    else
      io.out(
        `${isAgreed ? `Written to ${file}. ${COMMIT}` : changes ? "Nothing was written." : `${file} holds all of it already.`}\n`,
      );
    return EXIT_DONE;
  },
});

const NOTHING =
  "nothing was found to propose: no task that checks, no guidance that asks for one, no habit in old sessions. cox init --template NAME starts from an example.";
const COMMIT = "It counts for agents that are watched once it is committed; change it as you like.";
const NEW_FILE = `// What this project means by "done". cox config done shows it, docs/definition-of-done.md explains it.\n{}\n`;

function readRequest({ values }: Given<typeof OPTIONS>) {
  const { yes, json, "dry-run": dryRun } = values;
  const template = WORLDS.find((world) => world === values.template);
  if (values.template !== undefined && !template)
    throw new CoxError("usage", `--template takes ${WORLDS.join(", ")}, not "${values.template}".`);
  return { yes, json, dryRun, template, since: sinceOption("--since", values.since, new Date()) };
}

/** The sessions of a repository. Which files may hold one, their first part tells: hosts write the directory there. */
async function sessionsIn(root: string, since: string, config: Config, io: Io): Promise<readonly Thread[]> {
  const project = projectOption(root, io);
  const said = await saidIn(config);
  const { recent } = lookThrough({ paths: [], hosts: [], since, projects: [] }, io);
  const files = recent.files.toSorted((left, right) => right.mtimeMs - left.mtimeMs).slice(0, MOST_FILES);
  const threads: Thread[] = [];
  let bytes = 0;
  for (const { path, size } of files) {
    if (io.signal.aborted || bytes > MOST_BYTES) break;
    if (size > 0 && path.endsWith(".jsonl") && !startsWithin(path, root)) continue;
    try {
      const { thread } = loadThread(path, undefined, said);
      if (thread.cwd !== undefined && project.holds(thread.cwd)) threads.push(thread);
      bytes += size;
    } catch (error) {
      if (!(error instanceof CoxError)) throw error;
    }
  }
  return threads;
}

const MOST_FILES = 2000;
const MOST_BYTES = 200_000_000;
const HEAD_BYTES = 128 * 1024;

function startsWithin(path: string, root: string): boolean {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const length = readSync(file, head, 0, HEAD_BYTES, 0);
    return head.subarray(0, length).includes(jsonLine([root]).trim().slice(2, -2));
  } finally {
    closeSync(file);
  }
}

/** In the form of the settings. */
function doneOf({ ran, never }: Proposal): Record<string, unknown> {
  const paths = never.paths.map(({ rule }) => rule);
  const commands = never.commands.map(({ rule }) => rule);
  return {
    ...(ran.length > 0 && { ran: ran.map(({ rule }) => rule) }),
    ...(paths.length + commands.length > 0 && {
      never: { ...(paths.length > 0 && { paths }), ...(commands.length > 0 && { commands }) },
    }),
  };
}

type Lists = { readonly [path: string]: readonly unknown[] };

/** Only what is not there yet is added: what somebody wrote stays as it is. */
function changesFor(done: object, { done: before }: Config): readonly OwnChange[] {
  const wanted = listsOf(done);
  const known = listsOf(rawOf(before));
  return Object.entries(wanted).flatMap(([path, rules]) => {
    const own = known[path] ?? [];
    const added = rules.filter((rule) => !own.some((other) => isDeepStrictEqual(other, rule)));
    return added.length === 0 ? [] : [{ path: ["done", ...path.split(".")], value: [...own, ...added] }];
  });
}

function listsOf(tree: object, prefix = ""): Lists {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): [string, readonly unknown[]][] => {
      if (Array.isArray(value)) return [[prefix + name, value]];
      return typeof value === "object" && value !== null ? Object.entries(listsOf(value, `${prefix}${name}.`)) : [];
    }),
  );
}

/** The project's own rules as its file has them. */
function rawOf({ ran, also, never, clean }: Config["done"]) {
  const own = <Rule>(rules: readonly { readonly rule: Rule; readonly from: string }[]): readonly Rule[] =>
    rules.filter(({ from }) => from === "project").map(({ rule }) => rule);
  return {
    ran: own(ran),
    also: own(also),
    never: { paths: own(never.paths), commands: own(never.commands) },
    clean: own(clean),
  };
}

/** As the hook would judge with what the file is to hold. */
function judgingWith(written: { readonly file: string; readonly text: string }, root: string, { env }: Io): Proving {
  const files = { ...DISK, read: (path: string) => (path === written.file ? written.text : DISK.read(path)) };
  const { config } = loadConfig({ cwd: root, env, files, definition: written.file });
  const definition = definitionOf(config);
  const { threshold } = config.evidence;
  return {
    ...composeJudgingBasics({ config, env }),
    evidence: createEvidenceJudge({ threshold, ...(definition && { definition }) }),
  };
}

function templateText(world: World, text: string): string {
  return `From the template for ${world}; ${PROJECT_FILE} would hold:\n\n${text}`;
}
