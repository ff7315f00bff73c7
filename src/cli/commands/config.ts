import { type LoadedConfig, loadConfig } from "../../config.ts";
import { configJsonSchema, allKeys, printable, quoted } from "../../config/keys.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { styleFor } from "../../show/wrap.ts";
import { EXIT_DONE, EXIT_FAILED, type Io } from "../command.ts";
import { defineCommand, type Given } from "../define-command.ts";
import { allowWords } from "../options/parse-options.ts";
import { changeConfig, type ConfigChange, unknownKey } from "../config-change.ts";
import { refuseWrongFlags } from "../tell-problems.ts";
import { explainKey, listSettings, type Row, rowsOf, type View } from "../show/settings.ts";

const OPTIONS = [
  ["KEY", "one key (gate.minEdits) or one group (gate) instead of all"],
  ["set KEY VALUE", "write the value into your own file; comments and layout stay"],
  ["unset KEY", "take it out of your own file"],
  ["--dry-run", "show what set or unset would change, and change nothing"],
  ["--json", "values, origins and problems as one line of JSON; of set and unset what was changed"],
  ["--set KEY=VALUE", "show what would hold if this were set; writes nothing, may be repeated", { multiple: true }],
  ["path", "the files that were looked at, and whether they are there"],
  ["schema", "the JSON schema of the configuration files, for editors"],
] as const;

export const command = defineCommand({
  name: "config",
  usage: [
    "config [KEY] [--json] [--set KEY=VALUE]…",
    "config set KEY VALUE [--dry-run] [--json]",
    "config unset KEY [--dry-run] [--json]",
    "config path [--json]",
    "config schema [--json]",
  ],
  options: OPTIONS,
  examples: [
    "cox config",
    "cox config observer",
    "cox config guard.maxCorrections",
    "cox config set observer.model auto",
    "cox config set checks.watched ~/code/shop,~/code/site",
    `cox config set providers.mine '{"baseURL": "http://127.0.0.1:8000/v1"}'`,
    "cox config unset observer.model",
    "cox config schema > schema.json",
  ],
  async run(given, io) {
    const request = readRequest(given);
    if (request.verb !== undefined) return changeConfig(request, io);
    const { keyPath, json, overrides } = request;
    if (keyPath === "schema") return printSchema(json, io);
    const loaded = loadConfig({ cwd: io.cwd, env: io.env, overrides, tolerant: true });
    refuseWrongFlags(loaded);
    if (keyPath === "path") printPaths(loaded, json, io);
    else printSettings(loaded, keyPath, json, io);
    if (!json && Object.keys(overrides).length > 0) io.err(`${LOOK_ALONE}\n`);
    return reportProblems(loaded, json, io);
  },
});

const LOOK_ALONE =
  "--set holds for this look alone; nothing was written. cox config set KEY VALUE writes it into your own file.";

function readRequest({ values, positionals }: Given<typeof OPTIONS>) {
  const { json, set, "dry-run": dryRun } = values;
  const [keyPath, ...words] = positionals;
  if (keyPath === "set" || keyPath === "unset") {
    if (set.length > 0) throw new CoxError("usage", `--set shows, and config ${keyPath} writes.`, { hint: HELP });
    return { verb: keyPath, words, json, dryRun } satisfies ConfigChange;
  }
  if (keyPath !== undefined) refuseOtherWays(keyPath, words[0]);
  if (dryRun) throw new CoxError("usage", "--dry-run goes with config set and config unset.", { hint: HELP });
  allowWords(1, "config", positionals);
  return { keyPath, json, overrides: Object.fromEntries(set.map(parseOverride)) };
}

/** Refuses how other programs write settings: `mode off`, `mode=off`, `edit`. */
function refuseOtherWays(word: string, next: string | undefined): void {
  const equals = word.indexOf("=");
  const [key, value] = equals > 0 ? [word.slice(0, equals), word.slice(equals + 1)] : [word, next];
  if (word !== "edit" && (value === undefined || (equals < 1 && !allKeys().has(key)))) return;
  const how = word === "edit" ? "cox config path names the files" : `cox config set ${key} ${value} writes it`;
  throw new CoxError("usage", "this shows settings, and writes none.", { hint: `${printable(how)}.` });
}

const HELP = "See cox config --help.";

function parseOverride(text: string): [string, string] {
  const equals = text.indexOf("=");
  if (equals < 1) throw new CoxError("usage", `--set ${quoted(text)} must be KEY=VALUE.`, { hint: HELP });
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function printSchema(json: boolean, io: Io): number {
  io.out(json ? jsonLine(configJsonSchema()) : `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
  return EXIT_DONE;
}

function printPaths({ problems, files }: LoadedConfig, json: boolean, io: Io): void {
  const lines = files.map(
    ({ source, file, found }) => `${source.padEnd(7)}  ${found ? "found  " : "missing"}  ${file}\n`,
  );
  io.out(json ? jsonLine({ problems, files }) : lines.join(""));
}

function printSettings(loaded: LoadedConfig, keyPath: string | undefined, json: boolean, io: Io): void {
  const rows = rowsOf(loaded).filter(({ path }) => keyPath === undefined || isAtOrBelow(path, keyPath));
  if (keyPath !== undefined && rows.length === 0 && !allKeys().has(keyPath)) throw unknownKey(keyPath);
  const key = keyPath === undefined ? undefined : allKeys().get(keyPath);
  if (json) io.out(jsonLine(toJson(loaded, rows)));
  else if (key && !key.kind.entry) io.out(explainKey(key, rows, view(loaded, io)));
  else io.out(listSettings(rows, view(loaded, io)));
}

function isAtOrBelow(path: string, keyPath: string): boolean {
  return path === keyPath || path.startsWith(`${keyPath}.`);
}

function view({ directories }: LoadedConfig, { columns, color, cwd }: Io): View {
  return { columns, cwd, home: directories.home, style: styleFor(color) };
}

function toJson({ problems, files }: LoadedConfig, rows: readonly Row[]) {
  return {
    settings: Object.fromEntries(rows.map(({ path, value, origin }) => [path, { value, ...origin }])),
    problems,
    files,
  };
}

function reportProblems({ problems }: LoadedConfig, json: boolean, io: Io): number {
  for (const { severity, message } of json ? [] : problems) io.err(`${severity}: ${message}\n`);
  return problems.some(({ severity }) => severity === "error") ? EXIT_FAILED : EXIT_DONE;
}
