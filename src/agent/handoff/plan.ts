import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { CoxError, systemReason } from "../../text/errors.ts";
import type { HandoffDraft } from "../handoff.ts";
import type { Workspace } from "../workspace.ts";
import { mention, planMessage, checkFiles, type DroppedFile } from "./handoff-message.ts";

export interface PlanParts {
  readonly path: string;
  readonly workspace: Workspace;
  readonly maxFiles: number;
  /** The thread in which the plan was made, if it is one of ours. */
  readonly from?: string;
  readonly goal?: string;
}

/** The draft of a thread that carries out a plan, or what the plan still lacks. No model is asked. */
export type PlanDrafted =
  | { readonly ok: true; readonly draft: HandoffDraft }
  | { readonly ok: false; readonly problems: readonly string[] };

export async function draftFromPlan({ path, workspace, maxFiles, from, goal }: PlanParts): Promise<PlanDrafted> {
  const text = await readPlan(path);
  const problems = planProblems(text);
  if (problems.length > 0) return { ok: false, problems };
  const linked = await withMentions(text.trim(), { directory: dirname(resolve(path)), workspace, maxFiles });
  const message = planMessage({ from, plan: linked.text, goal });
  const draft = { goal: goal ?? headlineOf(text), message, files: linked.files, dropped: linked.dropped, usage: [] };
  return { ok: true, draft: from === undefined ? draft : { ...draft, from } };
}

const MAX_BYTES = 200_000;

async function readPlan(path: string): Promise<string> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) throw new CoxError("usage", `${path} is not a file.`);
    if (stats.size > MAX_BYTES) throw new CoxError("usage", `${path} is larger than ${MAX_BYTES / 1000} kB.`);
    return (await readFile(path, "utf8")).replace(/^\uFEFF/, "").toWellFormed();
  } catch (error) {
    if (error instanceof CoxError) throw error;
    throw new CoxError("usage", `the plan ${path} cannot be read: ${systemReason(error)}.`, { cause: error });
  }
}

