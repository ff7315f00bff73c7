import { expression } from "../../patterns/expression.ts";
import { counted, countOf, FAILED, NOTHING_RAN, type Outcome, type OutcomeReader, number, PASSED } from "./outcome.ts";

/** A number of errors as an outcome. */
function errors(count: number): Outcome {
  return count > 0 ? { status: "failed", counts: { failed: count } } : PASSED;
}

const TSC_ERROR = /^(?:\S.*?(?:\(\d+,\d+\): |:\d+:\d+ - )error TS\d+: |error TS(?!18003)\d+: )/gm;

/** Output of a tsc that checked nothing: it is missing, was given nothing, or printed its options without a project. */
const TSC_IDLE =
  /This is not the tsc command you are looking for|^error TS18003: |^You can learn about all of the compiler options at /m;

/** Errors one by one, and `Found 3 errors`. A clean run prints nothing. A watcher counts anew in each round. */
export const tsc: OutcomeReader = (watched) => {
  const rounds = [...watched.matchAll(/^\[[^\]\n]{1,30}\] Found \d+ errors?\. Watching/gm)];
  const text = rounds.length > 1 ? watched.slice(rounds.at(-2)?.index).replace(/^.*\n/, "") : watched;
  if (TSC_IDLE.test(text)) return NOTHING_RAN;
  const found = [
    ...text.matchAll(/Found (\d+) errors?(?: in (?:\d+ files?\b|the same file|\S{1,300}:\d)|\. Watching)/g),
  ].at(-1);
  const single = [...text.matchAll(TSC_ERROR)].length;
  if (found) return errors(Math.max(number(found[1]), single));
  return single > 0 ? errors(single) : undefined;
};

export const mypy: OutcomeReader = (text) => {
  if (/^There are no \.py\[i\] files in|^error: .*no such file/im.test(text)) return NOTHING_RAN;
  if (/^Success: no issues found in 0 source files/m.test(text)) return NOTHING_RAN;
  if (/^Success: no issues found/m.test(text)) return PASSED;
  const found = /^Found (\d+) errors? in \d+ files?/m.exec(text);
  if (found) return errors(number(found[1]));
  return /^\S+\.pyi?:\d+: error: /m.test(text) ? FAILED : undefined;
};

export const pyright: OutcomeReader = (text) => {
  if (/^No source files found/m.test(text)) return NOTHING_RAN;
  const line = /^(\d+) errors?, \d+ warnings?/m.exec(text);
  return line ? errors(number(line[1])) : undefined;
};

/** svelte-check, astro check, flow. */
export const svelteCheck: OutcomeReader = (text) => {
  const line = /found (\d+) errors?\b/i.exec(text) ?? /^- (\d+) errors?$/m.exec(text);
  if (line) return errors(number(line[1]));
  return /^No errors!|Result \(\d+ files?\):\s*- 0 errors/m.test(text) ? PASSED : undefined;
};

export const phpstan: OutcomeReader = (text) => {
  if (/\[OK\] No errors|^No errors found!/m.test(text)) return PASSED;
  const line = /\[ERROR\] Found (\d+) errors?|^(\d+) errors found$/m.exec(text);
  return line ? errors(number(line[1] ?? line[2])) : undefined;
};

/** `✖ 5 problems (2 errors, 3 warnings)`, in Stylelint without the cross. A clean run prints nothing. */
export const eslint: OutcomeReader = (text) => {
  if (
    /^(?:Error: )?No files matching|You are linting ".*", but all of the files matching|are ignored\.$|^Oops! Something went wrong.*\n[\s\S]{0,500}No files matching/m.test(
      text,
    ) &&
    !/\d problems?/.test(text)
  )
    return NOTHING_RAN;
  if (/^Oops! Something went wrong!/m.test(text)) return FAILED;
  const lines = [...text.matchAll(/^[ \t]*(?:✖ )?\d+ problems? \((\d+) errors?, \d+ warnings?\)/gm)];
  const found = lines.reduce((sum, line) => sum + number(line[1]), 0);
  // ESLint fails, and yet "no errors" is true.
  if (found === 0 && /^(?:ESLint found too many warnings \(maximum|Max warnings exceeded): /m.test(text))
    return { status: "unknown" };
  if (lines.length > 0) return errors(found);
  return /^✔ No ESLint warnings or errors/m.test(text) ? PASSED : undefined;
};

/** `Checked 55 files in 30ms. No fixes applied.`, `Found 3 errors.`, and the line that Biome ends with after errors. */
export const biome: OutcomeReader = (text) => {
  const found = [...text.matchAll(/^Found (\d+) errors?\./gm)];
  if (found.length > 0) return errors(found.reduce((sum, line) => sum + number(line[1]), 0));
  if (BIOME_FAILED.test(text)) return FAILED;
  if (/No files were processed in the specified paths|^Checked 0 files/m.test(text)) return NOTHING_RAN;
  return /^(?:Checked|Formatted) \d+ files? in /m.test(text) ? PASSED : undefined;
};

const BIOME_FAILED =
  /^[ \t]*[×✖] (?:Some errors were emitted while |Biome exited because the configuration resulted in errors\.)/m;

export const oxlint: OutcomeReader = (text) => {
  const line = /^Found (\d+) warnings? and (\d+) errors?\./m.exec(text);
  if (/^Finished in \S+ on 0 files/m.test(text) || /^No files found to lint/m.test(text)) return NOTHING_RAN;
  if (line?.[2] === "0" && /^Exceeded maximum number of warnings\./m.test(text)) return { status: "unknown" };
  return line ? errors(number(line[2])) : undefined;
};

/** Ruff's linter. Its formatter and ty are often called on the same line, so each has a reader of its own. */
export const ruff: OutcomeReader = (text) => {
  if (/^warning: No Python files found/m.test(text)) return NOTHING_RAN;
  const found = [...text.matchAll(/^Found (\d+) errors?(?: \((?:\d+ fixed, )?(\d+) (fixed|remaining)[^)\n]*\))?/gm)].at(
    -1,
  );
  if (found) {
    const left =
      found[3] === "remaining"
        ? number(found[2])
        : found[3] === "fixed"
          ? number(found[1]) - number(found[2])
          : number(found[1]);
    return errors(left);
  }
  return /^All checks passed!/m.test(text) ? PASSED : undefined;
};

