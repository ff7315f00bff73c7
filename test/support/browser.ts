import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

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
