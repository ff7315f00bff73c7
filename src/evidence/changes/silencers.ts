import type { FileChange } from "./changes.ts";
import { expression } from "../../patterns/expression.ts";
import { addedLines, removedLines } from "./file-content.ts";

/** How a check is silenced: by a mark at the line, by a type that fits everything, by its settings. */
export type Silencing = "mark" | "any" | "settings";

/** The lines of one change that silence a check. */
export interface Silenced {
  readonly how: Silencing;
  readonly lines: readonly string[];
}

/** How a change silences a check. In code, this is read only where the change does nothing else. */
export function silencedBy(change: FileChange): Silenced | undefined {
  if (change.type !== "edit" || change.oldText === undefined) return undefined;
  if (SETTINGS.test(change.path)) return bySettings(change);
  if (change.role !== "code") return undefined;
  const marks = alone(change, MARK, (line) => line.replace(MARK, "").trim());
  if (marks.length > 0) return { how: "mark", lines: marks };
  const any = alone(change, ANY, withoutAny);
  return any.length > 0 ? { how: "any", lines: any } : undefined;
}

/** True when the line holds a mark that silences a check, whatever else stands in it. */
export function hasMark(line: string): boolean {
  return MARK.test(line);
}

/** The added lines that match `has`, if the change would change nothing without what they match. */
function alone(change: FileChange, has: RegExp, without: (line: string) => string): string[] {
  const added = addedLines(change);
  const found = added.filter((line) => has.test(line));
  if (found.length === 0) return [];
  const rest = added.map(without).filter((line) => line !== "");
  const before = removedLines(change)
    .map((line) => (has === MARK ? line.trim() : bare(line)))
    .filter((line) => line !== "");
  return rest.length === before.length && rest.every((line, index) => line === before[index]) ? found : [];
}

/** The marks that make a tool ignore a line or a file: in a comment, or as an attribute on a line of its own. */
const MARK = expression()`
  \s*(?:\{?\/\*|\/\/|#(?!\[|!\[)|--|<!--)\s?(?:
    eslint-disable|biome-ignore|oxlint-disable|@ts-(?:ignore|expect-error|nocheck)|noqa|type: ?ignore
    |pylint: ?disable|pyright: ?ignore|mypy: ?(?:ignore|disable)|ruff: ?noqa|nolint|NOLINT|rubocop: ?disable
    |phpcs:(?:ignore|disable)|@phpstan-ignore|shellcheck disable|swiftlint:disable|ktlint-disable|credo:disable
    |ignore: ?\w|ignore_for_file:|stylelint-disable
  )[^\n]*$
  |^\s*(?:#!?\[allow\([\w:, ]+\)\]|@Suppress(?:Warnings|Lint)?\([^)]*\)|#pragma warning disable\b.*|@nowarn\b.*)\s*$
`;

/** Code that gives a value the type `any`. */
const ANY = /\bas any\b|<any>|:\s*any\b|\bcast\(\s*["']?Any["']?\s*,/;

function withoutAny(line: string): string {
  return bare(line.replaceAll(/ as any\b|<any>|:\s*any\b|\bcast\(\s*["']?Any["']?\s*,/g, ""));
}

/** The line without blanks and brackets, which a cast may make necessary around it. */
function bare(line: string): string {
  return line.replaceAll(/[\s()]/g, "");
}

function bySettings(change: FileChange): Silenced | undefined {
  const before = change.oldText ?? "";
  const isOff = (line: string): boolean => WHOLESALE.test(line) || OFF.test(line);
  const off = addedLines(change).filter((line) => isOff(line) && !before.includes(line.trim()));
  // The rules below `disable:` stand on lines of their own.
  const rows = off.length > 0 ? addedLines(change).filter((line) => /^\s*- /.test(line)) : [];
  return off.length > 0 ? { how: "settings", lines: [...off, ...rows] } : undefined;
}

/** True when each mark says in words why it is there. */
export function isReasoned({ how, lines }: Silenced): boolean {
  return how === "mark" && lines.every((line) => REASON.test(line.slice(SILENCING.exec(line)?.index ?? line.length)));
}

const SILENCING = /disable|ignore|expect-error|nocheck|noqa|nolint|Suppress/i;
const REASON = /\s(?:[a-z]+(?:['’][a-z]+)?,? ){2}[a-z]+|(?:--|—|:)\s{0,20}(?:[a-z]+ [a-z]+|\S{0,200}#\d+|https?:)/i;

/** True when what finds most is switched off, and not only one rule of several. */
export function isWholesale({ lines }: Silenced): boolean {
  return lines.some((line) => WHOLESALE.test(line));
}

const SETTINGS = expression()`
  (?:^|\/)(?:
    \.eslintrc(?:\.\w+)?|eslint\.config\.\w+|biome\.jsonc?|\.?oxlintrc\.jsonc?|tsconfig(?:\.[\w-]+)?\.json
    |\.?mypy\.ini|setup\.cfg|pyproject\.toml|\.?ruff\.toml|\.pylintrc|\.flake8|tox\.ini|\.rubocop\.yml
    |\.golangci\.(?:ya?ml|toml)|phpstan(?:\.dist)?\.neon(?:\.dist)?|Cargo\.toml|\.swiftlint\.yml|detekt\.yml
    |analysis_options\.yaml|pyrightconfig\.json|\.stylelintrc(?:\.\w+)?
  )$
`;
const WHOLESALE =
  /"(?:strict\w*|noImplicitAny|checkJs)"\s*:\s*false|\bignore_errors\s*=\s*true\b|"typeCheckingMode"\s*:\s*"off"/i;
/** A rule that is switched off, or put on a list of rules to leave out. */
const OFF = expression("i")`
  ["']?[\w@/-]+["']?\s*:\s*\[?\s*(?:["'](?:off|none)["']|0\s*(?:[,}\]]|$))
  |=\s*(?:"allow"|\{[^}]*level\s*=\s*"allow")
  |^\s*(?:extend-)?(?:ignore|disable|disabled_rules|disable_error_code|per-file-ignores|ignoreErrors|exclude-rules)
  \s*[:=]
  |\bEnabled:\s*false\b
  |"no(?:Implicit|Unused|Unchecked|FallthroughCases)\w*"\s*:\s*false
`;

/** The names of rules that stand both in these lines and in what the check printed. */
export function rulesNamed({ lines }: Silenced, output: string): string[] {
  const names = lines.join(" ").match(/[\w@/-]{4,}/g) ?? [];
  return names.filter((name) => !SAYS_NO_RULE.test(name) && output.includes(name.replace(/^.*::/, "")));
}

const SAYS_NO_RULE = expression("i")`
  ^(?:
    rules|error|errors|warn|warnings?|off|none|ignore|ignored|disable|disabled|disable_error_code|extend-ignore
    |allow|level|lints?|clippy|linters?|true|false|enabled|correctness|suspicious|style|select|strict
  )$
`;
