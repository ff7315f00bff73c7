import { type LoadedConfig, loadConfig } from "../../config.ts";
import { configJsonSchema } from "../../config/json-schema.ts";
import { allKeys } from "../../config/keys.ts";
import { nearest } from "../../config/nearest.ts";
import { quoted } from "../../config/printable.ts";
import { CoxError } from "../../errors.ts";
import { jsonLine } from "../../json.ts";
import { styleFor } from "../../show/style.ts";
import { type Command, EXIT_DONE, EXIT_FAILED, type Io } from "../command.ts";
import { allowWords, parseOptions } from "../options/parse-options.ts";
import { refuseWrongFlags } from "../tell-problems.ts";
import { explainKey, listSettings, type Row, rowsOf, type View } from "../show/settings.ts";

export const command: Command = {
  name: "config",
  usage: ["config [KEY] [--json] [--set KEY=VALUE]…", "config path [--json]", "config schema [--json]"],
  options: [
    ["KEY", "one key (gate.minEdits) or one group (gate) instead of all"],
    ["--json", "values, origins and problems as one line of JSON"],
    ["--set KEY=VALUE", "show what would hold if this were set; writes nothing, may be repeated"],
    ["path", "the files that were looked at, and whether they are there"],
    ["schema", "the JSON schema of the configuration files, for editors"],
  ],
  examples: ["cox config", "cox config observer", "cox config guard.maxCorrections", "cox config schema > schema.json"],
  async run(args, io) {
    const { keyPath, json, overrides } = parse(args);
    if (keyPath === "schema") return printSchema(json, io);
    const loaded = loadConfig({ cwd: io.cwd, env: io.env, overrides, tolerant: true });
    refuseWrongFlags(loaded);
    if (keyPath === "path") printPaths(loaded, json, io);
    else printSettings(loaded, keyPath, json, io);
    if (!json && Object.keys(overrides).length > 0) io.err(`${LOOK_ALONE}\n`);
    return reportProblems(loaded, json, io);
  },
};

const LOOK_ALONE =
  "--set holds for this look alone; nothing was written. cox config path names the files to write it in.";

interface Request {
  readonly keyPath: string | undefined;
  readonly json: boolean;
  readonly overrides: Record<string, string>;
}

function parse(args: string[]): Request {
  const { values, positionals } = parseOptions("config", args, {
    json: { type: "boolean", default: false },
    set: { type: "string", multiple: true, default: [] },
  });
  const [keyPath, value] = positionals;
  if (keyPath !== undefined && wantsToWrite(keyPath, value)) {
    throw new CoxError("usage", "settings are shown here, and written in a file.", {
      hint: "cox config path names it; --set KEY=VALUE shows what one would do.",
    });
  }
  allowWords(1, "config", positionals);
  return {
    keyPath,
    json: values.json,
    overrides: Object.fromEntries(values.set.map(parseOverride)),
  };
}

/** True for the way other programs write settings: `mode off`, `mode=off`, `set mode off`. */
function wantsToWrite(word: string, next: string | undefined): boolean {
  return word.includes("=") || ["set", "unset", "edit"].includes(word) || (next !== undefined && allKeys().has(word));
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

function unknownKey(keyPath: string): CoxError {
  const groups = [...allKeys().keys()].map((path) => path.slice(0, Math.max(0, path.lastIndexOf("."))));
  const meant = nearest(keyPath, [...allKeys().keys(), ...groups]);
  const hint = meant ? `Did you mean "${meant}"?` : "cox config lists all of them.";
  return new CoxError("usage", `There is no key ${quoted(keyPath)}.`, { hint });
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
