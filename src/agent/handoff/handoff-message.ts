import { stat } from "node:fs/promises";
import { errorCode } from "../../text/errors.ts";
import { isWithin } from "../../text/places.ts";
import { ToolError } from "../tool-error.ts";
import type { Workspace } from "../workspace.ts";

export interface HandoffContent {
  readonly from: string;
  readonly files: readonly string[];
  readonly information: string;
  readonly goal: string;
}

/** The information is quoted, because it is only a report. Only the goal, which the person wrote, is a request. */
export function handoffMessage({ from, files, information, goal }: HandoffContent): string {
  return [
    `This goes on from thread ${from}.`,
    ...(files.length > 0 ? [files.map(mention).join(" ")] : []),
    `What I know from there:\n${quoted(information)}`,
    goal.trim(),
  ].join("\n\n");
}

export function planMessage({ from, plan, goal }: PlanContent): string {
  return [
    ...(from === undefined ? [] : [`This goes on from thread ${from}.`]),
    "Carry out this plan:",
    plan,
    ...(goal === undefined ? [] : [goal.trim()]),
  ].join("\n\n");
}

interface PlanContent {
  readonly from: string | undefined;
  readonly plan: string;
  readonly goal: string | undefined;
}

export function mention(path: string): string {
  return /[\s"]/.test(path) ? `@${JSON.stringify(path)}` : `@${path}`;
}

export function quoted(text: string): string {
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

const MAX_TOLD = 10;
const MAX_PATH = 200;

/** What a person should know about the files before they agree, one sentence each. The paths come from the model. */
export function remarksOn({ files, dropped }: HandoffFiles): string[] {
  const told = dropped
    .slice(0, MAX_TOLD)
    .map(({ path, reason }) => `Left out: ${path.slice(0, MAX_PATH)}, which ${reason}.`);
  const more = dropped.length - told.length;
  return [
    ...(files.length === 0 ? ["No file is named."] : []),
    ...told,
    ...(more > 0 ? [`Left out: ${more} more.`] : []),
  ];
}

interface HandoffFiles {
  readonly files: readonly string[];
  readonly dropped: readonly DroppedFile[];
}

export interface DroppedFile {
  readonly path: string;
  /** Completes the sentence "It was left out because it …". */
  readonly reason: string;
}

/** Keeps the files that really exist: a model may remember a name wrongly. */
export async function checkFiles(
  paths: readonly string[],
  workspace: Workspace,
  maxFiles: number,
): Promise<HandoffFiles> {
  const files: string[] = [];
  const dropped: DroppedFile[] = [];
  for (const path of paths) {
    const given = path.trim().replace(/^@/, "");
    const found = await locate(given, workspace);
    const reason = "reason" in found ? found.reason : reasonAgainst(found.name, files, maxFiles);
    if (reason !== undefined) dropped.push({ path: given, reason });
    else if ("name" in found) files.push(found.name);
  }
  return { files, dropped };
}

function reasonAgainst(name: string, taken: readonly string[], maxFiles: number): string | undefined {
  if (taken.includes(name)) return "was named before";
  return taken.length >= maxFiles ? `is one more than the ${maxFiles} that are taken` : undefined;
}

async function locate(path: string, workspace: Workspace): Promise<{ name: string } | { reason: string }> {
  if (/\p{Cc}/u.test(path) || !path.isWellFormed()) return { reason: "has a name that cannot be written in a message" };
  try {
    const place = await workspace.resolve(path, "read");
    if (!isWithin(place.path, workspace.root)) return { reason: "lies outside the workspace" };
    const stats = await stat(place.path);
    return stats.isFile() ? { name: place.name } : { reason: "is not a file" };
  } catch (error) {
    return { reason: reasonOf(error, path) };
  }
}

function reasonOf(error: unknown, path: string): string {
  if (error instanceof ToolError) return path === "" ? "has no name" : "lies outside the workspace";
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR"
    ? "does not exist"
    : `cannot be looked at (${code ?? "unknown error"})`;
}
