import process from "node:process";

const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;

/** All that a program from the sources gets of our own environment: where programs are, and what was compiled of it. */
export const BARE_ENVIRONMENT = { PATH, NODE_COMPILE_CACHE };
