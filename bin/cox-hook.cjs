#!/usr/bin/env node
"use strict";
// Started by other programs at every stop, so it never fails: an old Node, like everything else, is silence.
try {
  require("./compile-cache.cjs");
  require("../dist/hook/hook.cjs");
} catch {
  process.exitCode = 0;
}
