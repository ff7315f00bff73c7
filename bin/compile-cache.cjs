"use strict";
// Node keeps what it compiled in the directory for temporary files, where on a shared machine somebody else may have put
// it first, and runs what it finds there. So it is kept where only this person writes, or not at all.
const { mkdirSync, statSync } = require("node:fs");
const { enableCompileCache } = require("node:module");

const { env, platform } = process;
const home = platform === "win32" ? env.LOCALAPPDATA : env.XDG_CACHE_HOME || (env.HOME && `${env.HOME}/.cache`);

if (home && enableCompileCache) {
  const directory = ["", "/coxswain", "/compiled"].reduce(made, home);
  if (directory) enableCompileCache(directory);
}

// Step by step: where the first step cannot be made, as in /proc, Node's own way of making all of them never ends.
function made(parent, name) {
  const directory = parent && `${parent}${name}`;
  try {
    mkdirSync(directory, { mode: 0o700 });
    return directory;
  } catch {
    return directory && statSync(directory, { throwIfNoEntry: false })?.isDirectory() ? directory : undefined;
  }
}
