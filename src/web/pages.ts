import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";

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

/** The dashboard's files and what it shares with the audit's report: beside this one, also in the package. */
const FOLDERS = { "/": "./dashboard/", "/parts/": "./parts/" };

/** All files of the dashboard, read once; `/` is its `index.html`. */
export function dashboardPages(): Pages {
  const pages = new Map<string, Page>();
  for (const [address, folder] of Object.entries(FOLDERS))
    for (const name of readdirSync(fileAt(folder))) {
      const type = TYPES[extname(name)];
      if (type !== undefined)
        pages.set(address + name, { body: new Uint8Array(readFileSync(fileAt(folder + name))), type });
    }
  const start = pages.get("/index.html");
  if (start) pages.set("/", start);
  return (path) => pages.get(path);
}

/** A file that pages share, for a page that is one file. */
export function sharedPart(name: string): string {
  return readFileSync(fileAt(`./parts/${name}`), "utf8");
}

function fileAt(path: string): URL {
  return new URL(path, import.meta.url);
}
