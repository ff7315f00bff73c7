#!/usr/bin/env node
// Runs on any Node that can read modules at all, so that an old one gets a sentence instead of a syntax error. It imports
// no "node:process": that makes all there is of a process, standard input included, which takes a tenth of a short run.
const NEEDED = [22, 18];
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `cox needs Node ${NEEDED.join(".")} or newer; this is Node ${process.versions.node}. Install a current Node from https://nodejs.org and try again.\n`,
  );
  process.exitCode = 2;
} else if (process.argv[2] === "audit") {
  // Apart from the others, because most of a short audit would be loading and compiling.
  const { start } = await import("./cox-hook.cjs");
  start(`${import.meta.dirname}/../dist`, "audit");
} else {
  await import("./compile-cache.cjs");
  await import("../dist/cox.js");
}
