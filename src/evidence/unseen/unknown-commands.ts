import { NameList } from "../../name-list.ts";
import { inlineCode } from "../../thread/shell/inline-code.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand, ShellWord } from "../../thread/shell/shell-command.ts";
import { isScratchPath } from "../../thread/shell-changes.ts";
import type { Check } from "../receipts/check.ts";
import { checksOf } from "../receipts/checks.ts";
import { runsWhatIsFound, SHELLS } from "./found-programs.ts";
import { lookingPrograms } from "../receipts/looking-programs.ts";
import { maybeChecks } from "../receipts/maybe-checks.ts";
import { baseName } from "../changes/paths.ts";
import { startedFile } from "../receipts/program-runs.ts";
import { rulesOf } from "../runners/rules.ts";
import { type TaskCall, taskCall } from "../runners/task-calls.ts";
import { expression } from "../../patterns/expression.ts";
import { kindOfName, mayDoMore, namesOtherWork } from "../runners/task-names.ts";

export function isCheck({ kind }: Check): boolean {
  return kind !== "run" && kind !== "probe";
}

export function isCheckLine(text: string): boolean {
  return maybeChecks(text) && parseCommandLine(text).some((command) => checksOf(command).some(isCheck));
}

export function isTestLine(text: string): boolean {
  return (
    maybeChecks(text) && parseCommandLine(text).some((command) => checksOf(command).some(({ kind }) => kind === "test"))
  );
}

export function commandWords(command: ShellCommand): readonly string[] {
  return [command.rawName, ...command.args.map((word) => word.text)];
}

/** The text that a shell is given to run: `bash <<'E'`. */
export function fedLines(command: ShellCommand): string | undefined {
  return SHELLS.has(command.name) ? command.redirects.find(({ body }) => body !== undefined)?.body : undefined;
}

/** True when we do not know what the command does: it may have been a run of the tests. */
export function isUnknown(command: ShellCommand): boolean {
  if (command.unparsed) return true;
  if (EACH.test(command.name)) return checksInBlock(command);
  // `test.bat` is no shell's own `test`.
  if (/(?:^|[\\/])test\.(?:bat|cmd)$/i.test(command.rawName) || isNoCondition(command)) return true;
  if (runsWhatIsFound(command)) return true;
  if (command.name === "" || command.pipeline.index > 0) return false;
  const code = inlineCode(command);
  if (code !== undefined) return callsTests(code);
  const fed = fedLines(command);
  if (fed !== undefined) return parseCommandLine(fed).some((each) => checksOf(each).some(isCheck) || isUnknown(each));
  const task = taskCall(command);
  if (task) return isOpenTask(task);
  const [check] = checksOf(command);
  if (check?.kind === "build" && BUILDERS.has(command.name)) return command.args.some(isTestingWord);
  if (check) return check.kind === "run" && isHouseScript(command);
  if (command.args.some((word) => LISTS_ONLY.has(word.text))) return false;
  if (command.args.some((word) => ENDS_WITH_TESTS.test(word.text))) return true;
  const name = command.name.toLowerCase();
  if (!KNOWN_PROGRAMS.has(name)) return true;
  if (OWN_COMMANDS[name]?.test(command.args.find(isOperand)?.text ?? "") === false) return true;
  if (!STARTERS.has(name) || FETCHES.test(command.args.find(isOperand)?.text ?? "")) return false;
  return (
    command.args.some((word) => isTestingWord(word) || TEST_WORD.test(word.text) || namesRunner(word.text)) ||
    isFedTests(command)
  );
}

/** True when `test` is not the shell's own: for a container's command without words, or a module of Python. */
function isNoCondition({ name, args, wrappers }: ShellCommand): boolean {
  return name === "test" && (args.length === 0 || wrappers.at(-1) === "python -m");
}

/** True when the program is given a file of tests: `psql -f tests/all.sql`, `sqlite3 shop.db < tests.sql`. */
function isFedTests({ args, redirects }: ShellCommand): boolean {
  const read = redirects.flatMap(({ operator, target }) => (operator === "<" && target ? target.text : []));
  return [...args.map((word) => word.text), ...read].some((text) => /\.sql$/i.test(text) && CHECKING_NAME.test(text));
}

