import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { rememberingLines } from "../../thread/shell/remembering-lines.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import { NameList } from "../../name-list.ts";
import { spelled } from "../receipts/check.ts";
import { checksOf } from "../receipts/checks.ts";
import { gitSub } from "./git-looks.ts";
import { looksAround, runsOnly } from "./runs-nothing.ts";
import { isCheck, isTestLine } from "./unknown-commands.ts";
import { expression } from "../../patterns/expression.ts";
import { isOfSession } from "./unseen-runs.ts";

/**
 * True when the step may have tried the work out: it started the program, a server or a browser, sent a subagent that
 * did, or fetched a page. To look, edit, install, use git, or run checks that show nothing on a screen is no try.
 */
export function mayHaveTried(step: Step): boolean {
  const { action, result } = step;
  if (action.kind === "fetch" || isOfSession(step)) return true;
  if (action.kind !== "execute" || action.command === undefined) return !runsOnly(step, cannotTry);
  const tried = triedBy(action.command);
  // An output is read only where tests may have driven the program: most outputs are long, and not needed otherwise.
  return tried === "maybe" || (tried === "in tests" && DRIVES.test(result?.output.slice(0, MOST_OUTPUT) ?? ""));
}

/** What the line alone says of a try. */
const triedBy = rememberingLines((line) => {
  if (DRIVES.test(line) || !parseCommandLine(line).every(cannotTry)) return "maybe";
  return isTestLine(line) ? "in tests" : "never";
});

/** Like `mayHaveTried`, without subagents and fetched pages: what they saw of earlier work proves no later work. */
export function mayHaveTriedItself(step: Step): boolean {
  return step.action.kind !== "subagent" && step.action.kind !== "fetch" && mayHaveTried(step);
}

/** Checks that use the work as a person does. */
const DRIVES = expression("i")`
  playwright|cypress|puppeteer|selenium|webdriver|wdio|karma|detox|maestro|testcafe|storybook|dusk|browser
  |chrom(?:e|ium)\b|firefox|webkit|simulator|emulator|androidtest|xcodebuild|flutter|integration|\bsystem\b|e2e
  |end-to-end|smoke|acceptance|\bcli\b|\bbats\b|molecule|\bdbt\b|terraform|tofu|pulumi
`;
const MOST_OUTPUT = 4000;

function cannotTry(command: ShellCommand): boolean {
  if (command.unparsed) return false;
  if (looksAround(command) || WRITING_GIT.has(gitSub(command) ?? "") || HARMLESS.has(command.name)) return true;
  return INSTALLS.test(spelled(command)) || checksOf(command).some(isCheck);
}

const WRITING_GIT = new NameList("am apply cherry-pick commit merge pull push rebase revert");
const HARMLESS = new NameList(
  "cp ln tee false : gofmt goimports prettier xxd od hexdump base64 md5sum sha256sum shasum cmp comm column df free env uname hostname whoami nproc",
);
const INSTALLS =
  /^(?:npm|pnpm|yarn|bun|pip3?|uv pip|poetry|bundle|composer|go mod|go get|cargo) (?:i|install|ci|add|tidy|download|fetch)\b/;
