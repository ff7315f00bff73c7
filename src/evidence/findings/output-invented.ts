import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import type { CodeBlock } from "../language/prose.ts";
import { cite } from "../steps.ts";
import { STRONG_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const outputInvented: FindingRule = {
  id: "output-invented",
  title: "Invented output",
  meaning: "The closing shows the output of a command that ran in this turn, and no run printed it.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  return facts.closing.prose.blocks.flatMap((block) => findInBlock(facts, block));
}

function findInBlock(facts: Facts, block: CodeBlock): Finding[] {
  if (facts.language.closing.illustration.test(block.introduction)) return [];
  return transcripts(block).flatMap(({ command, output, after }) => {
    const runs = facts.steps.filter(
      (step) => step.action.kind === "execute" && runsCommand(step.action.command ?? "", command),
    );
    if (runs.length === 0 || !after) return [];
    const printed = facts.steps
      .filter((step) => step.action.kind === "execute")
      .map((step) => step.result?.output ?? "")
      .join("\n");
    const told = output.filter(isTelling).slice(0, MAX_LINES);
    const invented = told.filter((line) => !isPrinted(line, printed));
    if (told.length < 2 || invented.length < 2 || invented.length * 2 < told.length) return [];
    return [
      {
        id: outputInvented.id,
        confidence: STRONG_LEAD,
        message: `You show output of ${quote(command, 40)} that no run printed (${quote(invented[0] ?? "", 60)}); show what it really prints.`,
        steps: cite(...runs.map((run) => run.number)),
        subject: command,
      },
    ];
  });
}

const MAX_LINES = 30;

interface ShownRun {
  readonly command: string;
  readonly output: readonly string[];
  /** True when the block shows how it is now, not how it was before the change. */
  readonly after: boolean;
}

/** A console session inside a block: a prompt with a command, then what it printed. */
function transcripts(block: CodeBlock): ShownRun[] {
  const runs: { command: string; output: string[]; after: boolean }[] = [];
  let label = block.introduction;
  for (const line of block.lines) {
    const prompt = /^\s*(?:\$|❯|>)\s+(\S.*)$/.exec(line);
    if (prompt)
      runs.push({
        command: prompt[1] ?? "",
        output: [],
        after: !/\b(?:before|old|previous(?:ly)?|was)\b/i.test(label),
      });
    else if (/^\s*(?:#|\/\/)/.test(line)) label = line;
    else if (line.trim() !== "") runs.at(-1)?.output.push(line.trim());
  }
  return runs;
}

/** True when the line runs the shown program with the same first argument, wherever the program lies. */
function runsCommand(line: string, shown: string): boolean {
  const [program = "", ...words] = shown.trim().split(/\s+/);
  const name = program.split("/").at(-1) ?? program;
  return line.split(/&&|\|\||;|\||\n/).some((part) => {
    const [first = "", ...rest] = part.trim().split(/\s+/);
    return (first.split("/").at(-1) ?? first) === name && (words.length === 0 || rest[0] === words[0]);
  });
}

/** True when the line says something definite: no ellipsis, no placeholder, long enough to be recognised. */
function isTelling(line: string): boolean {
  return line.length >= 12 && !/\.{3}|…|<[^<>]+>|\{[^{}]*\}|\[\.\.\.\]/.test(line);
}

function isPrinted(line: string, printed: string): boolean {
  if (printed.includes(line)) return true;
  const words = line.match(/[A-Za-z]{4,}/g) ?? [];
  return words.length > 0 && printed.split("\n").some((candidate) => words.every((word) => candidate.includes(word)));
}
