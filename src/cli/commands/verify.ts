import { openThreadLog } from "../../agent/thread-log.ts";
import { countOf } from "../../text/amounts.ts";
import { type Config, type LoadedConfig, loadConfig } from "../../config.ts";
import { DISK, projectDirectories } from "../../config/files.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { checkEnvironment } from "../../process/environment.ts";
import { styleFor } from "../../show/wrap.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import { type Baseline, baselineOf } from "../../verifier/checks/baseline.ts";
import { findChecks, unreadableManifests } from "../../verifier/checks/find-checks.ts";
import { CHECK_NAMES, type CheckName, type ProjectCheck } from "../../verifier/checks/project-files.ts";
import { isFailure, runCheck } from "../../verifier/checks/run-check.ts";
import { EXIT_CANCELLED, EXIT_DONE, EXIT_FAILED, EXIT_NOT_DONE, type Io } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { mayBeThere } from "../../store/private-file.ts";
import { withKeptStore, withStore, findThread } from "../open-store.ts";
import { directoryOption, projectOption } from "../options/parse-options.ts";
import { checkProgress, checkReport, verdictOf } from "../show/check-report.ts";
import { table } from "../show/table.ts";
import { isIgnored, tellIgnored } from "../tell-problems.ts";

export const command = defineCommand({
  name: "verify",
  usage: ["verify [KIND…] [--baseline] [--allow-unchecked] [--thread ID|last|none] [--cwd DIR] [--list] [--json]"],
  options: [
    ["KIND", `only these: ${CHECK_NAMES.join(", ")} (default: all that are found)`],
    ["--baseline", "run what fails again, here and on the last commit: is it new, older or flaky?"],
    ["--allow-unchecked", "exit with 0 if something passed and nothing failed, whatever could not be checked"],
    ["--thread ID|last|none", "the thread whose receipts the results become"],
    ["", "(default: the newest one of this directory, if there is one)"],
    ["--cwd DIR", "the project (default: here)"],
    ["--list", "show what would be run, and run nothing"],
    ["--json", "one check per line as it ends, the result last"],
  ],
  examples: [
    "cox verify",
    "cox verify test --baseline",
    "cox verify --json | jq 'select(.verdict == \"failed\")'",
    "# also when a turn ends: checks.enabled for our own agent, checks.watched for agents that are watched (cox config checks.watched)",
    "# exit code: 0 all passed, 1 something failed or printed failures, 2 wrong usage, 130 cancelled,",
    "# 3 something was not checked: out of time, not installed, no tests, no check found",
  ],
  async run({ values, positionals }, io) {
    const kinds = [...new Set(positionals.map(kindNamed))];
    const root = directoryOption(values.cwd, io);
    const loaded = loadConfig({ cwd: root, env: io.env });
    const { config } = loaded;
    const { json, baseline, "allow-unchecked": allowUnchecked } = values;
    const isMissing = tellWhatIsMissing(loaded, root, io);
    const all = findChecks(root, config.checks.commands);
    const checks = kinds.length === 0 ? all : all.filter((check) => kinds.includes(check.kind));
    if (checks.length === 0) {
      io.err(`cox verify: ${nothingFound(root, kinds)}${isMissing ? "" : ` ${howToHaveSome(root, kinds)}`}\n`);
      return conclude([], {}, json, io);
    }
    if (values.list) return list(checks, json, io);
    const threadId = await receiptThread(root, values.thread, config);
    const results = await runAll(checks, { root, config, json, baseline }, io);
    if (io.signal.aborted) return conclude(results, { cancelled: checks.length - results.length }, json, io);
    if (threadId !== undefined) await record(results, threadId, config);
    return conclude(results, { threadId, allowUnchecked }, json, io);
  },
});

function kindNamed(word: string): CheckName {
  const kind = CHECK_NAMES.find((name) => name === word);
  if (kind) return kind;
  throw new CoxError("usage", `there is no check "${word}". Checks: ${CHECK_NAMES.join(", ")}.`);
}

/** Reports checks that cannot be seen, so that the others do not look complete. True when there may be some. */
function tellWhatIsMissing(loaded: LoadedConfig, root: string, io: Io): boolean {
  tellIgnored(loaded, io);
  const unreadable = unreadableManifests(root);
  for (const name of unreadable)
    io.err(`cox verify: ${name} cannot be read as JSON, so checks in it are not seen. Mend it first.\n`);
  return unreadable.length > 0 || isIgnored(loaded, "checks.commands");
}

interface CheckResult {
  readonly check: ProjectCheck;
  readonly run: CheckRun;
  readonly baseline: Baseline | undefined;
}

interface Running {
  readonly root: string;
  readonly config: Config;
  readonly json: boolean;
  readonly baseline: boolean;
}

