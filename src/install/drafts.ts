import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRunning } from "../process/is-running.ts";

/** A name for what is written beside a file, before it takes its place: it says whose it is, and who writes it. */
export function draftFor(target: string): string {
  return `${target}.cox-${process.pid}-${randomBytes(6).toString("hex")}`;
}

/** Behind the name of the file. */
const ENDING = /^\.cox-(\d{1,10})-[0-9a-f]{12}$/;

/** Drafts that nobody finishes any more, because who wrote them was killed. A link or a directory is none of ours. */
export function draftsLeft(target: string): string[] {
  const name = basename(target);
  const directory = dirname(target);
  return filesIn(directory).flatMap((file) => {
    const [, writer] = (file.startsWith(name) && ENDING.exec(file.slice(name.length))) || [];
    return writer === undefined || isRunning(Number(writer)) ? [] : [join(directory, file)];
  });
}

/** They are in nobody's way: where one cannot be removed, it stays. */
export function clearDrafts(target: string): void {
  for (const draft of draftsLeft(target)) {
    try {
      rmSync(draft, { force: true });
    } catch {
      return;
    }
  }
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  } catch {
    return [];
  }
}
