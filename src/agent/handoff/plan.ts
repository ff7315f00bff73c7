import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { CoxError, systemReason } from "../../text/errors.ts";
import type { HandoffDraft } from "../handoff.ts";
import type { Workspace } from "../workspace.ts";
import { mention, planMessage, checkFiles, type DroppedFile } from "./handoff-message.ts";
import { planProblems } from "./plan-problems.ts";

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
