import { copyFile, mkdir, readdir, realpath, rm, stat, symlink, utimes } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { inTemporaryDirectory, makeTemporaryDirectory } from "../../process/temporary-directory.ts";
import { isWithin } from "../../text/places.ts";
import { git, type GitCall } from "./git.ts";

/** The project's files at one moment, stored as a commit outside of all branches. */
export interface Snapshot {
  readonly commit: string;
}

/** Only objects are written: index, branches and work tree stay. Undefined without git, or if it takes too long. */
export async function takeSnapshot(call: GitCall): Promise<Snapshot | undefined> {
  return withIndex(call, async (index) => commitOf(index));
}

/** The current files, with the changed ones as in the last commit: used when no snapshot was taken in time. */
export async function snapshotWithout(changed: readonly string[], call: GitCall): Promise<Snapshot | undefined> {
  return withIndex(call, async (index) => {
    const paths = changed.map((path) => (isAbsolute(path) ? path : resolve(call.cwd, path))).join("\0");
    const words = ["reset", "-q", "--pathspec-from-file=-", "--pathspec-file-nul", "HEAD"];
    return (await git(words, { ...index, input: paths })) === undefined ? undefined : commitOf(index);
  });
}

async function withIndex<T>(call: GitCall, use: (index: GitCall) => Promise<T | undefined>): Promise<T | undefined> {
  const top = (await git(["rev-parse", "--show-toplevel"], call))?.trim();
  const current = (await git(["rev-parse", "--git-path", "index"], call))?.trim();
  if (top === undefined || current === undefined) return undefined;
  return inTemporaryDirectory("index", async (folder) => {
    const file = join(folder, "index");
    await copyIndex(resolve(call.cwd, current), file).catch(() => undefined);
    const index: GitCall = { ...call, cwd: top, environment: { ...call.environment, ...AUTHOR, GIT_INDEX_FILE: file } };
    if ((await git(["add", "-u"], index)) === undefined) return undefined;
    const added = await smallNewFiles(index);
    const words = ["add", "--pathspec-from-file=-", "--pathspec-file-nul"];
    if (added === undefined) return undefined;
    if (added.length > 0 && (await git(words, { ...index, input: added.join("\0") })) === undefined) return undefined;
    return use(index);
  });
}

/** With its time: of a newer copy git would take a file changed at that moment for unchanged. */
async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeMs } = await stat(from);
  await copyFile(from, to);
  const seconds = Math.floor(mtimeMs) / 1000;
  await utimes(to, seconds, seconds);
}

const AUTHOR = {
  GIT_AUTHOR_NAME: "coxswain",
  GIT_AUTHOR_EMAIL: "coxswain@localhost",
  GIT_COMMITTER_NAME: "coxswain",
  GIT_COMMITTER_EMAIL: "coxswain@localhost",
};
const MAX_NEW_FILES = 2000;
const MAX_NEW_BYTES = 1_000_000;

async function smallNewFiles(index: GitCall): Promise<string[] | undefined> {
  const listed = await git(["ls-files", "--others", "--exclude-standard", "-z"], index);
  // The bounded output shows NULs as a replacement character.
  const paths = listed?.split(/[\0\ufffd]/).filter((path) => path !== "");
  if (paths === undefined || paths.length > MAX_NEW_FILES) return undefined;
  const sizes = await Promise.all(paths.map((path) => stat(join(index.cwd, path)).catch(() => undefined)));
  return paths.filter((_, place) => sizes[place]?.isFile() && (sizes[place]?.size ?? 0) <= MAX_NEW_BYTES);
}

async function commitOf(index: GitCall): Promise<Snapshot | undefined> {
  const tree = (await git(["write-tree"], index))?.trim();
  if (tree === undefined) return undefined;
  const commit = (await git(["commit-tree", tree, "-m", "files before a turn"], index))?.trim();
  return commit === undefined || commit === "" ? undefined : { commit };
}

/** The person's work tree, and a temporary one. */
export interface Trees {
  readonly top: string;
  readonly tree: string;
}

