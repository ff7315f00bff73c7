import { join } from "node:path";
import { USER_FILE } from "../config/files.ts";
import { allKeys, namesBelow, type PlacedKey, quoted } from "../config/keys.ts";
import { nearest } from "../config/nearest.ts";
import { type LoadedConfig, loadConfig } from "../config.ts";
import { CoxError } from "../text/errors.ts";
import { valueAt } from "../install/json-edit.ts";
import { changesOwnSettings, type OwnPlan, planOwnSettings, writeOwnSettings } from "../install/own-settings.ts";
import { jsonLine } from "../text/json.ts";
import { neutralise } from "../text/strings.ts";
import { wrapAtSpaces } from "../show/wrap.ts";
import { EXIT_DONE, type Io } from "./command.ts";
import { lookForObserver } from "./doctor/look-at-models.ts";
import { changedLines, changeRows, NOTHING_CHANGED } from "./show/install-text.ts";
import { effective, type Row, rowsOf } from "./show/settings.ts";
import { refuseWrongFlags } from "./tell-problems.ts";

export interface ConfigChange {
  readonly verb: "set" | "unset";
  readonly words: readonly string[];
  readonly json: boolean;
  readonly dryRun: boolean;
}

/** Writes one value into the person's own file, or takes it out. A project's file is never touched. */
export function changeConfig({ verb, words, json, dryRun }: ConfigChange, io: Io): number {
  const before = load(io);
  const file = ownFile(before);
  const { keyPath, place, value } = verb === "set" ? settingOf(words, io) : keyToRemove(words);
  const plan = planOwnSettings(file, [{ path: place, value }]);
  const was = valueAt(plan.current?.bytes.toString("utf8") ?? "{}", place);
  if (verb === "unset" && was === undefined) refuseUnknown(keyPath);
  const changes = changesOwnSettings(plan);
  if (!dryRun) writeOwnSettings(plan);
  const after = load(io);
  const change = { verb, keyPath, plan, dryRun, changes };
  if (json) io.out(jsonLine(changeJson(change, was, value, after)));
  else {
    const lines = dryRun ? dryRows(change, io) : changeInWords(change, before, after, io);
    io.out(`${lines.join("\n")}\n`);
    for (const line of remarks(keyPath, after, io)) io.err(`cox config: ${line}\n`);
  }
  return EXIT_DONE;
}

function load({ cwd, env }: Io): LoadedConfig {
  return loadConfig({ cwd, env, tolerant: true });
}

function ownFile({ directories }: LoadedConfig): string {
  if (directories.config !== undefined) return join(directories.config, USER_FILE);
  throw new CoxError("usage", "This machine has no home directory, so you have no file of your own.");
}

interface Target {
  readonly keyPath: string;
  /** The names on the way to the value. The last one may hold dots: it may be the name of a table's entry. */
  readonly place: readonly string[];
  readonly value?: unknown;
}

/** The key, and its value as the file should hold it. Throws when the schema does not take it. */
function settingOf([keyPath = "", text, surplus]: readonly string[], { cwd, env }: Io): Target {
  if (text === undefined) {
    const hint = keyPath === "" ? EXAMPLE : `cox config ${keyPath} says what it takes.`;
    throw new CoxError("usage", "config set needs a key and a value.", { hint });
  }
  if (surplus !== undefined)
    throw new CoxError("usage", `${quoted(surplus)} is one word too many.`, {
      hint: "Write a list as one word, with commas or as JSON.",
    });
  const { key, entry } = keyAt(keyPath);
  const kind = entry === undefined ? key.kind : (key.kind.entry ?? key.kind);
  const value = kind.fromText(text);
  const overrides = { [key.path]: entry === undefined ? value : { [entry]: value } };
  refuseWrongFlags(loadConfig({ cwd, env, overrides, flags: { [key.path]: quoted(keyPath) }, tolerant: true }));
  return { keyPath, place: [...key.path.split("."), ...(entry === undefined ? [] : [entry])], value };
}

/** Also a key that there is no more may be taken out, and a group as a whole. */
function keyToRemove([keyPath, surplus]: readonly string[]): Target {
  if (keyPath === undefined) throw new CoxError("usage", "config unset needs a key.", { hint: EXAMPLE });
  if (surplus !== undefined)
    throw new CoxError("usage", `${quoted(surplus)} is one word too many.`, { hint: "Take one key out at a time." });
  const table = tableOf(keyPath);
  const place = table ? [...table.key.path.split("."), table.entry] : keyPath.split(".");
  return { keyPath, place };
}

const EXAMPLE = "For example: cox config set mode shadow, cox config unset mode.";