export const ruffFormat: OutcomeReader = (text) => {
  if (/^\d+ files? would be reformatted|^Would reformat: |^error: Failed to (?:parse|format) /m.test(text))
    return FAILED;
  if (/^\d+ files? (?:already formatted|left unchanged|reformatted)/m.test(text)) return PASSED;
  return /^warning: No Python files found/m.test(text) ? NOTHING_RAN : undefined;
};

export const ty: OutcomeReader = (text) => {
  const found = [...text.matchAll(/^Found (\d+) diagnostics?/gm)].at(-1);
  if (found) return errors(number(found[1]));
  return /^All checks passed!/m.test(text) ? PASSED : undefined;
};

export const black: OutcomeReader = (text) => {
  if (/^No Python files are present to be formatted/m.test(text)) return NOTHING_RAN;
  if (/^\d+ files? would be reformatted|^would reformat |^Oh no!/m.test(text)) return FAILED;
  return /^All done!|^\d+ files? would be left unchanged/m.test(text) ? PASSED : undefined;
};

export const prettier: OutcomeReader = (text) => {
  if (/No files matching the pattern|^No files found/m.test(text)) return NOTHING_RAN;
  if (/^\[warn\] Code style issues|^\[error\] |^Format issues found/m.test(text)) return FAILED;
  return /^All matched files use (?:Prettier code style|the correct format)/m.test(text) ? PASSED : undefined;
};

/** `0 issues.`, `5 issues:`, or the older form with one line each. */
export const golangci: OutcomeReader = (text) => {
  if (/no go files to analyze/.test(text)) return NOTHING_RAN;
  const line = /^(\d+) issues?[.:]/m.exec(text);
  if (line) return errors(number(line[1]));
  if (/^level=error |^ERRO /m.test(text)) return FAILED;
  const issues = [...text.matchAll(/^\S+\.go:\d+(?::\d+)?: .* \([\w-]+\)$/gm)].length;
  return issues > 0 ? errors(issues) : undefined;
};

export const rubocop: OutcomeReader = (text) => {
  const line = /^(\d+) files? inspected, (no|\d+) offenses? detected(?:, (\d+) offenses? (?:auto)?corrected)?/m.exec(
    text,
  );
  if (!line) return undefined;
  if (number(line[1]) === 0) return NOTHING_RAN;
  return errors(line[2] === "no" ? 0 : number(line[2]) - number(line[3]));
};

export const pylint: OutcomeReader = (text) => {
  const rated = /^Your code has been rated at (-?[\d.]+)\/10/m.exec(text)?.[1];
  const bad = [...text.matchAll(/^\S+:\d+:\d+: ([EFWCR])\d{4}: /gm)];
  // Code that does not parse is not rated.
  if (bad.length > 0 && (rated !== undefined || bad.some(([, kind]) => kind === "E" || kind === "F")))
    return errors(bad.length);
  // With a lower rating, the messages that explain it are not visible.
  return rated === "10.00" ? PASSED : undefined;
};

/** `eslint.....Passed`, one line a hook. A hook that mended what it found calls that a failure too. */
export const preCommit: OutcomeReader = (text) => {
  const lines = [...text.matchAll(/^.{1,120}?\.{3,120}(?:\((no files to check)\))?(Passed|Failed|Skipped)$/gm)];
  const unmended = /^- exit code: \d+\n(?!- files were modified)/m.test(text);
  if (lines.length === 0) return unmended ? FAILED : undefined;
  const of = (status: string): number => lines.filter((line) => line[2] === status).length;
  const outcome = counted(of("Passed"), of("Failed"), of("Skipped"));
  const mended = [...text.matchAll(/^- files were modified by this hook$/gm)].length;
  return !unmended && mended > 0 && mended >= of("Failed") ? { ...outcome, status: "unknown" } : outcome;
};

