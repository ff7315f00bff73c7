import type { HandoffFiles } from "./handoff-files.ts";

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

/** The first message of a thread that carries out a plan. The person hands it over, so all of it is their request. */
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
