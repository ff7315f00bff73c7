import { setImmediate } from "node:timers/promises";
import { type Entry, entryOf, outcomesOf, type Unread } from "../../ci/entry.ts";
import { inFormat } from "../../ci/formats/formats.ts";
import { reaches } from "../../ci/outcome.ts";
import { agentFamily } from "../../compose/agent-family.ts";
import { judgingByFamily } from "../../compose/judging.ts";
import { loweredIn } from "../../compose/lowered.ts";
import { reportRedactor } from "../../compose/observer-settings.ts";
import { saidIn } from "../../compose/said.ts";
import type { Settings } from "../../compose/settings.ts";
import type { Config } from "../../config.ts";
import { type Judging, judgeTurn } from "../../corrector.ts";
import { CoxError, describeError } from "../../text/errors.ts";
import type { LoweredFinding } from "../../evidence/lowering.ts";
import { jsonLine } from "../../text/json.ts";
import { neutralise, type Redactor } from "../../text/strings.ts";
import { type LoadedThread, loadThread, type Said } from "../../session/load-thread.ts";
import { usageOf } from "../../store/usage-row.ts";
import type { Turn } from "../../thread/thread.ts";
import type { Usage } from "../../thread/usage.ts";
import { EXIT_CANCELLED, EXIT_DONE, EXIT_FAILED, EXIT_OPEN, type Io, version } from "../command.ts";
import { defineCommand, type Given } from "../define-command.ts";
import { withStore, settingsHere } from "../open-store.ts";
import {
  formatOption,
  levelOption,
  REPORT_OPTIONS,
  SETTING_FLAGS,
  refuseEmptyPaths,
  definitionOption,
  turnNamed,
  hostOption,
} from "../options/parse-options.ts";
import { type FileToCheck, listSessions, withFilesToCheck } from "../files-to-check.ts";
import { type LeftOut, checkHints, isOnlySmall } from "../show/check-report.ts";
import { judgementCard, judgementJson, toldAccount } from "../show/judgement-card.ts";

const OPTIONS = [
  ["FILE…", "transcripts; last: the newest session of this directory (default); -: standard input"],
  ["--list", "the newest sessions of this directory, to choose from"],
  ["--turn last|N|all", "which turn to judge (default: last)", { default: "last" }],
  ["--judge WHO", "evidence: the record alone, nothing leaves the machine (default);", { default: "evidence" }],
  ["", "model: the observer alone; auto: evidence, then the observer"],
  ["--observer MODEL", "the model that is asked, with --judge model or auto: auto or provider/model"],
  ["--small-turns", "also ask the model about turns in which little was done (gate.minToolCalls, gate.minEdits)"],
  ["--done FILE", "hold it against the definition of done in this file instead of the one in force"],
  ["--host NAME", "whose transcript it is, if the content does not show it; without FILE: only this agent's sessions"],
  ...REPORT_OPTIONS,
  ["--json", "one line of JSON per turn, and per file that could not be read; the same as --format json"],
] as const;

