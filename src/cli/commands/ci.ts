import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { outcomesOf, type Report } from "../../ci/entry.ts";
import { jsonForLog } from "../../ci/escape.ts";
import { inFormat, inJson } from "../../ci/formats/formats.ts";
import { look, type LookParts } from "../../ci/look.ts";
import { reaches, worstOf } from "../../ci/outcome.ts";
import { publish } from "../../ci/publish.ts";
import { type CiRun, readRun } from "../../ci/run.ts";
import type { ToldCheck } from "../../ci/summary.ts";
import { findSources } from "../../ci/sources.ts";
import { agentFamily } from "../../compose/agent-family.ts";
import { judgingByFamily } from "../../compose/judging.ts";
import { loweredIn } from "../../compose/lowered.ts";
import { publicRedactor } from "../../compose/observer-settings.ts";
import { saidIn } from "../../compose/said.ts";
import type { Config } from "../../config.ts";
import { checkEnvironment } from "../../process/environment.ts";
import { usageOf } from "../../store/usage-row.ts";
import { CoxError, describeError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import type { Redactor } from "../../text/strings.ts";
import { neutralise } from "../../text/strings.ts";
import type { Usage } from "../../thread/usage.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import { findChecks } from "../../verifier/checks/find-checks.ts";
import { runCheck } from "../../verifier/checks/run-check.ts";
import { type Command, EXIT_CANCELLED, EXIT_DONE, EXIT_OPEN, EXIT_UNCHECKED, type Io, version } from "../command.ts";
import { defineCommand, type Given } from "../define-command.ts";
import { withStore, settingsHere } from "../open-store.ts";
import {
  formatOption,
  levelOption,
  REPORT_OPTIONS,
  hostOption,
  refuseEmptyPaths,
  SETTING_FLAGS,
  turnNamed,
} from "../options/parse-options.ts";

const OPTIONS = [
  [
    "FILE…",
    "transcripts or globs (default: the lines of COX_TRANSCRIPT, else what claude-code-action left in RUNNER_TEMP)",
  ],
  ["--turn last|N|all", "which turn of each to judge (default: last)", { default: "last" }],
  ["--host NAME", "whose transcripts they are, if the content does not show it"],
  ["--description FILE|none", "what the pull request says of itself (default: as the event has it)"],
  ["--verify", "also run the project's checks here, and hold the claims against them"],
  ["--observer MODEL", "also ask a model about what is not proven: auto or provider/model"],
  ...REPORT_OPTIONS,
  ["--check-run", "post a check run (GITHUB_TOKEN with checks: write)"],
  [
    "--report URL",
    "send what was judged, redacted, to a team's service, with the token in COX_TEAM_TOKEN; without URL to the team that this machine is in",
  ],
  ["--comment", "keep one comment at the pull request (pull-requests: write)"],
  ["--json", "the report as one line of JSON, the same as --format json"],
] as const;

const defined = defineCommand({
  name: "ci",
  usage: [
    "ci [FILE…] [--turn last|N|all] [--host NAME] [--description FILE|none] [--verify] [--observer MODEL] [--fail-on LEVEL] [--format FORMAT] [--check-run] [--comment] [--report [URL]] [--json]",
  ],
  options: OPTIONS,
  examples: [
    "cox ci",
    "cox ci run.jsonl --fail-on proof --check-run --comment",
    "cox ci --report https://cox.example.com",
    "cox ci 'transcripts/*.jsonl' --verify --format junit > coxswain.xml",
    "# exit code: 0 looked, 1 failed, 2 wrong usage, 130 cancelled; with --fail-on also 4: that was found, 5: something could not be looked at, or there was nothing to look at",
  ],
  async run(given, io) {
    const request = readRequest(given);
    const overrides = request.observer === undefined ? {} : { "observer.model": request.observer };
    const { config } = settingsHere(io, { overrides, flags: SETTING_FLAGS });
    const run = readRun(io.env, textOf);
    const refused = request.verify ? whyNotVerified(run) : undefined;
    const verifying = request.verify && refused === undefined;
    const checks = verifying ? await runChecks(config, io) : [];
    const redact = await publicRedactor(config, io.env);
    const parts = await composeLook({ request, config, run, checks, redact }, io);
    const report = await look(parts);
    if (io.signal.aborted) return EXIT_CANCELLED;
    const told = checks.map((check) => withoutOutput(check, redact));
    const first = [
      ...(refused === undefined ? [] : [`The checks were not run: ${refused}.`]),
      ...notesOn(report, checks, verifying),
    ];
    const publishing = { run, env: io.env, checks: told, notes: first, signal: io.signal, ...request };
    const notes = [...(await publish(report, publishing)), ...(await reportToTeam(request, parts, io))];
    await print(report, { request, run, checks: told, notes }, io);
    return exitCode(report, request);
  },
});

/** An address may stand behind `--report`, and the name of a transcript is none. */
export const command: Command = {
  ...defined,
  run: (args, io) =>
    defined.run(
      args.map((arg, at) => (arg === "--report" && !/^https?:/.test(args[at + 1] ?? "") ? "--report=" : arg)),
      io,
    ),
};

/** Loaded where it is wished: most jobs report to nobody. */
async function reportToTeam({ report }: Request, parts: LookParts, io: Io): Promise<readonly string[]> {
  if (report === undefined) return [];
  const { reportTurns } = await import("../team/report-turns.ts");
  return reportTurns(report, parts, io);
}

type Request = ReturnType<typeof readRequest>;

function readRequest({ values, positionals }: Given<typeof OPTIONS>) {
  refuseEmptyPaths("ci", positionals);
  if (!/^(last|all|[1-9]\d*)$/.test(values.turn)) {
    throw new CoxError("usage", `--turn takes last, all or a number from 1, not "${values.turn}".`);
  }
  const { turn, description, verify, observer, comment, report } = values;
  return {
    files: positionals,
    turn,
    host: hostOption(values.host),
    description,
    verify,
    observer,
    failOn: levelOption(values["fail-on"]),
    format: formatOption(values.format, values.json),
    checkRun: values["check-run"],
    comment,
    report,
  };
}

/** An event of many megabytes is none. */
const LONGEST_EVENT = 30_000_000;

function textOf(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8");
    return text.length > LONGEST_EVENT ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Such a run has the rights of the project, and its files may be a stranger's. */
function whyNotVerified({ event, pull }: CiRun): string | undefined {
  return event === "pull_request_target" && pull?.fork
    ? "a fork's code does not run with the rights of this project"
    : undefined;
}

async function runChecks(config: Config, io: Io): Promise<readonly CheckRun[]> {
  const results: CheckRun[] = [];
  for (const check of findChecks(io.cwd, config.checks.commands)) {
    if (io.signal.aborted) break;
    io.err(neutralise(`cox ci: running ${check.line}\n`));
    const timeoutMs = config.checks.timeoutSeconds * 1000;
    results.push(
      await runCheck(check, { root: io.cwd, environment: checkEnvironment(io.env), timeoutMs, signal: io.signal }),
    );
  }
  return results;
}

interface Composing {
  readonly request: Request;
  readonly config: Config;
  readonly run: CiRun;
  readonly checks: readonly CheckRun[];
  readonly redact: Redactor;
}

async function composeLook({ request, config, run, checks, redact }: Composing, io: Io): Promise<LookParts> {
  const settings = { config, env: io.env, cwd: io.cwd };
  const judges = request.observer === undefined ? "evidence" : "auto";
  const composed = judgingByFamily(settings, { judges, lowered: await loweredIn(config) });
  const description = describedBy(request, run, io);
  return {
    sources: findSources(request.files, io),
    turn: (loaded) => (request.turn === "all" ? loaded.thread.turns : [turnNamed(loaded, request.turn)]),
    host: request.host,
    judgingOf: (thread) => composed(agentFamily(thread)).judging,
    said: await saidIn(config),
    redact,
    root: io.cwd,
    ...(description ? { description } : {}),
    checks,
    signal: io.signal,
    onUsage: (threadId, usage) => keepUsage(config, threadId, usage, io),
  };
}

function describedBy({ description }: Request, { pull, provider }: CiRun, { cwd }: Io): LookParts["description"] {
  if (description === "none") return undefined;
  if (description !== undefined) {
    const text = textOf(resolve(cwd, description));
    if (text === undefined) throw new CoxError("usage", `${description} cannot be read.`);
    return { text, title: "Description" };
  }
  const what = provider === "gitlab" ? "merge request !" : "pull request #";
  return pull && { text: `${pull.title}\n\n${pull.body}`, title: `Description of ${what}${pull.number}` };
}

/** Records what a model cost. If that fails it is only reported, because the turn was judged. */
async function keepUsage(config: Config, threadId: string, used: readonly Usage[], io: Io): Promise<void> {
  if (used.length === 0) return;
  try {
    await withStore(config, (store) => store.write({ usage: usageOf(threadId, used) }));
  } catch (error) {
    io.err(neutralise(`cox ci: what the model cost could not be kept. ${describeError(error)}\n`));
  }
}

function notesOn({ entries, unread }: Report, checks: readonly CheckRun[], verify: boolean): readonly string[] {
  const nothing =
    "There was nothing to look at: no transcript was named, and none lies where claude-code-action leaves it.";
  return [
    ...(entries.length + unread.length === 0 ? [nothing] : []),
    ...(verify && checks.length === 0 ? ["No check of the project was found, so none was run."] : []),
  ];
}

interface Printing {
  readonly request: Request;
  readonly run: CiRun;
  readonly notes: readonly string[];
  readonly checks: readonly ToldCheck[];
}

async function print(report: Report, { request, run, notes, checks }: Printing, io: Io): Promise<void> {
  const format = request.format ?? (run.provider === "github" ? "github" : "text");
  if (format === "json") io.out(jsonForLog(jsonLine({ ...inJson(report, request.failOn), checks, notes })));
  else io.out(inFormat(format, report, { version: await version(), columns: io.columns, failOn: request.failOn }));
  for (const note of notes) io.err(neutralise(`cox ci: ${note}\n`));
}

/** What a check printed may hold anything, and goes no further. */
function withoutOutput(check: CheckRun, redact: Redactor): ToldCheck {
  const { tail: _, ...told } = check;
  const clean = (text: string): string => redact(neutralise(text));
  return { ...told, command: clean(told.command), ...(told.reason ? { reason: clean(told.reason) } : {}) };
}

/** Without --fail-on the job never fails because of what was found, or because nothing was. */
function exitCode(report: Report, { failOn }: Request): number {
  if (failOn === undefined) return EXIT_DONE;
  const outcomes = outcomesOf(report);
  if (reaches(outcomes, failOn)) return EXIT_OPEN;
  return worstOf(outcomes) === "not-checked" || outcomes.includes("not-checked") ? EXIT_UNCHECKED : EXIT_DONE;
}