export async function inTreeOf<T>(
  snapshot: Snapshot,
  directories: readonly string[],
  call: GitCall,
  use: (root: string, trees: Trees) => Promise<T>,
): Promise<T | undefined> {
  const top = (await git(["rev-parse", "--show-toplevel"], call))?.trim();
  const inside = (await git(["rev-parse", "--show-prefix"], call))?.trim();
  if (top === undefined || inside === undefined) return undefined;
  const folder = await realpath(makeTemporaryDirectory("before"));
  const tree = join(folder, "tree");
  const afterwards: GitCall = { ...call, signal: new AbortController().signal };
  try {
    await clearForgotten(call);
    const words = ["worktree", "add", "--detach", "--quiet", tree, snapshot.commit];
    if ((await git(words, { ...call, timeoutMs: CHECKOUT_MS })) === undefined) return undefined;
    for (const place of placesAbove(["", ...directories].map((directory) => join(inside, directory))))
      for (const name of DEPENDENCIES) await linkDependencies(join(place, name), { top, tree });
    return await use(join(tree, inside), { top, tree });
  } finally {
    await git(["worktree", "remove", "--force", tree], afterwards);
    await rm(folder, { recursive: true, force: true });
    await git(["worktree", "prune"], afterwards);
  }
}

const CHECKOUT_MS = 60_000;

/** Copies files from one tree to another; files that do not exist in the first are deleted in the second. */
export async function copyInto(root: string, paths: readonly string[], from: string): Promise<void> {
  for (const path of paths) {
    await rm(join(root, path), { recursive: true, force: true });
    await mkdir(dirname(join(root, path)), { recursive: true });
    await copyFile(join(from, path), join(root, path)).catch(() => undefined);
  }
}

/** Removes work trees of killed processes: git keeps them on its list as long as they exist. */
async function clearForgotten(call: GitCall): Promise<void> {
  const listed = (await git(["worktree", "list", "--porcelain", "-z"], call)) ?? "";
  for (const [, tree = ""] of listed.matchAll(
    /worktree ([^\0\ufffd]*\/cox-before-[^\0\ufffd/]+\/tree)(?=[\0\ufffd])/g,
  )) {
    const age = Date.now() - ((await stat(tree).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age < FORGOTTEN_MS) continue;
    await git(["worktree", "remove", "--force", tree], call);
    await rm(dirname(tree), { recursive: true, force: true });
  }
}

/** Longer than any comparison takes. */
const FORGOTTEN_MS = 60 * 60_000;

/** Directories with installed dependencies: without them, no check would reach the project's code. */
export const DEPENDENCIES = ["node_modules", ".venv", "venv", "vendor", ".bundle"];

function placesAbove(directories: readonly string[]): ReadonlySet<string> {
  const parts = directories.map((directory) => directory.split(sep).filter((part) => part !== "" && part !== "."));
  return new Set(
    parts.flatMap((path) => [[], ...path.map((_, index) => path.slice(0, index + 1))].map((to) => to.join(sep))),
  );
}

/** Links installed dependencies into a temporary tree; packages of the project itself lead to that tree's own files. */
export async function linkDependencies(path: string, { top, tree }: Trees): Promise<void> {
  const [from, to] = [join(top, path), join(tree, path)];
  const [there, taken] = await Promise.all([stat(from).catch(() => undefined), stat(to).catch(() => undefined)]);
  if (!there?.isDirectory() || taken) return;
  if (basename(path) === "node_modules") return linkPackages(from, to, { top: await realpath(top), tree });
  await symlink(from, to, "dir").catch(() => undefined);
}

async function linkPackages(from: string, to: string, trees: Trees): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && /^@|^\.bin$/.test(entry.name)) {
      await linkPackages(source, target, trees);
      continue;
    }
    const place = await realpath(source).catch(() => source);
    const isOwn = isWithin(place, trees.top) && !place.split(sep).some((part) => DEPENDENCIES.includes(part));
    await symlink(isOwn ? join(trees.tree, relative(trees.top, place)) : source, target).catch(() => undefined);
  }
}
