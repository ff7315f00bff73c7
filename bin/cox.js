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
} else {
  try {
    await import("./compile-cache.cjs");
    await import("../dist/cox.js");
  } catch (error) {
    if (!isNotBuilt(error)) throw error;
    process.stderr.write("cox: this checkout is not built yet. Run npm run build, or use npm run -s cox -- in it.\n");
    process.exitCode = 1;
  }
}

function isNotBuilt({ code, url }) {
  return code === "ERR_MODULE_NOT_FOUND" && url?.endsWith("/dist/cox.js");
}
