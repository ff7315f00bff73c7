import { CoxError } from "../text/errors.ts";
import { type JsonDialect, type JsonNode, parseJsonc, valueOf } from "../text/jsonc.ts";

/** Leaves comments, order and spacing unchanged. A text that is not JSON is refused: a change could break it. */

/** Adds an item at the end of a list, and creates the path to it if it is missing. */
export function addItem(text: string, path: readonly string[], item: unknown, dialect?: JsonDialect): string {
  const root = rootOf(text, dialect);
  const { node, rest } = follow(root, path);
  if (rest.length > 0) return addMember(text, node, { path, rest }, [item]);
  if (node.type !== "array") throw notAsExpected(path, "a list");
  return insertIn(text, node, (indent) => render(item, indent, styleOf(text)));
}

export function setValue(text: string, path: readonly string[], value: unknown, dialect?: JsonDialect): string {
  const { node, rest } = follow(rootOf(text, dialect), path);
  if (rest.length > 0) return addMember(text, node, { path, rest }, value);
  return text.slice(0, node.start) + render(value, indentAt(text, node.start), styleOf(text)) + text.slice(node.end);
}

export function valueAt(text: string, path: readonly string[], dialect?: JsonDialect): unknown {
  const { node, rest } = follow(rootOf(text, dialect), path);
  return rest.length === 0 ? valueOf(node) : undefined;
}

export function removeValue(text: string, path: readonly string[], dialect?: JsonDialect): string {
  for (;;) {
    const way = wayTo(text, path, dialect);
    if (!way) return text;
    text = cut(text, outermostEmptied(text, way.chain));
  }
}

/** Removes items from every list below a path, together with lists and objects that become empty. */
export function removeItems(
  text: string,
  path: readonly string[],
  isOurs: (item: unknown) => boolean,
  dialect?: JsonDialect,
): string {
  for (;;) {
    const found = findItem(text, path, isOurs, dialect);
    if (!found) return text;
    text = cut(text, found);
  }
}

export function rootOf(text: string, dialect?: JsonDialect): JsonNode {
  const parsed = parseJsonc(text, dialect);
  if ("node" in parsed && parsed.node.type === "object") return parsed.node;
  const why =
    "fault" in parsed
      ? `it is not valid JSON (line ${parsed.fault.line}: ${parsed.fault.message})`
      : "it holds no object: { … }";
  throw new CoxError("config.unreadable", why);
}

function follow(root: JsonNode, path: readonly string[]) {
  let node = root;
  for (const [index, key] of path.entries()) {
    const below: JsonNode | undefined =
      node.type === "object" ? node.entries.findLast((entry) => entry.key === key)?.node : undefined;
    if (!below) return { node, rest: path.slice(index) };
    node = below;
  }
  return { node, rest: [] };
}

interface Missing {
  readonly path: readonly string[];
  readonly rest: readonly string[];
}

function addMember(text: string, node: JsonNode, { path, rest }: Missing, value: unknown): string {
  if (node.type !== "object") throw notAsExpected(path.slice(0, path.length - rest.length), "an object");
  const [key = "", ...below] = rest;
  const nested = below.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return insertIn(text, node, (indent) => `${JSON.stringify(key)}: ${render(nested, indent, styleOf(text))}`);
}

function notAsExpected(path: readonly string[], wanted: string): CoxError {
  return new CoxError("config.unreadable", `"${path.join(".")}" should be ${wanted} there`);
}

type Container = Extract<JsonNode, { type: "array" | "object" }>;

function insertIn(text: string, container: Container, member: (indent: string) => string): string {
  const style = styleOf(text);
  const outer = indentAt(text, container.start);
  const last = placesIn(container).at(-1);
  if (!last) {
    const [open, close] = container.type === "array" ? "[]" : "{}";
    // A file without any value counts as an empty object, which must start below a comment at its end.
    const gap = container.start === text.length && /\/\/[^\n]*$/.test(text) ? style.newline : "";
    const inner = outer + style.unit;
    // Keeps members that somebody commented out.
    const comments = text.slice(container.start + 1, container.end - 1).trimEnd();
    const whole = `${gap}${open}${comments}${style.newline}${inner}${member(inner)}${style.newline}${outer}${close}`;
    return text.slice(0, container.start) + whole + text.slice(container.end);
  }
  const { end } = last;
  if (!text.slice(container.start, container.end).includes("\n")) {
    return `${text.slice(0, end)}, ${member(outer)}${text.slice(end)}`;
  }
  const inner = indentAt(text, last.start);
  const rest = /^[ \t]*(,?)[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/)?/.exec(text.slice(end)) ?? ["", ""];
  const comma = rest[1] === "" ? "," : "";
  const after = end + rest[0].trimEnd().length;
  return `${text.slice(0, end)}${comma}${text.slice(end, after)}${style.newline}${inner}${member(inner)}${text.slice(after)}`;
}

