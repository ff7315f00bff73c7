"use strict";
// A thread of an audit. It loads what its main thread loads too.
const { start } = require("./cox-hook.cjs");

start(`${__dirname}/../dist`, "audit-worker", "audit");