function keyAt(keyPath: string): { readonly key: PlacedKey; readonly entry?: string } {
  const key = allKeys().get(keyPath);
  const found = key ? { key } : tableOf(keyPath);
  if (found) return found;
  const names = namesBelow(keyPath);
  if (names.length === 0) throw unknownKey(keyPath);
  throw new CoxError("usage", `${quoted(keyPath)} is a group: set one of its keys.`, {
    hint: `They are ${names.map((name) => `${keyPath}.${name}`).join(", ")}.`,
  });
}

/** The table in which a path names an entry, as `prices.openai/gpt-5` does. */
function tableOf(keyPath: string): { readonly key: PlacedKey; readonly entry: string } | undefined {
  const key = [...allKeys().values()].find(({ path, kind }) => kind.entry && keyPath.startsWith(`${path}.`));
  return key && { key, entry: keyPath.slice(key.path.length + 1) };
}

function refuseUnknown(keyPath: string): void {
  if (!allKeys().has(keyPath) && !tableOf(keyPath) && namesBelow(keyPath).length === 0) throw unknownKey(keyPath);
}

export function unknownKey(keyPath: string): CoxError {
  const groups = [...allKeys().keys()].map((path) => path.slice(0, Math.max(0, path.lastIndexOf("."))));
  const meant = nearest(keyPath, [...allKeys().keys(), ...groups]);
  const hint = meant ? `Did you mean "${meant}"?` : "cox config lists all of them.";
  return new CoxError("usage", `There is no key ${quoted(keyPath)}.`, { hint });
}

interface Change {
  readonly verb: ConfigChange["verb"];
  readonly keyPath: string;
  readonly plan: OwnPlan;
  readonly dryRun: boolean;
  readonly changes: boolean;
}

function changeJson({ keyPath, plan, dryRun, changes }: Change, was: unknown, value: unknown, after: LoadedConfig) {
  const kind = changes ? (plan.current ? "changed" : "created") : "none";
  const row = rowAt(keyPath, after);
  return {
    dryRun,
    file: plan.file,
    change: kind,
    key: keyPath,
    ...(value === undefined ? {} : { value }),
    ...(was === undefined ? {} : { was }),
    ...changedLines(plan),
    ...(row && !dryRun ? { holds: { value: row.value, ...row.origin } } : {}),
    problems: after.problems,
  };
}

function rowAt(keyPath: string, loaded: LoadedConfig): Row | undefined {
  return rowsOf(loaded).find(({ path }) => path === keyPath);
}

function dryRows({ plan, changes }: Change, io: Io): string[] {
  if (!changes) return [`${plan.file} would stay as it is.`];
  return [plan.file, ...changeRows(plan, io), NOTHING_CHANGED];
}

function changeInWords(
  { verb, keyPath, plan: { file }, changes }: Change,
  before: LoadedConfig,
  after: LoadedConfig,
  io: Io,
) {
  const [was, is] = [rowAt(keyPath, before), rowAt(keyPath, after)];
  const name = neutralise(keyPath);
  const isSet = verb === "set";
  const overruled = is && overrulerOf(is);
  if (!changes || !is || (isSet && overruled !== undefined)) {
    const done = changes ? (isSet ? "Written to" : "Taken out of") : isSet ? "It stands so already in" : "It is not in";
    const instead = is && overruled !== undefined ? ` Here ${overruled} counts more: ${name} is ${effective(is)}.` : "";
    return wrapAtSpaces(`${done} ${file}.${instead}`, io.columns);
  }
  const past = was && effective(was) !== effective(is) ? ` (before: ${effective(was)})` : "";
  const source = isSet ? "" : overruled === undefined ? ", the default" : `, as ${overruled} says`;
  const done = isSet ? "Written to" : "Taken out of";
  return wrapAtSpaces(`${done} ${file}: ${name} is now ${effective(is)}${source}${past}.`, io.columns);
}

/** A source that counts more than the person's file: what is written there seems to do nothing. */
function overrulerOf({ origin: { source, variable, file } }: Row): string | undefined {
  return source === "environment" || source === "project" ? (variable ?? file) : undefined;
}

function remarks(keyPath: string, loaded: LoadedConfig, io: Io): string[] {
  const problems = loaded.problems.map(({ message }) => message);
  if (!keyPath.startsWith("observer.")) return problems;
  const lacks = lookForObserver(loaded, io).filter(({ status }) => status !== "ok");
  return [...problems, ...lacks.map(({ detail, mend = "" }) => neutralise(`${detail} ${mend}`.trim()))];
}
