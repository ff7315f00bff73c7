/**
 * Makes the pictures of docs/team.md anew, of records that `seed.ts` filled: `node bench/team/pictures.ts FILE`.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecords } from "../../src/team/open-team.ts";
import { createToken } from "../../src/team/records/tokens.ts";
import { startServer } from "../../src/team/server.ts";
import { launchBrowser } from "../../test/support/browser.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const [place, folder = "docs/images"] = positionals;
if (place === undefined) throw new Error("usage: node bench/team/pictures.ts FILE [FOLDER]");

const WIDE = { viewport: { width: 1280, height: 860 } };
const PICTURES = [
  ["dashboard-light", "/", { ...WIDE, colorScheme: "light" }],
  ["dashboard-dark", "/?page=objections", { ...WIDE, viewport: { width: 1280, height: 640 }, colorScheme: "dark" }],
  ["dashboard-narrow", "/", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
] as const;

mkdirSync(folder, { recursive: true });
const database = await openRecords(place);
const now = new Date();
const { text: token } = await database.transaction((query) =>
  createToken(query, { name: "pictures", team: "*", scopes: ["read"], now }),
);
const server = await startServer({ database, host: "127.0.0.1", port: 0, version: "0.1.0", log: () => {} });
const browser = await launchBrowser();
for (const [name, path, options] of PICTURES) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  await context.request.post(`${server.url}/v1/session`, { data: { token } });
  const page = await context.newPage();
  await page.goto(server.url + path);
  await page.locator("h1").waitFor();
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
await browser.close();
await server.stop();
await database.close();
