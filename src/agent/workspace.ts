import { readlink } from "node:fs/promises";
import { dirname, isAbsolute, join, parse, relative, resolve, sep, win32 } from "node:path";
import { errorCode } from "../text/errors.ts";
import { isWithin } from "../text/places.ts";
import { ToolError } from "./tool-error.ts";

type Access = "read" | "write";

export interface Place {
  readonly path: string;
  /** The path as it is shown and logged: from the workspace, with `/`; absolute when it is outside. */
  readonly name: string;
}

/** Where the agent may read and write: in the workspace, and in directories that the user has opened. */
export interface Workspace {
  readonly root: string;
  nameOf(path: string): string;
  resolve(path: string, access: Access): Promise<Place>;
  /** Like `resolve`, but a symlink at the end of the path is not followed. */
  resolveEntry(path: string, access: Access): Promise<Place>;
}

export interface WorkspaceOptions {
  /** Further directories that the user has opened. */
  readonly allow?: readonly string[];
  readonly platform?: NodeJS.Platform;
}

/** Opens a directory as a workspace. If it is reached through a symlink, its real path counts. */
export async function openWorkspace(directory: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  const root = await physicalPath(resolve(directory));
  const platform = options.platform ?? process.platform;
  const allowed = await Promise.all((options.allow ?? []).map((path) => physicalPath(resolve(root, path))));

  async function locate(path: string, access: Access, followLast: boolean): Promise<Place> {
    refuseOddPath(path);
    refuseStream(path, platform);
    const physical = await physicalPath(isAbsolute(path) ? path : `${root}${sep}${path}`, followLast);
    // A symlink may lead to one, too.
    refuseStream(physical, platform);
    const place = { path: physical, name: nameOf(root, physical) };
    const home = [root, ...allowed].find((candidate) => isWithin(physical, candidate));
    if (home === undefined)
      throw new ToolError(
        `"${place.path}" lies outside the workspace. Stay inside it, or ask the user to open that path.`,
      );
    if (access === "write") refuseGitInternals(place, home);
    return place;
  }

  return {
    root,
    nameOf: (path) => nameOf(root, path),
    resolve: (path, access) => locate(path, access, true),
    resolveEntry: (path, access) => locate(path, access, false),
  };
}

function refuseOddPath(path: string): void {
  if (path.trim() === "") throw new ToolError("The path is empty.");
  if (path.includes("\0")) throw new ToolError("The path holds a NUL character.");
  if (path === "~" || path.startsWith("~/"))
    throw new ToolError(`"~" is not expanded here. Give the path from the workspace, for example "src/index.ts".`);
}

/** A colon names a hidden stream on Windows. A stream's type (`:$DATA`) is a name nowhere: its disk may be mounted. */
function refuseStream(path: string, platform: NodeJS.Platform): void {
  const isWindows = platform === "win32";
  const bare = isWindows && win32.isAbsolute(path) ? path.slice(win32.parse(path).root.length) : path;
  if (isWindows ? bare.includes(":") : /:\$[a-z_]+(?:[\\/]|$)/i.test(bare))
    throw new ToolError(
      `"${path}" names a stream inside a file of Windows. Give the path of the file itself, without ":".`,
    );
}

const MAX_LINKS = 40;

/** Follows symlinks part by part, also when the end does not exist yet: a dangling link is no free name inside. */
async function physicalPath(path: string, followLast = true): Promise<string> {
  let current = parse(path).root;
  let followed = 0;
  const parts = partsOf(path).reverse();
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (part === "..") {
      current = dirname(current);
      continue;
    }
    const next = join(current, part);
    const target = followLast || parts.length > 0 ? await linkTarget(next) : undefined;
    if (target === undefined) {
      current = next;
      continue;
    }
    if (++followed > MAX_LINKS) throw new ToolError(`"${path}" leads through too many symlinks, perhaps in a circle.`);
    if (isAbsolute(target)) current = parse(target).root;
    parts.push(...partsOf(target).reverse());
  }
  return current;
}

/** The parts without empty ones and dots: otherwise the link in "link/" or "link/." would not be the last part. */
function partsOf(path: string): string[] {
  const parts = path.slice(parse(path).root.length).split(sep === "\\" ? /[\\/]/ : "/");
  return parts.filter((part) => part !== "" && part !== ".");
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === "EINVAL" || code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

function nameOf(root: string, path: string): string {
  if (path === root) return ".";
  return isWithin(path, root) ? relative(root, path).split(sep).join("/") : path;
}

function refuseGitInternals(place: Place, home: string): void {
  if (place.path === home) throw new ToolError(`"${place.name}" is the workspace itself, not a file in it.`);
  const parts = partsOf(place.path).slice(partsOf(home).length);
  if (parts.flatMap((part) => part.split("\\")).some(isGitDirectory))
    throw new ToolError(`"${place.name}" belongs to git itself and is not written directly. Use git commands in bash.`);
}

/** True for `.git`, also in spellings that other file systems and Windows treat as the same. */
function isGitDirectory(part: string): boolean {
  const plain = part
    .normalize("NFKC")
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, "")
    .replace(/:.*$/s, "")
    .replace(/(?<![. ])[. ]+$/, "")
    .toLowerCase();
  return plain === ".git" || plain === "git~1";
}
