import { existsSync } from "node:fs";
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The system's own Chromium where there is one, else the one that came with the development dependencies. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = INSTALLED.find((path) => existsSync(path)) ?? (await sparticuz.executablePath());
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--font-render-hinting=none"] });
}
