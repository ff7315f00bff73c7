import process from "node:process";

const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;

export const BARE_ENVIRONMENT = { PATH, NODE_COMPILE_CACHE };