/** The list of tasks that lint-staged draws, on a terminal or not. */
export const lintStaged: OutcomeReader = (text) => {
  if (/\[FAILED\]$|Skipped because of errors from tasks/m.test(text)) return FAILED;
  if (/No staged files (?:found|match)/.test(text)) return NOTHING_RAN;
  return /^(?:✔ )?Applying modifications|^\[(?:COMPLETED|SUCCESS)\] Applying modifications/m.test(text)
    ? PASSED
    : undefined;
};

/** `Formatted lib/a.dart`: the formatter fails, but has mended the file. When it only looks, it says `Changed`. */
export const dartFormat: OutcomeReader = (text) => {
  if (/^Formatted \S+\.dart$/m.test(text)) return { status: "unknown" };
  return /^Formatted \d+ files? \(0 changed\)/m.test(text) ? PASSED : undefined;
};

/** Credo's last line, and that of Dialyzer. What Credo only suggests, people do not count as found. */
export const elixirLint: OutcomeReader = (text) => {
  if (/^\d+ mods\/funs, found \d[^\n]*\b(?:warnings?|issues?)\b|^done \(warnings were emitted\)/m.test(text))
    return FAILED;
  return /^\d+ mods\/funs, found no issues|^done \(passed successfully\)/m.test(text) ? PASSED : undefined;
};

/** OCaml's compiler, below the place in the file: `Error: Unbound value x`, `Error (warning 26 [unused-var]): …`. */
export const ocaml: OutcomeReader = (text) => {
  if (!/^Error(?: \(|: )/m.test(text)) return undefined;
  return /^File "[^"\n]+", lines? [\d-]+[\s\S]{0,2000}?^Error(?: \(|: )/m.test(text) ? FAILED : undefined;
};

/** Terraform, OpenTofu: `Error: Unsupported argument`, in a box or not. */
export const terraform: OutcomeReader = (text) => {
  if (/^(?:│ )?Error: \S/m.test(text)) return FAILED;
  return /^(?:Plan: \d+ to add, |No changes\. |Success! The configuration is valid)/m.test(text) ? PASSED : undefined;
};

/** `Error: 1 chart(s) linted, 1 chart(s) failed`, `Error: YAML parse error on …`: Helm's own last line. */
export const helm: OutcomeReader = (text) => {
  if (
    /^Error: (?:\S[^\n]* (?:parse error|chart\(s\) failed|execution error)|template: |failed |values don't meet )/m.test(
      text,
    )
  )
    return FAILED;
  return /^\d+ chart\(s\) linted, 0 chart\(s\) failed/m.test(text) ? PASSED : undefined;
};

/** Programs that print `file:line: …` for what is wrong, and some of them a last line. */
export const lines: OutcomeReader = (text) => {
  const found = countOf(text, "(?:errors?|problems?|issues?) (?:found|generated)");
  if (found !== undefined) return errors(found);
  if (FAULT.test(text)) return FAILED;
  return FAULTLESS.test(text) ? PASSED : undefined;
};

/** A fault, in the common form or in that of ShellCheck, Go, isort, SQLFluff, PHP_CodeSniffer, CSpell, Pint, PHP CS Fixer, Sorbet, Deno and Pyrefly. */
const FAULT = expression("m")`
  ^(?:
    \S+\.\w+(?::\d+(?::\d+)?:?|\(\d+,\d+\):) (?:(?:fatal )?(?:error|E\d+)\b|\[error\] )
    |\S+\.\w+:\d+:\d+: [A-Z]{1,3}\d{3,4} |[ \t]+\d+:\d+[ \t]+error[ \t]
    |\S+: line \d+: (?:syntax error|unexpected EOF)\b|(?:Syntax|Indentation|Tab)Error: |\*\*\*Test Failed\*\*\* |  https:\/\/www\.shellcheck\.net\/wiki\/SC\d
    |error(?:\[[\w-]+\])?: |In \S+ line \d+:$|# \S+(?: \[\S+\])?\n(?:vet: )?\S+\.go:\d+:
    |ERROR: \S.* Imports are incorrectly sorted|== \[.{1,300}\] FAIL$|FOUND [1-9]\d* ERRORS? |
    CSpell: Files checked: \d+, Issues found: [1-9]|[ \t]+FAIL +\.{3,} \d+ files?, \d+ style issues?
    |Found [1-9]\d* of \d+ files that can be fixed |Errors: [1-9]\d*$|Found [1-9]\d* problems?\b
    |[ \t]?INFO [1-9]\d* errors?\b|(?:Error: )?Compiler run failed
  )
`;
const FAULTLESS = expression("m")`
  ^(?:
    No errors! Great job\.|CSpell: Files checked: [1-9]\d*, Issues found: 0 in |[ \t]+PASS +\.{3,} \d+ files?$
    |Found 0 of [1-9]\d* files that can be fixed |Checked [1-9]\d* files?$|[ \t]?INFO 0 errors\b
    |Compiler run successful|No new upgrade operations detected\.
  )
`;
