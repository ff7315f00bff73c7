import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { joinPath } from "../../thread/shell/builtins.ts";
import { operands, type ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Evidence } from "../evidence.ts";
import { mayBePutBack, standing } from "../proofs/forbidden-done.ts";
import { askedPersonBefore } from "../proofs/proof.ts";
import { quote, shownFile } from "../quote.ts";
import { baseName, isOutside, placedPath, stemOf } from "../record/paths.ts";
import { commandIn, isCallOf, withInner } from "./calls.ts";
import { fitting } from "./asked-changes.ts";
import { NOT_ASKED, type RuleOf, type Stand, unknownStand } from "./definition.ts";

/** Nobody wrote there. What the person asked for by its name, or was asked about, is theirs to decide. */
export function neverPathStand(rule: RuleOf<"never-path">, evidence: Evidence): Stand {
  const { record, turn, asked } = evidence;
  const fits = fitting([rule.path], rule, evidence);
  const all = record.changes.filter(({ path, role }) => role !== "scratch" && fits(path));
  const own = new Set(all.flatMap(({ path, type }) => (type === "create" ? [path] : [])));
  const hits = standing(all).filter(
    ({ perhaps, restored, type, path }) => !perhaps && !restored && !(type === "delete" && own.has(path)),
  );
  const [first] = hits;
  if (!first) return NOT_ASKED;
  const steps = hits.map(({ step }) => step);
  const says = `${shownFile(first.path)} was changed (step ${first.step})`;
  const names = [baseName(first.path), ...wordsIn(rule.path)];
  if (names.some((name) => speaksOf(asked.text, name)))
    return unknownStand(`${says}; the request speaks of it`, ...steps);
  if (askedPersonBefore(turn, first.step)) return unknownStand(`${says}; the person was asked before`, ...steps);
  if (hits.every((hit) => mayBePutBack(turn, hit)))
    return unknownStand(`${says}; it may have been put back since`, ...steps);
  return { state: "broken", says, steps, remedy: "take that back, or tell me why it has to be", isDeed: true };
}

/** Nobody ran it. */
export function neverCommandStand(rule: RuleOf<"never-command">, evidence: Evidence): Stand {
  const { turn, asked, record, thread } = evidence;
  const wanted = commandIn(rule.command);
  if (!wanted) return NOT_ASKED;
  for (const { number, action, result } of turn.steps.toReversed()) {
    const line = action.command;
    if (line === undefined || result?.status !== "done") continue;
    // What is done in a scratch clone is not done to the project.
    const isHere = ({ cwd = "." }: ShellCommand): boolean =>
      !isOutside(placedPath(joinPath(action.directory, cwd), thread.cwd), thread.cwd);
    const call = parseCommandLine(line).find(
      (each) =>
        isHere(each) &&
        withInner([each], record.scripts).some((inner) => isCallOf(inner, wanted) && !onlyTells(inner, wanted)),
    );
    if (!call) continue;
    const says = `step ${number} ran ${quote(call.text, 80)}`;
    if (call.scopes.length > 0 || call.join === "||")
      return unknownStand(`step ${number} may have run ${quote(call.text, 80)}`, number);
    if (isSpokenOf(wanted, rule.command, asked.text)) return unknownStand(`${says}; the request speaks of it`, number);
    if (askedPersonBefore(turn, number)) return unknownStand(`${says}; the person was asked before`, number);
    return {
      state: "broken",
      says,
      steps: [number],
      remedy: "do not do it again, and tell me what it did",
      isDeed: true,
    };
  }
  return NOT_ASKED;
}

function onlyTells({ args }: ShellCommand, wanted: ShellCommand): boolean {
  const own = new Set(wanted.args.map(({ text }) => text));
  return args.some(({ text }) => !own.has(text) && TELLS.has(text));
}

const TELLS = new Set(["--dry-run", "-n", "--help", "-h", "--version"]);

/** The person wrote the command itself, or every word that makes it what it is. */
function isSpokenOf({ args }: ShellCommand, command: string, request: string): boolean {
  if (request.includes(command)) return true;
  const flags = args.flatMap(({ text }) => (text.startsWith("--") ? [text.slice(2)] : []));
  const words = [...operands(args).map(({ text }) => text), ...flags].filter((word) => word.length >= 3);
  return words.length > 0 && words.every((word) => speaksOf(request, word));
}

/** The literal parts of a pattern: `migrations` of `db/migrations/**`. */
function wordsIn(pattern: string): readonly string[] {
  const parts = pattern.split("/").filter((part) => !/[*?[{]/.test(part) && part !== "");
  return parts.slice(-1).flatMap((part) => [part, stemOf(part)]);
}

function speaksOf(request: string, name: string): boolean {
  const word = name.toLowerCase().replace(/s$/, "");
  return word.length >= 3 && request.toLowerCase().includes(word);
}
