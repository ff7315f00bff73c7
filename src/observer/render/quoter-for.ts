import { literally } from "../../literally.ts";
import type { Thread } from "../../thread/thread.ts";
import { createQuoter, type Quoter } from "./untrusted.ts";

/** A quoter for a thread that shortens paths inside its working directory. */
export function quoterFor(thread: Thread, redact: (text: string) => string = (text) => text): Quoter {
  return createQuoter(withShortPaths(thread.cwd, redact));
}

/** Replaces the path of the working directory by a dot: it is in every command, and tells who the user is. */
function withShortPaths(cwd: string | undefined, redact: (text: string) => string): (text: string) => string {
  if (!cwd || cwd.length < 4) return redact;
  const folder = new RegExp(`${literally(cwd)}(?![\\w-])`, "g");
  return (text) => redact(text.replaceAll(folder, "."));
}
