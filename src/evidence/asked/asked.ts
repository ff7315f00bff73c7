import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Thread, Turn } from "../../thread/thread.ts";
import { requestText } from "../../thread/turns.ts";
import { checksOf } from "../record/find-checks.ts";
import { pathsIn } from "../record/paths.ts";
import type { CheckKind } from "../record/check-run.ts";
import { type Ban, bansIn } from "./bans.ts";

export interface NamedCommand {
  readonly line: string;
  /** What it checks, where it is a check. */
  readonly kind?: CheckKind | undefined;
}

export interface Asked {
  readonly text: string;
  readonly commands: readonly NamedCommand[];
  readonly files: readonly string[];
  /** Kinds of checks asked for by name: "run the tests". */
  readonly checks: readonly CheckKind[];
  readonly bans: readonly Ban[];
}

/** A longer request is a document: its start says what is wanted, and the observer reads it whole. */
const LONGEST = 20_000;
const MOST = 12;

export function askedIn(thread: Thread, turn: Turn, lasting: readonly Ban[] = []): Asked {
  const text = requestText(thread, turn).slice(0, LONGEST);
  const own = text.replaceAll(FENCED, "\n").replaceAll(QUOTED, "");
  const spans = [...own.matchAll(/`([^`\n]{2,200})`/g)].map((match) => match[1] ?? "");
  return {
    text,
    commands: commandsIn(spans, text).slice(0, MOST),
    files: [...new Set(spans.flatMap(pathsIn))].slice(0, MOST),
    checks: CHECK_WORDS.flatMap(([kind, words]) => (words.test(own) ? [kind] : [])),
    bans: [...lasting, ...bansIn(own, turn.number)].slice(-MOST),
  };
}

/** Blocks of code are material; a block of commands counts only where it stands under a heading that asks to run it. */
const FENCED = /^(`{3,16}|~{3,16})(?![`~])[^\n]*\n[\s\S]{0,20000}?^\1\s*$/gm;
/** Quoted lines are somebody else's words. */
const QUOTED = /^[ \t]{0,3}>.*$/gm;
const CHECK_WORDS: readonly (readonly [CheckKind, RegExp])[] = [
  [
    "test",
    /\b(?:run|rerun|execute) (?:all |the |our |your |full |unit |whole )*(?:tests?|test suite|specs?)\b|\b(?:make sure|ensure|verify|check) (?:that )?(?:all |the |our )*tests? (?:all )?pass/i,
  ],
  ["lint", /\b(?:run|rerun) (?:the |our )*lint(?:er|ing|ers)?\b|\b(?:make sure|ensure) (?:that )?(?:the )?lint/i],
  ["build", /\b(?:run|make sure|ensure|verify) (?:that )?(?:the |our )*(?:project )?builds?\b/i],
  ["typecheck", /\b(?:run|make sure|ensure) (?:that )?(?:the |our )*(?:type-?check|tsc|types)\b/i],
];

function commandsIn(spans: readonly string[], text: string): readonly NamedCommand[] {
  const under = [...text.matchAll(VERIFY_BLOCK)].flatMap((match) => (match[1] ?? "").split("\n"));
  const lines = [...spans, ...under].map((line) => (line.trim().startsWith("$ ") ? line.trim().slice(2) : line.trim()));
  const found = new Map<string, NamedCommand>();
  for (const line of lines) {
    if (!/^[\w./-]+ \S/.test(line) || line.length > 200) continue;
    const commands = parseCommandLine(line);
    const kind = commands.flatMap(checksOf)[0]?.kind;
    if (kind !== undefined) found.set(line, { line, kind });
  }
  return [...found.values()];
}

/** `## Verification` with a block of commands below it. */
const VERIFY_BLOCK =
  /^#{1,6}[^\n]{0,60}\b(?:verif|valid|test|check)\w*[^\n]{0,60}\n(?:[^\n#]{0,300}\n){0,8}?```(?:bash|sh|shell|console)?\n([\s\S]{1,2000}?)```/gim;
