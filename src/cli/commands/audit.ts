import { resolve } from "node:path";
import { type AuditRun, dropGone, runAudit } from "../../audit/audit.ts";
import { withOpinions } from "../../audit/what-followed.ts";
import type { Case, Opinion } from "../../session/record.ts";
import { type Summed, summarise, surestFirst } from "../../audit/summary.ts";
import { type AuditParts, composeAudit } from "../../compose/audit.ts";
import { lastWordsIn } from "../../compose/said.ts";
import type { Settings } from "../../compose/settings.ts";
import { CoxError } from "../../text/errors.ts";
import type { LastWords } from "../../decisions/last-word.ts";
import { jsonLine } from "../../text/json.ts";
import { milliseconds } from "../../show/usage-line.ts";
import { askNobody, asking, offerFor, settingsFor } from "../audit-asking.ts";
import { EXIT_CANCELLED, EXIT_DONE, EXIT_FAILED, type Io, version } from "../command.ts";
import { defineCommand, type Given } from "../define-command.ts";
import { lookThrough, searchOf } from "../look-through.ts";
import {
  countOption,
  definitionOption,
  refuseMistakenTarget,
  refuseEmptyPaths,
  hostOption,
  projectOption,
  sinceOption,
  sinceText,
} from "../options/parse-options.ts";
import { reportTarget } from "../report-target.ts";
import { shownLeads } from "../show/audit-account.ts";
import { auditMarkdown } from "../show/audit-markdown.ts";
import {
  auditHeads,
  auditNotes,
  type AuditReport,
  marksOn,
  type ReportFacts,
  type ShownCase,
  auditJson,
} from "../show/audit-report.ts";
import { auditText, nextSteps } from "../show/audit-text.ts";
import { listed } from "../show/nothing-found.ts";
import { progressBar } from "../show/progress-bar.ts";
import type { HtmlParts } from "../write-html.ts";

const OPTIONS = [
  ["PATH…", "transcripts, or directories of them (default: where the agents keep theirs)"],
  [
    "--host NAME",
    "only this agent's, may be given more than once; with PATH: read them as this agent's",
    { multiple: true },
  ],
  ["--since AGE|DATE", "only turns since: 30d, 4w, 12h, 2026-11-01 (UTC; default: all)"],
  ["--project DIR", "only sessions in this directory or below, may be given more than once", { multiple: true }],
  ["--html FILE", "also write a report to open in a browser"],
  ["--limit N", "list so many turns with proof, and so many that are worth a look (default: 10 and 5)"],
  ["--all", "list all of them"],
  ["--json", "everything as one line of JSON"],
  ["--markdown", "as Markdown"],
  [
    "--observer MODEL",
    "also ask a model about turns in which nothing is proven: auto or provider/model; says the cost first and asks",
  ],
  ["--ask N", "ask it about the N most suspicious of these turns only (without --observer: auto)"],
  ["--yes", "with --observer or --ask: agree to that cost beforehand"],
  ["--done FILE", "hold turns against the definition of done in this file instead of your own"],
  ["--fresh", "read everything again, also what earlier audits have read"],
] as const;

export const command = defineCommand({
  name: "audit",
  usage: [
    "audit [PATH…] [--host NAME]… [--since 30d] [--project DIR]… [--observer MODEL] [--ask N] [--yes] [--done FILE] [--fresh] [--limit N | --all] [--html FILE] [--json | --markdown]",
  ],
  options: OPTIONS,
  examples: [
    "cox audit",
    "cox audit --since 30d --html audit.html",
    "cox audit ~/transcripts --json | jq .summary",
    "cox audit --since 7d --ask 20",
    "cox audit --limit 30",
    "cox audit --project . --done .coxswain.json",
    "# exit code: 0 done, whatever was found, 1 a named path could not be read, or writing the report failed at the end, 2 wrong usage, also a FILE that cannot be written to, 130 Ctrl-C",
  ],
  async run(given, io) {
    const request = readRequest(given, io);
    const { keeping, sending } = await settingsFor(request, io);
    const parts = await composeAudit(keeping, { version: await version(), fresh: request.fresh });
    try {
      const wordOn = await lastWordsIn(keeping.config);
      return await audit(request, sending, { ...parts, wordOn }, io);
    } finally {
      parts.cache.close();
    }
  },
});

type Request = ReturnType<typeof readRequest>;

const EVERYTHING = { cases: Number.POSITIVE_INFINITY, leads: Number.POSITIVE_INFINITY };

function readRequest({ values, positionals, args }: Given<typeof OPTIONS>, io: Io) {
  if (values.json && values.markdown) throw new CoxError("usage", "--json and --markdown exclude each other.");
  const observer = values.observer ?? (values.ask === undefined ? undefined : "auto");
  if (values.yes && observer === undefined)
    throw new CoxError("usage", "--yes agrees to what --observer costs, and there is no --observer.");
  if (values.ask !== undefined && observer === "none")
    throw new CoxError("usage", "--ask asks a model, and --observer none asks none.");
  if (values.html === "-") throw new CoxError("usage", "--html takes the name of a file.");
  if (values.all && values.limit !== undefined) throw new CoxError("usage", "--limit and --all exclude each other.");
  const limit = values.limit === undefined ? undefined : countOption("--limit", values.limit);
  refuseEmptyPaths("audit", [...positionals, ...values.project, values.html ?? "."]);
  refuseMistakenTarget("audit", args, io);
  if (positionals.length > 0 && values.host.length > 1)
    throw new CoxError("usage", "with PATH, --host can be given once: all files are read as that agent's.");
  return {
    paths: positionals.map((path) => resolve(io.cwd, path)),
    hosts: values.host.flatMap((name) => hostOption(name)?.name ?? []),
    since: values.since === undefined ? undefined : sinceOption("--since", values.since, new Date()),
    projects: values.project.map((directory) => projectOption(directory, io)),
    html: values.html === undefined ? undefined : resolve(io.cwd, values.html),
    form: values.json ? "json" : values.markdown ? "markdown" : "text",
    fresh: values.fresh,
    definition: definitionOption("audit", values.done, io),
    observer: observer === "none" ? undefined : observer,
    ask: values.ask === undefined ? Number.POSITIVE_INFINITY : countOption("--ask", values.ask),
    yes: values.yes,
    shown: values.all ? EVERYTHING : { cases: limit ?? 10, leads: limit ?? 5 },
  };
}