interface Style {
  readonly unit: string;
  readonly newline: string;
}

function styleOf(text: string): Style {
  const unit = /^[{[][^\S\n]*\r?\n([ \t]+)\S/m.exec(text)?.[1] ?? /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return { unit, newline: text.includes("\r\n") ? "\r\n" : "\n" };
}

function indentAt(text: string, position: number): string {
  const line = text.lastIndexOf("\n", position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, position))?.[0] ?? "";
}

function render(value: unknown, indent: string, { unit, newline }: Style): string {
  return JSON.stringify(value, undefined, unit).replaceAll("\n", newline + indent);
}

interface Found {
  readonly container: Container;
  readonly index: number;
}

function findItem(
  text: string,
  path: readonly string[],
  isOurs: (item: unknown) => boolean,
  dialect?: JsonDialect,
): Found | undefined {
  const way = wayTo(text, path, dialect);
  const inside = way && ownItem(way.node, isOurs);
  return inside && outermostEmptied(text, [...way.chain, ...inside]);
}

/** The members on a path, outermost first, and the value at its end; undefined where the path ends before. */
function wayTo(text: string, path: readonly string[], dialect?: JsonDialect) {
  const chain: Found[] = [];
  let node = rootOf(text, dialect);
  for (const key of path) {
    if (node.type !== "object") return undefined;
    const index = node.entries.findLastIndex((entry) => entry.key === key);
    chain.push({ container: node, index });
    const below = node.entries[index]?.node;
    if (!below) return undefined;
    node = below;
  }
  return { chain, node };
}

/** What to remove for the last of these members: a container that would be empty without it is removed as a whole. */
function outermostEmptied(text: string, chain: readonly Found[]): Found {
  return chain.toReversed().reduce((found, up) => (isEmptyWithout(text, found) ? up : found));
}

/** The path from a node down to one of our items. An entry may also hold items of others, because hosts merge them. */
function ownItem(node: JsonNode, isOurs: (item: unknown) => boolean): Found[] | undefined {
  if (node.type === "scalar") return undefined;
  const nodes = node.type === "array" ? node.items : node.entries.map((entry) => entry.node);
  for (const [index, each] of nodes.entries()) {
    const found = { container: node, index };
    if (node.type === "array" && isOurs(valueOf(each))) return [found];
    const below = ownItem(each, isOurs);
    if (below) return [found, ...below];
  }
  return undefined;
}

function isEmptyWithout(text: string, { container }: Found): boolean {
  const [only, ...others] = placesIn(container);
  if (!only || others.length > 0) return false;
  return !hasComment(text.slice(container.start, only.start)) && !hasComment(text.slice(only.end, container.end));
}

function placesIn(container: Container): { readonly start: number; readonly end: number }[] {
  return (container.type === "array" ? container.items : container.entries).map((place) => ({
    start: place.start,
    end: "node" in place ? place.node.end : place.end,
  }));
}

/** Removes a member with its comma. Comments beside it stay, since they may be about its neighbours. */
function cut(text: string, { container, index }: Found): string {
  const places = placesIn(container);
  const own = places[index];
  if (!own) return text;
  const before = places[index - 1];
  const after = places[index + 1];
  if (after) {
    const between = withoutComma(text.slice(own.end, after.start)).trimStart();
    return text.slice(0, own.start) + between + text.slice(after.start);
  }
  const start = before?.end ?? container.start + 1;
  const behind = text.slice(own.end, container.end - 1);
  const rest = withoutComma(behind);
  // If the list ends with a comma, the comma before the member becomes its end.
  const front = text.slice(start, own.start);
  const left = rest === behind ? withoutComma(front) : front;
  if (!before && !hasComment(left + rest)) return text.slice(0, start) + text.slice(container.end - 1);
  return text.slice(0, start) + upTo(rest, left) + rest + text.slice(container.end - 1);
}

/** What is left before the rest, without the indentation of the removed line. A comment must not swallow the rest. */
function upTo(rest: string, left: string): string {
  return hasComment(left) && !/^[ \t]*\r?\n/.test(rest) ? left : left.trimEnd();
}

const COMMENT = /\/\/[^\n]*|\/\*[^]*?\*\//g;

/** True when there is a comment: between members stand only blanks, commas and comments. */
function hasComment(beside: string): boolean {
  return beside.includes("/");
}

function withoutComma(beside: string): string {
  const comma = beside.replaceAll(COMMENT, (comment) => " ".repeat(comment.length)).indexOf(",");
  return comma === -1 ? beside : beside.slice(0, comma) + beside.slice(comma + 1);
}
