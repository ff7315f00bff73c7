"use strict";
// The program of an audit's worker thread. It loads the same files as the main thread.
const { start } = require("./cox-hook.cjs");

start(`${__dirname}/../dist`, "audit-worker", "audit");
