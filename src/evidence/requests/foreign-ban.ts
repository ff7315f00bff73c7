import type { Asked } from "./asked.ts";
import { baseName, placesIn } from "../changes/paths.ts";

/** A message with more sentences, or with a longer one, is no short one: no foreign bans are read from it. */
const MAX_SENTENCES = 12;
const MAX_LENGTH = 400;

/** Reads a ban in another language, if it is a whole clause and nothing takes it back. It holds for its turn only. */
export function readForeignBan(asked: Asked): void {
  const { sentence, prose, language } = asked;
  const { text, index } = sentence;
  const { abroad } = language.requests;
  if (text.length > MAX_LENGTH || prose.sentences.length > MAX_SENTENCES || !abroad.mayForbid.test(text)) return;
  const earlier = prose.sentences.slice(0, index).map((each) => each.text);
  // What follows a colon may be text for a file.
  if (text.trimEnd().endsWith("?") || earlier.some((each) => /:(?:\s|$)/.test(each))) return;
  const git = abroad.git.exec(text);
  const found = git ?? abroad.file.exec(text);
  if (!found) return;
  const [ban] = found;
  const rest = text.replace(ban, " ");
  if ([...earlier, rest].some((each) => abroad.product.test(each))) return;
  const later = prose.sentences.slice(index + 1).map((each) => each.text);
  if ([rest, ...later].some((each) => abroad.open.test(each))) return;
  // What follows a colon may be about the product: "Add a setting: at night, no push."
  if (/[:：]/.test(rest)) return;
  if (abroad.mayTell.test(ban) && !text.startsWith(ban)) return;
  const others = [...earlier, rest, ...later].join("\n");
  if (git) readGit(asked, ban, others);
  else readFile(asked, found.slice(1).find((group) => group !== undefined) ?? "", others);
}

/** Adds the ban on a commit or a push, if nothing else in the message speaks of that deed. */
function readGit({ add, sentence, language }: Asked, ban: string, others: string): void {
  const { abroad, otherCommit, otherPush } = language.requests;
  const isPush = abroad.push.test(ban);
  const elsewhere = isPush ? [abroad.push, otherPush] : [abroad.commit, otherCommit];
  if ([...elsewhere, abroad.other].some((words) => words.test(others))) return;
  add("forbid", sentence, { deed: "git", commands: [isPush ? "push" : "commit"] });
}

function readFile({ add, sentence }: Asked, named: string, others: string): void {
  const paths = placesIn(named);
  const [path = ""] = paths;
  if (paths.length !== 1 || others.includes(baseName(path))) return;
  if (named.replaceAll(/^[`"'(]+|[`"').!]+$/g, "") !== path) return;
  add("forbid", sentence, { deed: "change", paths });
}
