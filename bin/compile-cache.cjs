"use strict";
// Node keeps what V8 compiled, in a place where only this person can write: what lies there runs as our code. So it is
// neither the directory for temporary files, where Node would put it, nor anything in a project.
const { lstatSync, mkdirSync, readdirSync } = require("node:fs");
const { enableCompileCache } = require("node:module");
const { env, platform, getuid } = process;

try {
  const directory = cacheDirectory();
  if (directory && holdsOnlyFiles(directory)) enableCompileCache(directory);
} catch {
  // Then it is compiled anew.
}

function cacheDirectory() {
  const home = platform === "win32" ? env.LOCALAPPDATA : env.XDG_CACHE_HOME || (env.HOME && `${env.HOME}/.cache`);
  // A relative path would lie in the current project, among files of strangers.
  if (!home || !isAbsolute(home)) return undefined;
  const own = [`${home}/coxswain`, `${home}/coxswain/compiled`];
  // Made step by step: where the first step is impossible, as in /proc, Node's recursive mkdir never returns.
  if (!own.every(isOurs)) for (const directory of [home, ...own]) made(directory);
  return own.every(isOurs) ? own[1] : undefined;
}

function isAbsolute(path) {
  return platform === "win32" ? /^(?:[A-Za-z]:)?[\\/]/.test(path) : path.startsWith("/");
}

function made(directory) {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch {
    // It is there, or cannot be made: whoever uses it will see.
  }
}

/**
 * True when only this person can write there. No link counts: where others can write too, it may be theirs and lead to
 * a directory of this person's with files of theirs, such as a clone. On Windows, a person's directories are protected
 * anyway.
 */
function isOurs(path) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return false;
  return platform === "win32" || (stats.uid === getuid() && (stats.mode & 0o077) === 0);
}

/** Node checks what it reads, but would wait forever for what a pipe in its place has to say. */
function holdsOnlyFiles(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).every(
    (entry) => entry.isFile() || entry.isDirectory(),
  );
}
