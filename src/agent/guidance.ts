import { open, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { realPlace, repositoryOf, upwards, isWithin } from "../text/places.ts";
import type { GuidanceFile } from "../thread/delta.ts";
import type { Thread } from "../thread/thread.ts";
import type { Workspace } from "./workspace.ts";

export interface GuidanceOptions {
  readonly home?: string;
}

/** For each list, the first file that exists in a directory counts: the project's rules, and the agent's character. */
const NAMES = [["AGENTS.md", "CLAUDE.md"], ["SOUL.md"]];
const MAX_CHARACTERS = 32_000;
const MAX_FILES = 20;

/**
 * What the thread does not hold as it is now, from the top of the repository to the workspace and each file touched: a
 * file that is new or has changed, and, without content, one that is gone.
 */
export async function findGuidance(
  workspace: Pick<Workspace, "root">,
  thread: Pick<Thread, "guidance" | "turns">,
  options: GuidanceOptions = {},
): Promise<GuidanceFile[]> {
  const { home = homedir() } = options;
  // An editor may name a directory by a symlink, as macOS does for its temporary directories.
  const root = realPlace(workspace.root);
  const known = thread.guidance;
  const top = topFor(root, realPlace(home));
  const found: GuidanceFile[] = [];
  const touched = touchedPaths(thread).map((path) => throughLink(path, workspace.root, root));
  for (const directory of directoriesFor(top, root, [...known.map(({ path }) => join(root, path)), ...touched])) {
    if (found.length >= MAX_FILES) break;
    for (const names of NAMES) {
      const file = await guidanceIn(directory, names, top, root);
      if (file && isNew(file, found)) found.push(file);
    }
  }
  const gone = known.filter(({ path }) => !found.some((file) => file.path === path));
  const changed = found.filter(({ path, content }) => !known.some((it) => it.path === path && it.content === content));
  return [...changed, ...gone.map(({ path }) => ({ path, content: "" }))];
}

/** The paths of the last turn; earlier ones were handled when their turn was the last. */
function touchedPaths(thread: Pick<Thread, "turns">): string[] {
  return thread.turns.at(-1)?.steps.flatMap((step) => step.action.paths) ?? [];
}

/** The real path of a file, also when the path names the workspace by its symlink. */
function throughLink(path: string, link: string, root: string): string {
  const absolute = resolve(link, path);
  return isWithin(absolute, link) ? join(root, relative(link, absolute)) : absolute;
}

/** How far up to look: not above the repository or the home directory, nor where anybody can write. */
function topFor(root: string, home: string): string {
  return repositoryOf(root, home) ?? (isWithin(root, home) ? home : root);
}

function directoriesFor(top: string, root: string, touched: readonly string[]): string[] {
  const directories = new Set(chain(top, root));
  for (const path of touched) {
    if (isWithin(path, root)) for (const directory of chain(root, path)) directories.add(directory);
  }
  return [...directories];
}

function chain(top: string, bottom: string): string[] {
  return [...upwards(bottom)].filter((directory) => isWithin(directory, top)).toReversed();
}

async function guidanceIn(
  directory: string,
  names: readonly string[],
  top: string,
  root: string,
): Promise<GuidanceFile | undefined> {
  for (const name of names) {
    const file = await readGuidance(join(directory, name));
    // A symlink that leads out of the project could show the model any file.
    if (file && isWithin(file.realPath, top))
      return { path: relative(root, join(directory, name)).split(sep).join("/"), content: file.content };
  }
  return undefined;
}

/** CLAUDE.md may be a copy of AGENTS.md, or a symlink to it. */
function isNew(file: GuidanceFile, found: readonly GuidanceFile[]): boolean {
  return file.content.trim() !== "" && !found.some(({ content }) => content === file.content);
}

/** More than the characters that are taken can have. */
const MAX_BYTES = 4 * MAX_CHARACTERS;

async function readGuidance(path: string): Promise<{ realPath: string; content: string } | undefined> {
  try {
    const real = await realpath(path);
    const stats = await stat(real);
    return stats.isFile()
      ? { realPath: real, content: cut(await beginningOf(real, stats.size), stats.size) }
      : undefined;
  } catch {
    return undefined;
  }
}

async function beginningOf(path: string, size: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, MAX_BYTES)));
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function cut(content: string, size: number): string {
  if (content.length <= MAX_CHARACTERS) return content;
  return `${content.slice(0, MAX_CHARACTERS).toWellFormed()}\n[cut: the first ${MAX_CHARACTERS} characters of ${size} bytes]`;
}

interface Workplace {
  readonly root: string;
  readonly platform: string;
  /** Only the day, so that the text stays the same through a thread and provider caches work. */
  readonly date: string;
}

export function systemPrompt(workplace: Workplace, thread: Thread): string {
  const guidance = thread.guidance.map((file) => `## ${file.path}\n${file.content.trim()}`);
  return [
    "You are a coding agent. You work in one workspace with the tools you are given, until what the user asked for is done.",
    "- Look before you change: read the files you edit and the code that uses them.",
    "- Do everything the user asked for, and nothing they did not ask for. Follow the rules of the project.",
    "- Check your work with the project's own commands (tests, type check, build) and read their output to the end.",
    "- End with a short account of what you did and how you know that it works. Say plainly what you did not do, could not do or did not check. Never claim a check that you did not run after your last change.",
    "- What a subagent reports is its word, not proof: look yourself at what you rest on, and never pass its checks off as yours.",
    "- If a call was interrupted, look at what it left behind before you repeat it.",
    "",
    `Workspace: ${workplace.root} (${workplace.platform}). Paths are relative to it. Date: ${workplace.date}.`,
    ...(guidance.length > 0 ? ["", "# Rules of this project", ...guidance] : []),
  ].join("\n");
}