/** The own commands of tools that take aliases and plug-ins. What any other command does, only the project knows. */
const OWN_COMMANDS: Readonly<Record<string, RegExp>> = {
  cargo: expression()`
    ^(?:
      |\+.*|add|b|bench|build|c|check|clean|clippy|d|doc|fetch|fix|fmt|generate-lockfile|help|info|init|install
      |locate-project|log\w+|metadata|new|owner|package|pkgid|publish|r|read-manifest|remove|report|rm|run|rustc
      |rustdoc|search|tree|uninstall|update|vendor|version|yank|expand|watch|binstall|upgrade|outdated|sqlx
    )$
  `,
  gh: expression()`
    ^(?:
      |agent-task|alias|api|attestation|auth|browse|cache|co|codespace|completion|config|copilot|extension|gist
      |gpg-key|help|issue|label|org|pr|preview|project|release|repo|ruleset|run|search|secret|ssh-key|status|variable
      |workflow
    )$
  `,
  vercel: /^(?!build$)/,
  mix: expression()`
    ^(?:
      |
      (?:deps|ecto|phx|hex|local|archive|escript|app|gettext|profile|assets|tailwind|esbuild|release)(?:\..*)?
      |clean|cmd|compile|do|docs|eval|format|help|new|run|xref
    )$
  `,
};

/** True for the address of a program that does nothing but test: `gotest.tools/gotestsum@latest`. */
function namesRunner(word: string): boolean {
  const program = baseName(word).replace(/@.*$/s, "");
  return rulesOf(program).some((rule) => rule.kind === "test" && rule.with.size === 0 && rule.subs?.has("") !== false);
}

/** PowerShell's loop over what comes down the pipe. */
const EACH = /^(?:foreach-object|foreach|%)$/i;

function checksInBlock({ args }: ShellCommand): boolean {
  const [open, end] = [args.findIndex(({ text }) => text === "{"), args.findLastIndex(({ text }) => text === "}")];
  const block = args.slice(open + 1, end === -1 ? undefined : end).map((word) => word.text);
  return isCheckLine(block.join(" "));
}

function isOperand({ text }: ShellWord): boolean {
  return !text.startsWith("-");
}

/** True for a target, sub-command or assembly whose name says that it tests: `test-unit`, `Shop.Tests.dll`. */
function isTestingWord({ text }: ShellWord): boolean {
  return (
    text.length <= LONGEST_NAME && TESTING_WORD.test(text) && !/skip|no-?tests?\b|\.(?:ya?ml|json|toml)$/i.test(text)
  );
}

const LONGEST_NAME = 200;
const TESTING_WORD =
  /^(?:@|-{1,2}|(?:-{1,2}|\/)t(?:arget)?[=:])?(?:\w+[.:/-]+)*(?:tests?|runtest|specs?|unit|check|verify|ci)(?:[.:-]+\w+)*$/i;
/** Sub-commands after which a word like `test` is the name of a package, an image or a project. */
const FETCHES = expression()`
  ^(?:
    i|install|ci|add|remove|rm|uninstall|get|pull|push|tag|fetch|search|new|init|restore|update|upgrade|sync|lock
    |pip|mod|sln|list|ls|outdated|why|explain|audit|tree|info|show|view|logs|ps|stop|down|clean|deps\.\w+
  )$
`;
/** Tools that build whatever they are told, which may be a run of the tests. */
const BUILDERS = new NameList(
  "zig dune ninja cmake meson bazel bazelisk buck2 stack cabal msbuild xcodebuild docker podman",
);

/** True for a task whose name says nothing, or the default task of a tool that builds, checks and tests in one. */
function isOpenTask({ names, byDefault }: TaskCall): boolean {
  if (byDefault) return true;
  return names.some((name) => mayDoMore(name) || (kindOfName(name) === undefined && !namesOtherWork(name)));
}