function headlineOf(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const title = lines.find((line) => /^#{1,6}\s/.test(line)) ?? lines.find((line) => line !== "") ?? "";
  return title.replace(/^#+\s+/, "");
}

interface Linking {
  readonly directory: string;
  readonly workspace: Workspace;
  readonly maxFiles: number;
}

interface Linked {
  readonly text: string;
  readonly files: readonly string[];
  readonly dropped: readonly DroppedFile[];
}

const CODE_OR_LINK =
  /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\1[`~]*[ \t]*$|`[^`\n]*`|!?\[([^\]\n]{0,300})\]\((?:<([^<>\n]{1,500})>|([^()\s]{1,500}))(?: +"[^"\n]{0,200}")?\)/gm;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i;

/** Links to files become mentions, which the agent can open from where it works. Others stay as they are. */
async function withMentions(text: string, linking: Linking): Promise<Linked> {
  const files = new Set<string>();
  const dropped = new Map<string, DroppedFile>();
  let result = "";
  let end = 0;
  for (const match of text.matchAll(CODE_OR_LINK)) {
    const [whole, , label = "", pointed, bare] = match;
    const target = pointed ?? bare;
    if (target === undefined || ELSEWHERE.test(target)) continue;
    const [path = "", fragment] = target.split("#", 2);
    const found = await locate(decoded(path), linking);
    if (typeof found !== "string") dropped.set(found.path, found);
    else if (!files.has(found) && files.size >= linking.maxFiles)
      dropped.set(found, { path: found, reason: `is one more than the ${linking.maxFiles} that are taken` });
    else {
      files.add(found);
      result += text.slice(end, match.index) + mentioned(found, fragment, label);
      end = match.index + whole.length;
    }
  }
  return { text: result + text.slice(end), files: [...files], dropped: [...dropped.values()] };
}

/** The words of a link are kept where they say more than the name of the file. */
function mentioned(name: string, fragment: string | undefined, label: string): string {
  const place = fragment === undefined ? mention(name) : `${mention(name)}#${fragment}`;
  const said = label.replaceAll(/[`*_]/g, "").trim();
  return said === "" || name === said || name.endsWith(`/${said}`) ? place : `${label} (${place})`;
}

/** A link counts from the plan's directory, as in any page; many are written from the top of the project. */
async function locate(path: string, { directory, workspace }: Linking): Promise<string | DroppedFile> {
  const candidates = path.startsWith("/") ? [path.slice(1), path] : [resolve(directory, path), path];
  let missing: DroppedFile | undefined;
  for (const candidate of candidates) {
    const { files, dropped } = await checkFiles([candidate], workspace, 1);
    if (files[0] !== undefined) return files[0];
    missing ??= dropped[0];
  }
  return { path, reason: missing?.reason ?? "does not exist" };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Only what is plainly left open counts, since a person has to go back to the plan for each. */
export function planProblems(text: string): string[] {
  if (text.trim() === "") return ["It is empty."];
  const { lines, openFence } = proseOf(text);
  return [
    ...(openFence === undefined
      ? []
      : [`Line ${openFence} opens a block of code that never ends: is the plan cut off?`]),
    ...withoutSteps(lines),
    ...lines.flatMap(({ number, bare }) =>
      isPlaceholder(bare) ? [`Line ${number} is still to be written: ${bare.trim()}`] : [],
    ),
    ...sectionsOf(lines).flatMap(problemOf),
  ];
}

interface Line {
  readonly number: number;
  /** Without what is quoted as code. */
  readonly bare: string;
  readonly isBlank: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The lines outside blocks of code, where words of a plan may stand as somebody else's. */
function proseOf(text: string): { readonly lines: readonly Line[]; readonly openFence: number | undefined } {
  const lines: Line[] = [];
  let fence: { readonly mark: string; readonly number: number } | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const mark = FENCE.exec(line)?.[1];
    const number = index + 1;
    if (fence) {
      if (mark?.startsWith(fence.mark) && line.trim() === mark) fence = undefined;
      continue;
    }
    if (mark !== undefined) fence = { mark, number };
    // A block of code is content of its section.
    lines.push({ number, bare: mark === undefined ? withoutCode(line) : "", isBlank: line.trim() === "" });
  }
  return { lines, openFence: fence?.number };
}

function withoutCode(line: string): string {
  return line.replaceAll(/`[^`]*`/g, "` `");
}

const STEP = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\S|^#{1,6}\s+(?:step\b|phase\b|\d{1,3}[.):])/i;
const TICKED = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\[(.)\]/;

function withoutSteps(lines: readonly Line[]): string[] {
  if (!lines.some(({ bare }) => STEP.test(bare))) return ["It has no steps: write as a list what is to be done."];
  const boxes = lines.flatMap(({ bare }) => TICKED.exec(bare)?.[1] ?? []);
  const isDone = boxes.length > 0 && boxes.every((box) => box !== " ");
  return isDone ? ["Every step is ticked off: nothing is left to be done."] : [];
}

/** At the beginning of a line, or as all that follows a colon: "remove the TODO comments" is a step like any other. */
const MARKER = /^[\s>#*+_\-\d.)[\]x]*(?:TODO|FIXME|XXX)\b|[:([]\s*(?:TODO|FIXME|XXX)[\s.)\]]*$/;
const UNDECIDED = /\b(?:TBD|TBC)\b|\?{3}|\bto be (?:decided|determined|defined|clarified|written)\b/i;
const DOTS = /^[\s>*+\-\d.)]*(?:\.{3}|…)\s*$/;

function isPlaceholder(bare: string): boolean {
  return MARKER.test(bare) || UNDECIDED.test(bare) || DOTS.test(bare);
}

interface Section {
  readonly title: string;
  readonly number: number;
  readonly content: readonly Line[];
  /** True when the next heading stands below this one. */
  readonly hasParts: boolean;
}

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;

function sectionsOf(lines: readonly Line[]): Section[] {
  const headings = lines.flatMap((line, index) => {
    const [, marks, title = ""] = HEADING.exec(line.bare) ?? [];
    return marks === undefined ? [] : [{ index, level: marks.length, title, number: line.number }];
  });
  return headings.map(({ index, level, title, number }, place) => {
    const next = headings[place + 1];
    const content = lines.slice(index + 1, next?.index).filter(({ isBlank }) => !isBlank);
    return { title, number, content, hasParts: next !== undefined && next.level > level };
  });
}

const OPEN_QUESTIONS = /\b(?:open|unresolved|undecided)\s+(?:questions?|points?|issues?|decisions?)\b/i;
const NONE = /^[\s>*+\-_.]*(?:none|nothing|no|n\/a|-|–|—)?[\s.*_]*$/i;

function problemOf({ title, number, content, hasParts }: Section): string[] {
  const asked = OPEN_QUESTIONS.test(title) ? content.find(({ bare }) => !NONE.test(bare)) : undefined;
  if (asked) return [`Line ${asked.number} is an open question: ${asked.bare.trim()}`];
  if (content.length > 0 || hasParts || OPEN_QUESTIONS.test(title)) return [];
  return [`Line ${number} is a heading with nothing below it: ${title}`];
}
