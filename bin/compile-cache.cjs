"use strict";
const { enableCompileCache } = require("node:module");
const { cacheDirectory } = require("./cox-hook.cjs");

const directory = enableCompileCache && cacheDirectory("cox");
if (directory) enableCompileCache(directory);
