import { inlineCode } from "../../thread/shell/inline-code.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import { NameList } from "../../name-list.ts";
import { checksOf, spelled } from "../receipts/checks.ts";
import { gitSub } from "./git-looks.ts";
import { looksAround, runsOnly } from "./runs-nothing.ts";
import { isCheck } from "./unknown-commands.ts";
import { talks } from "./unknown-tools.ts";

/**
 * It may have started the program, a server or a browser, sent somebody who did, or asked a page. What only looks, edits,
 * installs, works with git, or checks in a way that shows nothing on a screen, has tried nothing.
 */
export function mayHaveTried(step: Step): boolean {
  const { action, result } = step;
  if (action.kind === "fetch") return true;
  if (!runsOnly(step, cannotTry, talks)) return true;
  return (
    action.kind === "execute" && DRIVES.test(`${action.command ?? ""}\n${result?.output.slice(0, MOST_OUTPUT) ?? ""}`)
  );
}

/** The same without somebody who was sent, or a page that was asked: what these see of earlier work is nothing of what comes after. */
export function mayHaveTriedItself(step: Step): boolean {
  return step.action.kind !== "subagent" && step.action.kind !== "fetch" && mayHaveTried(step);
}

/** Checks that use the work as a person does. */
const DRIVES =
  /playwright|cypress|puppeteer|selenium|webdriver|detox|maestro|testcafe|storybook|chrom(?:e|ium)\b|\be2e\b|end-to-end|\bsmoke\b/i;
const MOST_OUTPUT = 20_000;

function cannotTry(command: ShellCommand): boolean {
  if (command.unparsed) return false;
  if (looksAround(command) || WRITING_GIT.has(gitSub(command) ?? "") || HARMLESS.has(command.name)) return true;
  const code = inlineCode(command);
  if (code !== undefined) return onlyReadsAndWrites(code);
  return INSTALLS.test(spelled(command)) || checksOf(command).some(isCheck);
}

const WRITING_GIT = new NameList("am apply cherry-pick commit merge pull push rebase revert");
const HARMLESS = new NameList(
  "cp ln tee false : gofmt goimports prettier xxd od hexdump base64 md5sum sha256sum shasum cmp comm column df free env uname hostname whoami nproc",
);
const INSTALLS =
  /^(?:npm|pnpm|yarn|bun|pip3?|uv pip|poetry|bundle|composer|go mod|go get|cargo) (?:i|install|ci|add|tidy|download|fetch)\b/;

/** A script that takes nothing but what comes with its language, and of that nothing that starts or asks others. */
function onlyReadsAndWrites(code: string): boolean {
  if (REACHES_OUT.test(code)) return false;
  return Array.from(code.matchAll(IMPORTS), ([, name = ""]) => name).every((name) => OWN_MODULES.has(name));
}

const REACHES_OUT =
  /subprocess|os\.(?:system|popen|exec|spawn)|urllib|requests|http|socket|fetch\(|child_process|`[^`\n]*`\s*$|\bimport\(|require\(|exec\w*\(|Bun\.\$|Deno\.Command/;
const IMPORTS = /^\s*(?:from|import)\s+([\w.]+)/gm;
const OWN_MODULES = new NameList(
  "re sys os os.path pathlib json io textwrap string itertools collections difflib shutil glob",
);
