#!/usr/bin/env node
"use strict";
// Started by other programs at every stop, so it never fails: an old Node, like everything else, is silence.
try {
  require("./compile-cache.cjs");
  import("../dist/hook.js").catch(() => undefined);
} catch {
  process.exitCode = 0;
}
