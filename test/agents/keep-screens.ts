import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** With COX_AGENTS_SCREENS=DIRECTORY the screens stay, to be read and to be put into the documents. */
export function keepScreens(name: string, texts: readonly string[]): void {
  const directory = process.env["COX_AGENTS_SCREENS"];
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${name.replaceAll(/\W+/g, "-")}.txt`), texts.join("\n────────\n"));
}