interface Parts extends AuditParts {
  readonly wordOn: LastWords;
}

async function audit(request: Request, settings: Settings, parts: Parts, io: Io): Promise<number> {
  const started = milliseconds();
  if (request.html !== undefined) reportTarget(request.html);
  const ask = request.observer === undefined ? askNobody : await asking(request, settings, parts, io);
  const looked = lookThrough(request, io);
  const bar = progressBar(io);
  const { cache, proving, said, redact, costOf } = parts;
  const proven = await runAudit({
    found: looked.recent,
    cache,
    settings: proving,
    said,
    redact,
    signal: io.signal,
    onProgress: (progress) => bar.show(progress),
  });
  bar.clear();
  dropGone(cache, looked.found);
  const { since, projects } = request;
  const isAbout = projects.length === 0 ? undefined : (cwd: string) => projects.some((project) => project.holds(cwd));
  const options = { threshold: proving.threshold, costOf, since, isAbout };
  const summedProof = summarise(proven, options);
  const { opinions, asked, unasked, passedOver } = await ask(summedProof.turns);
  const run = withOpinions(proven, opinions);
  const summed = run === proven ? summedProof : summarise(run, options);
  const cases = withMarks(casesOf(summed, parts, opinions), parts.wordOn);
  const facts: ReportFacts = {
    run,
    elapsedMs: milliseconds() - started,
    interrupted: io.signal.aborted,
    notKept: parts.notKept(),
    search: searchOf(request, looked),
    asked,
    unasked,
    passedOver,
    lowered: proving.lowered,
  };
  const report = reportOf(request, facts, summed, {
    cases,
    leads: shownLeads(summed.turns, opinions, request.shown.leads),
  });
  await show(request, { report, summed, cases, run, threshold: proving.threshold }, io);
  if (isForPerson(request, io)) io.out(nextSteps(report, await offerFor(request, summed.turns, parts, io), io));
  return exitCode(request, run, io);
}

function reportOf(
  request: Request,
  facts: ReportFacts,
  { summary }: Summed,
  { cases, leads }: Pick<AuditReport, "leads"> & { readonly cases: readonly ShownCase[] },
): AuditReport {
  return {
    summary,
    worst: cases.slice(0, request.shown.cases),
    leads,
    marked: marksOn(cases),
    kept: facts.notKept === undefined,
    scope: scopeOf(request),
    heads: auditHeads(facts, summary),
    notes: auditNotes(facts, summary),
  };
}

interface Audited extends Omit<HtmlParts, "now"> {
  readonly run: AuditRun;
}

async function show(request: Request, audited: Audited, io: Io): Promise<void> {
  const { report, summed, cases, run } = audited;
  const unwritten = await failureOf(async () => {
    if (request.html === undefined) return;
    const { writeHtml } = await import("../write-html.ts");
    await writeHtml(request.html, { ...audited, now: new Date() });
  });
  if (request.form === "json") io.out(jsonLine(auditJson(report, { cases, turns: summed.turns, run })));
  else io.out(request.form === "markdown" ? auditMarkdown(report) : auditText(report, io));
  if (unwritten !== undefined) throw unwritten;
  // Printed last, so that a long text does not scroll it away.
  if (request.html !== undefined) io.err(`The report is in ${request.html}; open it in a browser.\n`);
}

function isForPerson({ html, form }: Request, { isTerminal, signal }: Io): boolean {
  return html === undefined && form === "text" && isTerminal && !signal.aborted;
}

/** Returns the error, because the audit is shown even when the file could not be written. */
async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error;
  }
}

function casesOf({ turns }: Summed, { cache, proving }: AuditParts, opinions: ReadonlyMap<string, Opinion>): Case[] {
  const ranked = surestFirst(turns, proving.threshold);
  const known = new Map(
    cache.casesOf(new Set(ranked.map(({ file }) => file.path))).map((found) => [`${found.turn} ${found.path}`, found]),
  );
  return ranked.flatMap(
    ({ file, turn }) => known.get(`${turn.turn} ${file.path}`) ?? opinions.get(turn.key)?.found ?? [],
  );
}

function withMarks(cases: readonly Case[], wordOn: LastWords): ShownCase[] {
  return cases.map((found) => {
    const feedback = wordOn(found);
    return feedback === undefined ? found : { ...found, feedback };
  });
}

function scopeOf({ since, projects }: Request): string {
  const from = since === undefined ? "" : ` since ${sinceText(since)}`;
  const names = projects.map(({ directory }) => directory);
  return projects.length === 0 ? from : `${from} in ${listed(names, "or")}`;
}

/** A named path that could not be read is a failure; one that was only found is not. */
function exitCode({ paths }: Request, run: AuditRun, io: Io): number {
  if (io.signal.aborted) return EXIT_CANCELLED;
  return paths.length > 0 && run.failed.length > 0 ? EXIT_FAILED : EXIT_DONE;
}
