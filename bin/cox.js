#!/usr/bin/env node
// Runs on any Node that can read modules at all, so that an old one gets a sentence instead of a syntax error. It imports
// no "node:process": that makes all there is of a process, standard input included, which takes a tenth of a short run.
const NEEDED = [22, 18];
/** What V8 is told for commands that its defaults do not suit. */
const FLAGS = {
  audit: [
    // Every expression is used many times, but V8 would wait for the second use before it compiles each fully.
    "--regexp-tier-up-ticks=0",
    // Threads start with room for what they keep; otherwise V8 collects garbage until it has learned that.
    "--initial-old-space-size=64",
    // The work is spread over thousands of functions: few run often enough to be worth V8's last compiler.
    "--invocation-count-for-turbofan=60000",
  ],
  // Nothing outlives a line; otherwise V8 takes a hundred megabytes more for garbage, and never gives them back.
  judge: ["--semi-space-growth-factor=1"],
};
const [major, minor] = process.versions.node.split(".").map(Number);

// Node warns of the two together before anything is printed; FORCE_COLOR is the one that counts, for Node too.
if (process.env.FORCE_COLOR !== undefined) delete process.env.NO_COLOR;

if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `cox needs Node ${NEEDED.join(".")} or newer; this is Node ${process.versions.node}. Install a current Node from https://nodejs.org and try again.\n`,
  );
  process.exitCode = 2;
} else {
  try {
    const command = process.argv[2];
    if (Object.hasOwn(FLAGS, command)) {
      const { setFlagsFromString } = await import("node:v8");
      for (const flag of FLAGS[command]) setFlagsFromString(flag);
    }
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
