import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium, type Page } from "playwright-core";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** The development dependency holds a program for this kind of machine and no other. */
const IS_PACKAGED = process.platform === "linux" && process.arch === "x64";
const APT_GET = "/usr/bin/apt-get";

/** Installing one where there is none takes half a minute. */
export const LAUNCH_TIMEOUT_MS = 300_000;

export async function launchBrowser(): Promise<Browser> {
  const executablePath = installed() ?? (IS_PACKAGED ? await sparticuz.executablePath() : installDebians());
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--font-render-hinting=none"] });
}

/** Roles that say nothing without a name. */
const NAMED = new Set(
  "button checkbox columnheader combobox figure form heading image img link listbox navigation region rowheader search searchbox table textbox".split(
    " ",
  ),
);

/** What somebody who cannot see the page is told no name of, by the browser's own account. */
export async function nameless(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const found = nodes.filter(({ ignored, role, name }) => {
    return !ignored && NAMED.has(String(role?.value)) && String(name?.value ?? "").trim() === "";
  });
  const told = found.map(async ({ role, backendDOMNodeId: id }) => {
    const { outerHTML } = await session.send("DOM.getOuterHTML", id === undefined ? {} : { backendNodeId: id });
    return `${String(role?.value)}: ${outerHTML.slice(0, 120)}`;
  });
  const list = await Promise.all(told);
  await session.detach();
  return list;
}

function installed(): string | undefined {
  return INSTALLED.find((path) => existsSync(path));
}

/** Only root can, which on a machine without any browser is CI. */
function installDebians(): string {
  if (existsSync(APT_GET) && process.getuid?.() === 0) {
    execFileSync(APT_GET, ["update", "-qq"], { stdio: "ignore" });
    execFileSync(APT_GET, ["install", "-y", "-qq", "--no-install-recommends", "chromium"], { stdio: "ignore" });
  }
  const path = installed();
  if (path === undefined)
    throw new Error(
      `The report is tested in a browser, and there is none. Install Chromium as one of: ${INSTALLED.join(", ")}`,
    );
  return path;
}
