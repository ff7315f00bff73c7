import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Counts } from "./check-run.ts";
import type { PlacedCheck } from "./line-checks.ts";
import { isCut } from "./line-output.ts";
import { type Summary, together } from "./summary.ts";
import { PART_BY_PART } from "./summary-forms.ts";

const NO_COUNTS: Counts = {};

/** A summary, where it is this check's: others of the line may have printed it, where their outputs lie together. */
export function ownOf(summary: Summary, placed: PlacedCheck, others: readonly PlacedCheck[]): Summary | undefined {
  if (others.length === 0) return summary;
  const program = summary.form.replace(/-(?:files|line|suites|build|ran)$/, "");
  const names = ({ check }: PlacedCheck): boolean => check.runner.includes(program) || check.command.includes(program);
  if (names(placed) !== others.some(names)) return names(placed) ? summary : undefined;
  const alike = others.filter(({ check }) => summary.kinds.includes(check.kind));
  if (alike.length === 0) return summary;
  // As many summaries as checks, and all of them well: then this one is, too.
  const all = alike.every(({ check }) => check.kind === placed.check.kind) && summary.times > alike.length;
  return all && summary.status === "passed" && !summary.weak ? { ...summary, counts: NO_COUNTS } : undefined;
}

/** True when the check of each package of a project runs: the last summary is that of one of them. */
function runsEachPackage({ name, args }: ShellCommand): boolean {
  if (MANY_PACKAGES.has(name)) return true;
  return PACKAGE_MANAGERS.has(name) && args.some(({ text }) => EACH_PACKAGE.has(text.split("=", 1)[0] ?? ""));
}

const MANY_PACKAGES = new Set(["turbo", "lerna", "nx", "rush", "moon", "melos"]);
const PACKAGE_MANAGERS = new Set(["npm", "pnpm", "yarn", "bun"]);
const EACH_PACKAGE = new Set("-r -ws -F --recursive --workspaces --filter recursive workspaces foreach".split(" "));

/** What a check says of itself, as far as the line lets it through. */
export function ownSummary(
  summaries: readonly Summary[],
  command: ShellCommand,
  output: string,
  line: string,
): Summary | undefined {
  const all = together(summaries);
  if (!all) return undefined;
  const isPart = PART_BY_PART.has(all.form) || runsEachPackage(command);
  const uncounted = isPart ? { ...all, counts: NO_COUNTS } : all;
  if (isCut(command, output, line)) {
    // Of a list of parts, those that failed may be cut away.
    const isMissing = isPart && all.status === "passed" && !(all.form === "go" && letsFailuresThrough(command, line));
    if (all.status === "nothing-ran" || isMissing) return undefined;
    return uncounted;
  }
  return command.pipedInto.includes("tail") ? uncounted : all;
}

/** True where Go tells for every package that it passed before and that nothing of it has changed. */
export function isOfCache({ name, args, pipedInto }: ShellCommand, output: string, line: string): boolean {
  const told = output.split("\n").filter((text) => text.startsWith("ok  \t"));
  if (
    name !== "go" ||
    args[0]?.text !== "test" ||
    told.length === 0 ||
    !told.every((text) => text.includes("\t(cached)"))
  )
    return false;
  const kept = Number(/\btail\s+(?:-n\s*|-)(\d{1,5})/.exec(line)?.[1] ?? 10);
  return pipedInto.every((name) => name === "tail") && (pipedInto.length === 0 || output.split("\n").length < kept);
}

/** True for `| grep -E "(ok|FAIL)"`: the line of a package that failed would stand there, also of one that does not build. */
function letsFailuresThrough({ pipedInto }: ShellCommand, line: string): boolean {
  const filter = line.replaceAll(/--- \([\w|]{1,20}\)/g, "");
  return !pipedInto.includes("head") && /\bgrep (?:-E )?["'][^"']{0,80}\bFAIL\b/.test(filter);
}
