import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import { checksOf } from "../evidence/record/find-checks.ts";
import type { CheckKind } from "../evidence/record/check-run.ts";

/** What a file of guidance says literally: this has to run, that must not, those files are nobody's. */
export interface WrittenRules {
  readonly run: readonly { readonly command: string; readonly kind: CheckKind; readonly line: number }[];
  readonly neverRun: readonly { readonly command: string; readonly line: number }[];
  readonly neverTouch: readonly { readonly path: string; readonly line: number }[];
}

export const NOTHING_WRITTEN: WrittenRules = { run: [], neverRun: [], neverTouch: [] };

const LONGEST_FILE = 200_000;
const LONGEST_LINE = 400;

/** "Run `npm test` before you commit": only whole commands in code spans count, in a sentence that asks for them. */
export function writtenRulesIn(text: string): WrittenRules {
  const lines = text.slice(0, LONGEST_FILE).split("\n");
  const told = lines.map((line, index) => ({ line: line.slice(0, LONGEST_LINE), number: index + 1 }));
  const spansOf = (line: string) => [...line.matchAll(/`([^`\n]{2,120})`/g)].map((match) => (match[1] ?? "").trim());
  const forbidden = told.filter(({ line }) => NEVER.test(line) && !NARROWED.test(line));
  return {
    run: told
      .filter(({ line }) => ASKS.test(line) && WHEN.test(line) && !NEVER.test(line))
      .flatMap(({ line, number }) => spansOf(line).flatMap((span) => checkIn(span, number))),
    neverRun: forbidden
      .filter(({ line }) => RUNS.test(line))
      .flatMap(({ line, number }) =>
        spansOf(line)
          .map(withGit)
          .filter(isCommand)
          .map((command) => ({ command, line: number })),
      ),
    neverTouch: forbidden
      .filter(({ line }) => WRITES.test(line))
      .flatMap(({ line, number }) =>
        spansOf(line)
          .filter((span) => PATH.test(span))
          .map((span) => ({ path: span.endsWith("/") ? `${span}**` : span, line: number })),
      ),
  };
}

const ASKS = /\b(?:run|execute|ensure|make sure|must pass|verify with|check with)\b/i;
const WHEN = /\b(?:always|before|after|every|each|must|required?|finish|complete|done|commit|push|prior to)\b/i;
const NEVER = /\b(?:never|do not|don't|must not|avoid)\b/i;
/** A ban of a case or of a part is none that a step can break. */
const NARROWED = /\b(?:unless|except|without|if|when|until|directly|only|just|instead)\b/i;
const RUNS = /\b(?:run|execute|use|call)\b/i;
const WRITES = /\b(?:edit|modify|change|touch|write|alter)\b/i;
const PATH = /^(?:[\w.@-]+\/)+(?:[\w.*@-]+)?$|^[\w@-]+\.[a-z]{1,6}$/;

function checkIn(command: string, line: number): WrittenRules["run"] {
  const commands = parseCommandLine(command);
  return commands.flatMap((call) => {
    const [check] = checksOf(call);
    return check && check.scope === "whole" && !check.watches && call.args.every(({ dynamic }) => !dynamic)
      ? [{ command: check.command, kind: check.kind, line }]
      : [];
  });
}

/** Among people who talk about git, `reset --hard` is enough. */
function withGit(span: string): string {
  return /^(?:push|reset|commit|rebase|clean|stash|checkout) -/.test(span) ? `git ${span}` : span;
}

function isCommand(span: string): boolean {
  return /^[a-z][\w.-]* [\w@./ -]+$/.test(span);
}
