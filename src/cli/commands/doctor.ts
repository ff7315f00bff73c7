import { teamPlaceOf, telemetryPlaceOf } from "../../compose/team-place.ts";
import { loadConfig, type LoadedConfig } from "../../config.ts";
import { committedFile } from "../../config/committed.ts";
import { packageRoot } from "../../install/place.ts";
import { jsonLine } from "../../text/json.ts";
import { findLocalServers } from "../../models/local-servers.ts";
import { neutralise } from "../../text/strings.ts";
import { type Style, styleFor, unbroken, wrapAtSpaces } from "../../show/wrap.ts";
import { recentDecisions } from "../../store/inspect.ts";
import type { VerdictRecord } from "../../store/records.ts";
import { loadSqlite } from "../../store/sqlite-database.ts";
import { EXIT_CANCELLED, EXIT_DONE, EXIT_FAILED, type Io } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { askObservers } from "../doctor/ask-observers.ts";
import type { Diagnosis } from "../doctor/diagnosis.ts";
import {
  lookAtChecks,
  lookAtConfig,
  lookAtDefinition,
  lookAtMode,
  lookAtNode,
  lookAtStore,
} from "../doctor/look-at-config.ts";
import { installedHook, lookAtHook } from "../doctor/look-at-hook.ts";
import { lookAtHosts } from "../doctor/look-at-hosts.ts";
import { lookAtModels, lookAtObserverOf, lookAtServers, observersToTry } from "../doctor/look-at-models.ts";
import { lookAtRuns } from "../doctor/look-at-runs.ts";
import { lookAtTeam, lookAtTelemetry } from "../doctor/look-at-team.ts";
import { projectOption } from "../options/parse-options.ts";

const WEEK_MS = 7 * 24 * 3600 * 1000;

export const command = defineCommand({
  name: "doctor",
  usage: ["doctor [--ask] [--json]"],
  options: [
    [
      "--ask",
      "really ask each observer once, about a small made-up turn with a false “done”, and say what came back; nothing of yours is sent",
    ],
    ["--json", "as JSON"],
  ],
  words: 0,
  examples: ["cox doctor", "cox doctor --ask", "# exit code: 0 nothing is broken, 1 something is"],
  async run({ values }, io) {
    const { loaded, watched, diagnoses } = await examine(io);
    const models = values.ask ? observersToTry(watched, loaded, io) : [];
    if (models.length > 0 && io.errScreen.isTerminal) io.err(`Asking ${models.join(", ")} …\n`);
    const { config } = loaded;
    const answers = values.ask ? await askObservers(models, { config, env: io.env, cwd: io.cwd }, io.signal) : [];
    if (values.ask && io.signal.aborted) return EXIT_CANCELLED;
    const found = [...diagnoses, ...answers];
    io.out(values.json ? jsonLine({ ok: !isBroken(found), checks: found }) : report(found, io));
    return isBroken(found) ? EXIT_FAILED : EXIT_DONE;
  },
});

interface Examination {
  readonly loaded: LoadedConfig;
  readonly watched: readonly string[];
  readonly diagnoses: readonly Diagnosis[];
}

async function examine({ cwd, env }: Io): Promise<Examination> {
  const committed = (directory: string) => committedFile(directory, undefined, env);
  const loaded = loadConfig({ cwd, env, tolerant: true, committed });
  const { config, directories } = loaded;
  const since = new Date(Date.now() - WEEK_MS).toISOString();
  const watched: string[] = [];
  const { path } = config.store;
  let known: readonly VerdictRecord[] | undefined;
  const decisions = () => (known ??= path === null ? [] : recentDecisions(path, { since }));
  const diagnoses = [
    ...lookAtNode(process.version, hasSqlite()),
    ...lookAtConfig(loaded, committed),
    ...lookAtMode(loaded),
    ...lookAtDefinition(loaded),
    ...lookAtStore(config.store.path, since),
    ...lookAtTeam(teamPlaceOf(env), config),
    ...lookAtTelemetry(telemetryPlaceOf(env), loaded.own.telemetry.otlp),
    ...lookAtServers(await findLocalServers(env, config.providers), loaded, { env, cwd }),
    ...lookAtModels(loaded, { env, cwd }),
    ...lookAtChecks(config.checks.watched, (directory) => {
      return loadConfig({ cwd: directory, env, tolerant: true, committed }).config.checks.commands;
    }),
    ...lookAtHosts({ home: directories.home, env }, (host) => {
      const { home, state } = directories;
      if (home === undefined || state === undefined) return [];
      const root = packageRoot();
      const { execPath: node, platform } = process;
      const request = { scope: "user", home, project: cwd, env, config, state, root, node, platform } as const;
      const hook = lookAtHook(host, request);
      const now = Date.now();
      const lately = { home: { home, env }, decisions: decisions(), since, now };
      const installed = installedHook(host, request);
      const about = { isAbout: projectOption(".", { cwd }).holds, isOff: config.mode === "off" };
      const runs = installed ? lookAtRuns({ ...installed, ...about }, lately) : [];
      if (!hook.some(({ status }) => status === "ok")) return [...hook, ...runs];
      watched.push(host);
      return [...hook, ...runs, ...lookAtObserverOf(host, loaded, { env, cwd })];
    }),
  ];
  return { loaded, watched, diagnoses };
}

function hasSqlite(): boolean {
  try {
    loadSqlite();
    return true;
  } catch {
    return false;
  }
}

function isBroken(found: readonly Diagnosis[]): boolean {
  return found.some(({ status }) => status === "broken");
}

const LABEL_WIDTH = 14;

function report(found: readonly Diagnosis[], io: Io): string {
  const style = styleFor(io.color);
  const width = Math.max(40, Math.min(io.columns, 110)) - LABEL_WIDTH - 2;
  let last = "";
  const lines = found.flatMap(({ about, status, detail, mend }) => {
    const label = about === last ? "" : about;
    last = about;
    const rows = wrapAtSpaces(neutralise(detail), width);
    const advice = mend === undefined ? [] : adviceRows(`→ ${neutralise(mend)}`, width);
    return [
      ...rows.map(
        (row, index) =>
          `${index === 0 ? MARKS[status](style) : " "} ${(index === 0 ? label : "").padEnd(LABEL_WIDTH)}${row}`,
      ),
      ...advice.map((row) => `  ${" ".repeat(LABEL_WIDTH)}${style.dim(row)}`),
    ];
  });
  return `${[...lines, "", ...wrapAtSpaces(conclusion(found), Math.max(40, io.columns))].join("\n")}\n`;
}

/** A warning may be about something broken that belongs to somebody else, such as an agent's settings. */
function conclusion(found: readonly Diagnosis[]): string {
  if (isBroken(found)) return "Something is broken.";
  const wantsALook = found.some(({ status }) => status === "warning");
  return wantsALook ? "Coxswain itself is not broken. Look at what is marked with !." : "Nothing is broken.";
}

/** Commands are to be pasted, so they are not wrapped; only sentences begin with a capital or end with a full stop. */
function adviceRows(advice: string, width: number): string[] {
  return /^→ [a-z].*[^.]$/.test(advice) ? unbroken(advice) : wrapAtSpaces(advice, width);
}

const MARKS: Record<Diagnosis["status"], (style: Style) => string> = {
  ok: (style) => style.green("✓"),
  note: (style) => style.dim("·"),
  warning: (style) => style.yellow("!"),
  broken: (style) => style.red("✗"),
};