export const command = defineCommand({
  name: "check",
  usage: [
    "check [FILE…|last|-] [--turn last|N|all] [--judge evidence|model|auto] [--observer MODEL] [--small-turns] [--done FILE] [--host NAME] [--fail-on LEVEL] [--format FORMAT] [--json]",
    "check --list [--host NAME] [--json]",
  ],
  options: OPTIONS,
  examples: [
    "cox check",
    "cox check --list --host codex",
    "cat session.jsonl | cox check -",
    "cox check ~/.claude/projects/my-app/5f0c2a9e.jsonl",
    "cox check session.jsonl --turn all",
    "cox check session.jsonl --done .coxswain.json",
    "cox check session.jsonl --judge auto --observer google/gemini-3.1-pro-preview",
    "cox check *.jsonl --json | jq 'select(.verdict == \"correct\")'",
    "cox check session.jsonl --fail-on proof --format sarif > coxswain.sarif",
    "# exit code: 0 judged, whatever came of it, 1 something could not be read, 2 wrong usage, 4 with --fail-on: that was found, 130 Ctrl-C",
  ],
  async run(given, io) {
    const request = readRequest(given, io);
    if (given.values.list) {
      listSessions(request.host?.name, request.format === "json", io);
      return EXIT_DONE;
    }
    const overrides = {
      ...(request.observer === undefined ? {} : { "observer.model": request.observer }),
      ...(request.smallTurns ? { "gate.minToolCalls": 0, "gate.minEdits": 0 } : {}),
    };
    const { definition } = request;
    const own = settingsHere(io, { overrides, flags: SETTING_FLAGS, ...(definition !== undefined && { definition }) });
    const { config } = own;
    const lowered = await loweredIn(config);
    const said = await saidIn(config);
    const settings = { config, env: io.env, cwd: io.cwd };
    const redact = reportRedactor(config, io.env);
    const judgingOf = judgingFor(settings, request, lowered, io);
    // Throws before anything is read when no model at all can be asked.
    judgingOf(undefined);
    let code = EXIT_DONE;
    const leftOut = { earlier: 0, small: 0 };
    const report = { entries: new Array<Entry>(), unread: new Array<Unread>() };
    await withFilesToCheck(request.files, { host: request.host?.name, io }, async (files) => {
      for (const file of files) {
        // Ctrl-C is only noticed when the event loop gets a turn.
        await setImmediate();
        if (io.signal.aborted) break;
        const checked = await checkFile(file, request, { judgingOf, config, said, redact, report }, io);
        leftOut.earlier += checked?.earlier ?? 0;
        leftOut.small += checked?.small ?? 0;
        if (!checked) code = EXIT_FAILED;
      }
    });
    if (io.signal.aborted) return EXIT_CANCELLED;
    const { format, failOn } = request;
    if (format === "text") io.out(checkHints(leftOut, io));
    else if (format !== "json")
      io.out(inFormat(format, report, { version: await version(), columns: io.columns, failOn }));
    return reaches(outcomesOf(report), failOn) ? EXIT_OPEN : code;
  },
});

const JUDGES = ["evidence", "model", "auto"] as const;

type Request = ReturnType<typeof readRequest>;

function readRequest({ values, positionals }: Given<typeof OPTIONS>, io: Io) {
  refuseEmptyPaths("check", positionals);
  if (!/^(last|all|[1-9]\d*)$/.test(values.turn)) {
    throw new CoxError("usage", `--turn takes last, all or a number from 1, not "${values.turn}".`);
  }
  const judges = JUDGES.find((name) => name === values.judge);
  if (!judges) throw new CoxError("usage", `--judge takes ${JUDGES.join(", ")}, not "${values.judge}".`);
  if (judges === "evidence" && values.observer !== undefined) {
    throw new CoxError("usage", "--observer names a model, but none is asked.", {
      hint: "Add --judge auto or --judge model.",
    });
  }
  const { turn, observer, "small-turns": smallTurns } = values;
  const told = { format: formatOption(values.format, values.json) ?? "text", failOn: levelOption(values["fail-on"]) };
  const definition = definitionOption("check", values.done, io);
  return { definition, files: positionals, host: hostOption(values.host), turn, judges, observer, smallTurns, ...told };
}

interface Parts {
  readonly judgingOf: ReturnType<typeof judgingFor>;
  readonly config: Config;
  readonly said: Said;
  readonly redact: Redactor;
  /** Grows with each turn and each file that could not be read. */
  readonly report: { readonly entries: Entry[]; readonly unread: Unread[] };
}

