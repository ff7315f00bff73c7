import { isRecord } from "../text/json.ts";
import { type JsonEntry, type JsonNode, parseJsonc, valueOf } from "../text/jsonc.ts";
import { type KeyTree, MOST_RULES } from "./key.ts";
import { allKeys, isKey, namesBelow, type PlacedKey, printable, quoted } from "./keys.ts";
import type { Kind } from "./kind.ts";
import { OBSERVER_MARKER, OTHER_VARIABLES, type Variables } from "./environment.ts";
import { nearest } from "./nearest.ts";
import { Config } from "./schema.ts";

/** Where a value came from. `safety`: set by us, because the person's own settings cannot be read. */
export interface Origin {
  readonly source: "default" | "user" | "project" | "environment" | "flag" | "safety" | "team policy";
  readonly file?: string;
  readonly line?: number;
  readonly variable?: string;
  readonly flag?: string;
}

export interface Problem {
  readonly severity: "error" | "warning";
  readonly code: "config.invalid" | "config.unreadable";
  /** A complete sentence with the place, the key and what is allowed. Never contains a text value. */
  readonly message: string;
  readonly origin: Origin;
  readonly key?: string | undefined;
}

export interface Setting {
  readonly path: string;
  readonly entry?: string;
  readonly value: unknown;
  readonly origin: Origin;
}

/** What one source sets, in order, and what is wrong with it. A wrong key never invalidates a right one. */
export interface Layer {
  readonly settings: Setting[];
  readonly problems: Problem[];
}

export function emptyLayer(): Layer {
  return { settings: [], problems: [] };
}

interface Reading {
  readonly origin: Origin;
  readonly layer: Layer;
}

export function fileLayer(text: string, origin: Origin): Layer {
  const layer = emptyLayer();
  const parsed = parseJsonc(text);
  if ("fault" in parsed) {
    const { line, column, message } = parsed.fault;
    report(layer, { ...origin, line }, `not valid JSON at column ${column}: ${message}.`);
  } else if (parsed.node.type === "object") readGroup(Config, parsed.node.entries, "", { origin, layer });
  else report(layer, { ...origin, line: parsed.node.line }, "the file must hold one object: { … }.");
  return layer;
}

export function environmentLayer(env: Variables): Layer {
  const layer = emptyLayer();
  // Names are checked first: reading a variable of the real environment is a system call.
  for (const variable of Object.keys(env)) {
    if (!variable.startsWith("COX_") || OTHER_VARIABLES.has(variable)) continue;
    const text = env[variable];
    if (text === undefined || text === "") continue;
    const origin: Origin = { source: "environment", variable };
    const key = [...allKeys().values()].find((candidate) => candidate.variable === variable);
    if (key) readValue(key, key.kind.fromText(text), { origin, layer });
    else if (variable !== OBSERVER_MARKER) warn(layer, origin, `no key has this variable.${meantVariable(variable)}`);
    else if (text !== "1")
      warn(layer, origin, `marks the observer's own run, and is 1 there.${meantVariable("COX_OBSERVER_MODEL")}`);
  }
  return layer;
}

function meantVariable(variable: string): string {
  return suggestion(
    variable,
    [...allKeys().values()].map((key) => key.variable),
  );
}

/** Values by key path, typed or as text from a command line; `flags` tells which flag set each. */
export function flagLayer(
  overrides: Readonly<Record<string, unknown>>,
  flags: Readonly<Record<string, string>> = {},
): Layer {
  const layer = emptyLayer();
  for (const [path, value] of Object.entries(overrides)) {
    if (value === undefined) continue;
    const key = allKeys().get(path);
    const flag = Object.hasOwn(flags, path) ? flags[path] : undefined;
    const origin: Origin = { source: "flag", ...(flag === undefined ? {} : { flag }) };
    if (key) readValue(key, typeof value === "string" ? key.kind.fromText(value) : value, { origin, layer });
    else unknownKey(path, "", { origin, layer });
  }
  return layer;
}

/** A stranger's file may have sixty thousand wrong keys, and is read at every stop. */
const MAX_PROBLEMS = 100;

/** True when no further problems are taken, so that no sentence is made for nothing. */
export function isFull(layer: Layer): boolean {
  return layer.problems.length >= MAX_PROBLEMS;
}

export function report(layer: Layer, origin: Origin, sentence: string, key?: string): void {
  if (isFull(layer)) return;
  layer.problems.push({ severity: "error", code: "config.invalid", message: at(origin, sentence), origin, key });
}

export function warn(layer: Layer, origin: Origin, sentence: string, key?: string): void {
  if (isFull(layer)) return;
  layer.problems.push({ severity: "warning", code: "config.invalid", message: at(origin, sentence), origin, key });
}

function readGroup(tree: KeyTree, entries: readonly JsonEntry[], group: string, { origin, layer }: Reading): void {
  const seen = new Set<string>();
  for (const { key: name, line, node } of entries) {
    const here: Reading = { origin: { ...origin, line }, layer };
    const path = group === "" ? name : `${group}.${name}`;
    const below = Object.hasOwn(tree, name) ? tree[name] : undefined;
    if (seen.has(name)) report(layer, here.origin, `${quoted(path)} stands here a second time.`, path);
    else if (group === "" && name === "$schema") continue;
    else if (!below) unknownKey(path, group, here);
    else if (isKey(below)) readNode({ path, kind: below.kind }, node, here);
    else if (node.type === "object") readGroup(below, node.entries, path, here);
    else report(layer, here.origin, `${quoted(path)} must be an object with ${namesBelow(path).join(", ")}.`, path);
    seen.add(name);
  }
}