async function runAll(checks: readonly ProjectCheck[], running: Running, io: Io): Promise<CheckResult[]> {
  const { root, config, json, baseline: compares } = running;
  const environment = checkEnvironment(io.env);
  const timeoutMs = config.checks.timeoutSeconds * 1000;
  const results: CheckResult[] = [];
  for (const check of checks) {
    if (io.signal.aborted) break;
    const progress = checkProgress(io, json);
    const here = { root, environment, timeoutMs, signal: io.signal, onOutput: progress.output };
    progress.start(check);
    const now = await runCheck(check, here);
    const isCompared = compares && isFailure(now) && !io.signal.aborted;
    const baseline = isCompared ? await baselineOf(check, now, here) : undefined;
    progress.end();
    const result = { check, run: { ...now, ...asKept(baseline) }, baseline };
    if (json) io.out(jsonLine(lineFor(result)));
    results.push(result);
  }
  return results;
}

function asKept(baseline: Baseline | undefined): Pick<CheckRun, "before" | "comparedWith"> {
  const before = baseline?.word === "new" ? "passed" : baseline?.word === "older" ? "failed" : undefined;
  return before === undefined ? {} : { before, comparedWith: "commit" };
}

/** The thread that gets the results as receipts. Looked up before the checks run: a wrong name costs nothing. */
async function receiptThread(root: string, name: string | undefined, config: Config): Promise<string | undefined> {
  const { path } = config.store;
  if (name === "none" || (name === undefined && !(path !== null && mayBeThere(path)))) return undefined;
  return withKeptStore(config, async (store) => {
    const newest = async () =>
      (await store.listThreads({ isAbout: projectOption(root, { cwd: root }).is, limit: 1 }))[0];
    return (name === undefined ? await newest() : await findThread(store, name))?.id;
  });
}

/** Records the results as receipts; they are fresh, because nothing can have changed since. */
async function record(results: readonly CheckResult[], threadId: string, config: Config): Promise<void> {
  const checks = results.map(({ run }) => run);
  await withStore(config, async (store) => {
    const log = await openThreadLog(store, threadId);
    await log.append([{ v: 1, type: "witnessed", after: log.thread.stepCount, checks, mismatches: [] }]);
  });
}

interface Ending {
  readonly threadId?: string | undefined;
  readonly cancelled?: number;
  readonly allowUnchecked?: boolean;
}

/** Reports the results, also after Ctrl-C: finished checks may have taken long. */
function conclude(
  results: readonly CheckResult[],
  { threadId, cancelled, allowUnchecked = false }: Ending,
  json: boolean,
  io: Io,
): number {
  const verdicts = results.map(({ run }) => verdictOf(run));
  const count = (verdict: string): number => verdicts.filter((each) => each === verdict).length;
  const counts = { passed: count("passed"), failed: count("failed"), unchecked: count("unchecked") };
  const isEnough = counts.passed > 0 && (counts.unchecked === 0 || allowUnchecked);
  const came = counts.failed > 0 ? EXIT_FAILED : isEnough ? EXIT_DONE : EXIT_NOT_DONE;
  const exitCode = cancelled === undefined ? came : EXIT_CANCELLED;
  if (json)
    io.out(jsonLine({ type: "result", ...counts, threadId: threadId ?? null, exitCode: io.exitCode(exitCode) }));
  else if (results.length > 0) io.out(checkReport(results, io));
  if (cancelled !== undefined && cancelled > 0) io.err(`Cancelled: ${countOf(cancelled, "check")} not run.\n`);
  if (!json && threadId !== undefined)
    io.err(styleFor(io.errScreen.color).dim(`Kept as receipts of thread ${threadId}\n`));
  return exitCode;
}

function lineFor({ check, run, baseline }: CheckResult) {
  const compared = baseline && { baseline: baseline.word, why: baseline.why };
  return { type: "check", source: check.source, verdict: verdictOf(run), ...run, ...compared };
}

function list(checks: readonly ProjectCheck[], json: boolean, io: Io): number {
  if (json) {
    for (const { kind, line, directory, source } of checks)
      io.out(jsonLine({ type: "check", kind, command: line, cwd: directory, source }));
  } else {
    const rows = checks.map(({ kind, line, source }) => [kind, line, `(${source})`]);
    io.out(table(rows, { columns: Number.POSITIVE_INFINITY }));
  }
  return EXIT_DONE;
}

function nothingFound(root: string, kinds: readonly CheckName[]): string {
  return `No ${kinds.length === 0 ? "" : `${kinds.join(" or ")} `}check was found in ${root}.`;
}

function howToHaveSome(root: string, kinds: readonly CheckName[]): string {
  const above = checkedAbove(root, kinds.length === 0 ? CHECK_NAMES : kinds);
  if (above !== undefined) return `${above} has some: --cwd names it.`;
  const example = (kinds.length === 0 ? ["test"] : kinds).map((kind) => `"${kind}": "…"`).join(", ");
  return `Name one in your settings: "checks": { "commands": { ${example} } }`;
}

/** The directory above with such checks: a person in a subfolder may mean the project. */
function checkedAbove(root: string, wanted: readonly CheckName[]): string | undefined {
  const above = projectDirectories(root, DISK, process.platform).slice(1);
  return above.find((directory) => findChecks(directory, {}).some(({ kind }) => wanted.includes(kind)));
}
