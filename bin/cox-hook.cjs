#!/usr/bin/env node
"use strict";
// Started by other programs at every stop, so it never fails: an old Node, like everything else, is silence.
//
// The loader of its files is here too, because each further file costs. It keeps what V8 compiled of them. Node has such a
// cache, but fills it before anything has run, so that every function is compiled again at every stop: a third of the time.
const fs = require("node:fs");

/**
 * Different stops need different functions: each of the first few runs adds what it compiled, later only one in so
 * many.
 */
const FIRST_FEW = 4;
const ADDED_EVERY = 16;
/**
 * Each built file begins with a checksum of the rest, because V8 itself compares only the length of a source. In the
 * cache, this checksum also stands before the compiled code, followed by how often something was added. The head is a
 * multiple of 8 bytes, because V8 copies code that is not aligned.
 */
const SUM_BYTES = 32;
const HEAD_BYTES = SUM_BYTES + 8;
const LINE_END = 10;
/** A cache without additions for this long belongs to a Node or an installation that is gone. */
const FORGOTTEN_MS = 60 * 24 * 60 * 60 * 1000;

exports.cacheDirectory = cacheDirectory;
exports.start = start;
exports.run = run;

/** A worker thread uses the cache of its main program and adds nothing to it. */
function start(folder, program, keeper = program) {
  const { Script } = require("node:vm");
  const directory = cacheDirectory(`${keeper}-${process.version}-${process.arch}-${sumOf(folder)}`);
  const loaded = new Map();
  const growing = new Map();
  const files = new FileReader();
  const addsToAll = Math.random() * ADDED_EVERY < 1;
  load(`${program}.cjs`);

  function load(name) {
    const known = loaded.get(name);
    if (known) return known;
    const filename = `${folder}/${name}`;
    const source = files.read(filename);
    const sum = Buffer.from(source.subarray(0, SUM_BYTES));
    // Split, neither part is so long that Node stores it outside of V8, where reading each letter would be slower.
    const textsEnd = source.indexOf(LINE_END, SUM_BYTES);
    const texts = source.latin1Slice(SUM_BYTES, textsEnd);
    const code = source.latin1Slice(textsEnd);
    const kept = directory ? keptOf(files, `${directory}/${name}`, sum) : undefined;
    const script = new Script(code, { filename, cachedData: kept?.subarray(HEAD_BYTES) });
    const exported = {};
    loaded.set(name, exported);
    const added = script.cachedDataRejected === false ? kept[SUM_BYTES] : 0;
    if (directory && program === keeper && (added < FIRST_FEW || addsToAll)) grow(name, { script, sum, added });
    script.runInThisContext()(exported, requireFrom, importFrom, filename, texts);
    return exported;
  }

  /** Registered only when needed: most stops add nothing, and then this need not be compiled. */
  function grow(name, file) {
    if (growing.size === 0) process.once("exit", () => keepAll(directory, growing));
    growing.set(name, file);
  }

  function requireFrom(id) {
    return id.startsWith("./") ? load(id.slice(2)) : require(id);
  }
}

/** Code that Node did not load itself cannot import, so this does it for the code. */
function importFrom(id) {
  return import(id);
}

/**
 * The cache directory of that name; undefined when there is none. It must be in a place where only this person can
 * write, since other people's code would run as ours. So it is not in the directory for temporary files, where Node
 * would put it.
 */
function cacheDirectory(name) {
  const { env, platform } = process;
  const home = platform === "win32" ? env.LOCALAPPDATA : env.XDG_CACHE_HOME || (env.HOME && `${env.HOME}/.cache`);
  // A relative path would lie in the current project, among files of strangers.
  if (!home || !isAbsolute(home)) return undefined;
  const own = [`${home}/coxswain`, `${home}/coxswain/compiled`, `${home}/coxswain/compiled/${name}`];
  const [directory] = own.slice(-1);
  if (own.every(isOurs)) return directory;
  ["", "/coxswain", "/compiled", `/${name}`].reduce(made, home);
  return own.every(isOurs) ? directory : undefined;
}

function isAbsolute(path) {
  return process.platform === "win32" ? /^(?:[A-Za-z]:)?[\\/]/.test(path) : path.startsWith("/");
}

// Made step by step: where the first step is impossible, as in /proc, Node's recursive mkdir never returns.
function made(parent, name) {
  const directory = parent && `${parent}${name}`;
  try {
    fs.mkdirSync(directory, { mode: 0o700 });
    return directory;
  } catch {
    return directory && directoryAt(directory) ? directory : undefined;
  }
}

/**
 * True when only this person can write there. No link counts: where others can write too, it may be theirs and lead to
 * a directory of this person's with files of theirs, such as a clone. On Windows, a person's directories are protected
 * anyway.
 */
function isOurs(path) {
  const directory = directoryAt(path, fs.lstatSync);
  if (!directory) return false;
  return process.platform === "win32" || (directory.uid === process.getuid() && (directory.mode & 0o022) === 0);
}

/** The stats of a directory; undefined also when it may not be read. */
function directoryAt(path, statSync = fs.statSync) {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isDirectory() ? stats : undefined;
  } catch {
    return undefined;
  }
}

function keptOf(files, place, sum) {
  try {
    const bytes = files.read(place);
    return sum.equals(bytes.subarray(0, SUM_BYTES)) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Reads one file after another into the same buffer, as large as the largest: allocating costs more than reading. */
class FileReader {
  #memory = Buffer.allocUnsafeSlow(2 * 1024 * 1024);

  /** The result is valid until the next read. */
  read(path) {
    const descriptor = fs.openSync(path, "r");
    try {
      const { size } = fs.fstatSync(descriptor);
      if (this.#memory.length < size) this.#memory = Buffer.allocUnsafeSlow(size);
      return this.#memory.subarray(0, fs.readSync(descriptor, this.#memory, 0, size, 0));
    } finally {
      fs.closeSync(descriptor);
    }
  }
}

function keepAll(directory, growing) {
  try {
    for (const [name, { script, sum, added }] of growing) {
      const times = Buffer.alloc(HEAD_BYTES - SUM_BYTES, Math.min(added + 1, FIRST_FEW));
      keep(`${directory}/${name}`, Buffer.concat([sum, times, script.createCachedData()]));
    }
    if ([...growing.values()].every(({ added }) => added === 0)) clearForgotten(`${directory}/..`);
  } catch {
    // The next stop compiles again.
  }
}

/** Runs only when everything in the cache is new, which is rare. Node takes care of its own cache, "cox". */
function clearForgotten(parent) {
  for (const name of fs.readdirSync(parent)) {
    const directory = `${parent}/${name}`;
    if (name === "cox" || Date.now() - fs.lstatSync(directory).mtimeMs < FORGOTTEN_MS) continue;
    fs.rmSync(directory, { recursive: true, force: true });
  }
}

// Written beside its place and renamed when it is completely on disk: V8 runs what it finds.
function keep(place, bytes) {
  const beside = `${place}.${process.pid}`;
  try {
    fs.writeFileSync(beside, bytes, { flag: "wx", mode: 0o600, flush: true });
    fs.renameSync(beside, place);
  } catch {
    fs.rmSync(beside, { force: true });
  }
}

/** A hash of the folder: several copies of the program may be installed, and each has its own cache. */
function sumOf(text) {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(index)) >>> 0;
  return sum.toString(36);
}

function run() {
  try {
    start(`${__dirname}/../dist`, "hook");
  } catch {
    process.exitCode = 0;
  }
}

if (require.main === module) run();
