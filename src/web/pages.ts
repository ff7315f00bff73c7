import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Page {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** The file at a path of the address; nothing outside of what was read at the start. */
export type Pages = (path: string) => Page | undefined;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The dashboard's files: beside this one in the sources, and beside the program in the package. */
const DASHBOARD = fileURLToPath(new URL("./dashboard/", import.meta.url));

/** All files of a flat folder, read once; `/` is its `index.html`. */
export function pagesIn(folder: string = DASHBOARD): Pages {
  const pages = new Map<string, Page>();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const type = TYPES[extname(name)];
    if (type !== undefined) pages.set(`/${name}`, { body: new Uint8Array(readFileSync(join(folder, name))), type });
  }
  const start = pages.get("/index.html");
  if (start) pages.set("/", start);
  return (path) => pages.get(path);
}