/** The judges for agents of several families. That no model can be asked is reported once for each reason. */
function judgingFor(settings: Settings, { judges }: Request, lowered: readonly LoweredFinding[], io: Io) {
  const composed = judgingByFamily(settings, { judges, lowered });
  const told = new Set<string>();
  return (family: string | undefined): Judging => {
    const { judging, observer } = composed(family);
    if (observer.models || judges === "evidence") return judging;
    if (judges === "model") {
      throw new CoxError("config.invalid", `There is no observer to ask: ${observer.reason}`, {
        hint: "Name one with --observer, or use --judge evidence.",
      });
    }
    if (!told.has(observer.reason))
      io.err(neutralise(`cox check: Only the record is judged, no model is asked: ${observer.reason}\n`));
    told.add(observer.reason);
    return judging;
  };
}

/** What was left out of a file. Undefined when the file could not be read: this is reported, and the other files are still checked. */
async function checkFile(
  { path, name = path }: FileToCheck,
  request: Request,
  { judgingOf, config, said, redact, report }: Parts,
  io: Io,
): Promise<LeftOut | undefined> {
  try {
    // A session of this directory is opened as whatever it is: --host has chosen it.
    const loaded = { ...loadThread(path, request.files.length > 0 ? request.host : undefined, said), path: name };
    warnAboutLines(loaded, io);
    const judging = judgingOf(agentFamily(loaded.thread));
    const turns = chooseTurns(loaded, request.turn);
    let small = 0;
    for (const turn of turns) {
      if (io.signal.aborted) break;
      const started = performance.now();
      const judgement = await judgeTurn(judging, loaded.thread, turn, { signal: io.signal });
      const durationMs = Math.round((performance.now() - started) * 1000) / 1000;
      if (isReported(request)) report.entries.push(entryOf({ ...loaded, turn, judgement }, io.cwd, redact));
      if (request.format === "json") {
        const account = toldAccount({ ...loaded, turn, judgement }, redact);
        io.out(jsonLine({ ...judgementJson(loaded, judgement, account), durationMs }));
      } else if (request.format === "text") io.out(judgementCard({ ...loaded, turn, judgement }, io, redact));
      if (request.judges !== "evidence" && isOnlySmall(judgement.gate)) small += 1;
      await keepUsage(config, loaded.thread.id, judgement.verdict.usage, io);
    }
    return { small, earlier: request.turn === "last" ? loaded.thread.turns.length - turns.length : 0 };
  } catch (error) {
    if (!(error instanceof CoxError)) throw error;
    const message = neutralise(describeError(error).replaceAll(path, name));
    report.unread.push({ file: name, message });
    if (request.format === "json") io.out(jsonLine({ type: "error", code: error.code, file: name, message }));
    io.err(`cox check: ${message}\n`);
    return undefined;
  }
}

/** A line for each turn needs no report, unless the exit code depends on it. */
function isReported({ format, failOn }: Request): boolean {
  return failOn !== undefined || (format !== "text" && format !== "json");
}

/** Records what a model cost. If that fails it is only reported, because the turn was judged. */
async function keepUsage(config: Config, threadId: string, used: readonly Usage[], io: Io): Promise<void> {
  if (used.length === 0) return;
  try {
    await withStore(config, (store) => store.write({ usage: usageOf(threadId, used) }));
  } catch (error) {
    io.err(neutralise(`cox check: what the model cost could not be kept. ${describeError(error)}\n`));
  }
}

function chooseTurns(loaded: LoadedThread, which: string): readonly Turn[] {
  return which === "all" ? loaded.thread.turns : [turnNamed(loaded, which)];
}

function warnAboutLines({ path, reading }: LoadedThread, io: Io): void {
  const [first] = reading.malformed;
  if (first) {
    const others = reading.malformedCount > 1 ? ` and ${reading.malformedCount - 1} more` : "";
    const told = `line ${first.line}${others} could not be read (${first.reason}); the rest was.`;
    io.err(neutralise(`cox check: ${path}: ${told}\n`));
  }
  if (reading.unfinished) {
    io.err(neutralise(`cox check: ${path}: the last line is not finished yet; it was left out.\n`));
  }
}