/** True for a script of the project, or its program told to test; not for temporary files or scripts for other work. */
function isHouseScript(command: ShellCommand): boolean {
  if (isScratchPath(startedFile(command) ?? "")) return false;
  const words = commandWords(command).filter((word) => !word.startsWith("-") && !isScratchPath(word));
  if (words.some((word) => CHECKING_NAME.test(word) || TEST_CLASS.test(word) || namesRunner(word))) return true;
  const script = words.find((word) => /\.(?:sh|bash|ps1|bat|mk)$/i.test(word));
  return script !== undefined && !namesOtherWork(script.slice(script.lastIndexOf("/") + 1));
}

const CHECKING_NAME =
  /(?:^|[^a-z])(?:tests?|specs?|unit|checks?|verify|ci|cibuild|qa|suites?|conformance|selftest|regress(?:ion)?)(?:[^a-z]|$)/i;
/** A test class, a library that runs test classes, or a test program built by Cargo. */
const TEST_CLASS =
  /[a-z](?:Tests?|Specs?|Suite)$|(?:^|[/.-])(?:junit|testng|kotest|xunit|nunit)\b|\/deps\/[\w-]+-[0-9a-f]{16}$/;
const TEST_WORD = /^(?:tests?|specs?|check|verify|ci)$|\s(?:tests?|specs?|check|pytest|jest|vitest|phpunit)\b/i;
/** Those of the known programs that can be told to test. */
const STARTERS = new NameList(
  "cargo go docker docker-compose podman uv poetry mix dotnet mvn gradle terraform tofu helm npm pnpm yarn ssh perl ruby php node python python3 bash sh tmux screen psql mysql sqlite3",
);
/** Options with which containers end with the tests' own exit code. */
const ENDS_WITH_TESTS = /^--(?:exit-code-from|abort-on-container-exit)\b/;

/** True for code that runs tests itself, loads a folder of them, or starts a program that runs tests. */
export function callsTests(code: string): boolean {
  return TEST_CALL.test(code) || STARTS_TESTS.test(code) || (/\brequire\b/.test(code) && /[_/]tests?\b/.test(code));
}

const TEST_CALL = /\b(?:self_?)?test\w*\s*\(|::test|\.test\b|unittest|pytest/;
const STARTS_TESTS =
  /\b(?:system|exec\w*|spawn\w*|run|call|check_\w+|[Pp]open)\(\s*[[({]?[^)\n]{0,200}\b(?:tests?|vitest|jest|rspec|phpunit|ctest)\b/;
const LISTS_ONLY = new NameList("--help --version -h -V --collect-only --co --list --list-tests --listTests -list");

/** Programs that look around, fetch, install, move things or talk to services, and never run a project's checks. */
const KNOWN_PROGRAMS = lookingPrograms(
  "git fgrep ag fd where whereis gawk more yq df rmdir cp ln chown glab lab false unset set alias readlink pkill " +
    "killall pgrep lsof tee xargs seq env printenv source . exit return trap eval exec command time clear tput " +
    "uname whoami id hostname nproc npm pnpm yarn bun npx deno pip pip3 pipx uv poetry pdm conda mamba cargo rustup " +
    "go gem bundle bundler composer mix dotnet mvn gradle brew apt apt-get yum dnf apk choco winget nvm fnm volta " +
    "asdf mise corepack direnv docker docker-compose podman kubectl helm terraform tofu aws gcloud az flyctl vercel " +
    "netlify wrangler heroku psql mysql sqlite3 redis-cli mongosh createdb dropdb pg_dump prisma alembic rails " +
    "artisan curl wget http xh ping nc dig host openssl base64 md5sum shasum sha256sum xxd od hexdump cmp comm " +
    "column paste tar zip unzip gzip gunzip rsync scp ssh-keygen open xdg-open code nano tmux screen python python3 " +
    "py node ruby php perl bash sh zsh java javac gcc cc g++ clang make cmake prettier black gofmt goimports " +
    "rustfmt isort autopep8 shfmt protoc sqlc get-content get-childitem set-content select-string select-object " +
    "write-host write-output test-path remove-item copy-item move-item new-item get-location set-location out-file " +
    "dir findstr ver history cal tac rev fold nohup",
);