type KeyAt = Pick<PlacedKey, "path" | "kind">;

/** Each entry of a table, and of a list that adds up, keeps its own line. */
function readNode(key: KeyAt, node: JsonNode, { origin, layer }: Reading): void {
  if (key.kind.item && node.type === "array") {
    const placed = node.items.map((item) => ({ value: () => valueOf(item), origin: { ...origin, line: item.line } }));
    return readItems(key, placed, layer);
  }
  if (!key.kind.entry || node.type !== "object") return readValue(key, valueOf(node), { origin, layer });
  for (const entry of node.entries) {
    readEntry(key, entry.key, valueOf(entry.node), { origin: { ...origin, line: entry.line }, layer });
  }
}

function readValue(key: KeyAt, value: unknown, reading: Reading): void {
  const { path, kind } = key;
  const { origin, layer } = reading;
  if (kind.item && Array.isArray(value)) {
    const placed = value.map((item: unknown) => ({ value: () => item, origin }));
    readItems(key, placed, layer);
  } else if (kind.entry && isRecord(value)) {
    for (const [name, entry] of Object.entries(value)) readEntry(key, name, entry, reading);
  } else if (kind.accepts(value)) layer.settings.push({ path, value, origin });
  else report(layer, origin, refusal(origin.flag ?? quoted(path), kind, value), path);
}

interface PlacedItem {
  readonly value: () => unknown;
  readonly origin: Origin;
}

function readItems({ path, kind }: KeyAt, items: readonly PlacedItem[], layer: Layer): void {
  const { item } = kind;
  if (!item) return;
  const [tooMany] = items.slice(MOST_RULES);
  if (tooMany)
    report(
      layer,
      tooMany.origin,
      `${quoted(path)} may hold ${MOST_RULES} rules at most; the others do not count.`,
      path,
    );
  for (const [index, { value: valueAt, origin }] of items.slice(0, MOST_RULES).entries()) {
    const value = valueAt();
    const name = `${path}.${index + 1}`;
    if (item.accepts(value)) layer.settings.push({ path, entry: String(index + 1), value, origin });
    else report(layer, origin, refusal(quoted(name), item, value), path);
  }
}

function readEntry({ path, kind }: KeyAt, name: string, value: unknown, { origin, layer }: Reading): void {
  const { entry, entryName } = kind;
  if (!entry || !entryName) return;
  const place = `${path}.${name}`;
  if (!entryName.accepts(name)) {
    report(layer, origin, `in ${quoted(path)} the name ${quoted(name)} must be ${entryName.allowed}.`, place);
  } else if (entry.accepts(value)) layer.settings.push({ path, entry: name, value, origin });
  else report(layer, origin, refusal(quoted(place), entry, value), place);
}

function unknownKey(path: string, group: string, { origin, layer }: Reading): void {
  if (isFull(layer)) return;
  const place = group === "" ? "at the top" : `in "${group}"`;
  // Groups are candidates, too: they are misspelt as easily as keys.
  const beside = namesBelow(group).map((name) => (group === "" ? name : `${group}.${name}`));
  const hint = allKeys().has(path)
    ? " Write groups as objects inside each other, not with dots."
    : suggestion(path, [...beside, ...allKeys().keys()]);
  const sentence = `${quoted(path)} is not a key.${hint} Allowed ${place}: ${namesBelow(group).join(", ")}.`;
  report(layer, origin, sentence, path);
}

function refusal(name: string, kind: Kind, value: unknown): string {
  const part = kind.wrongPart?.(value);
  const field = part !== undefined && isRecord(value) && part in value ? kind.fieldOf?.(part) : undefined;
  if (field) return `${name} must be ${kind.allowed}; its ${quoted(part ?? "")} must be ${field.allowed}.`;
  if (part !== undefined) return `${name} must be ${kind.allowed}; look at ${printable(part)}.`;
  return `${name} must be ${kind.allowed}${insteadOf(kind, value)}.${meant(kind, value)}`;
}

/** The wrong value by its type. Text is never repeated: it may be a secret in the wrong place. */
function insteadOf(kind: Kind, value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return `, not ${value}`;
  if (typeof value === "string") return kind.isText ? "" : ", not text";
  return Array.isArray(value) ? ", not a list" : ", not an object";
}

function meant(kind: Kind, value: unknown): string {
  return typeof value === "string" && kind.choices ? suggestion(value, kind.choices) : "";
}

function suggestion(wanted: string, candidates: Iterable<string>): string {
  const candidate = nearest(wanted, candidates);
  return candidate === undefined ? "" : ` Did you mean "${candidate}"?`;
}

function at(origin: Origin, sentence: string): string {
  // This sentence begins with the flag already.
  if (origin.flag !== undefined) return sentence;
  if (origin.variable !== undefined) return `${printable(origin.variable)}: ${sentence}`;
  if (origin.file === undefined) return `Command line: ${sentence}`;
  const line = origin.line === undefined ? "" : `:${origin.line}`;
  return `${printable(origin.file)}${line}: ${sentence}`;
}
