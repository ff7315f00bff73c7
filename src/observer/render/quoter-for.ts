import { literally } from "../../literally.ts";
import type { Thread } from "../../thread/thread.ts";
import { createQuoter, type Quoter } from "./untrusted.ts";

/** The quoter for a thread: paths inside its work folder are shown from there. */
export function quoterFor(thread: Thread, redact: (text: string) => string = (text) => text): Quoter {
  return createQuoter(withShortPaths(thread.cwd, redact));
}

/** The work folder's path is in every command: it is worth one character, and says who the user is. */
function withShortPaths(cwd: string | undefined, redact: (text: string) => string): (text: string) => string {
  if (!cwd || cwd.length < 4) return redact;
  const folder = new RegExp(`${literally(cwd)}(?![\\w-])`, "g");
  return (text) => redact(text.replaceAll(folder, "."));
}
