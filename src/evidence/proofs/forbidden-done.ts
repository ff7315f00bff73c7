import { gitCall } from "../../thread/shell/git-changes.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Step, Turn } from "../../thread/thread.ts";
import type { Ban } from "../asked/bans.ts";
import { hasSign } from "../closing/closing.ts";
import type { Evidence } from "../evidence.ts";
import { quote, shownFile } from "../quote.ts";
import { callsGit, type FileChange, removedLines } from "../record/changes.ts";
import { baseName, isAt, isOutside, samePath } from "../record/paths.ts";
import { askedPersonBefore, cite, type Found, LEAD, type Proof, SHOWN, STRONG_LEAD } from "./proof.ts";

export const forbiddenDone: Proof = {
  id: "forbidden-action-done",
  title: "Forbidden, done all the same",
  meaning: "The person forbade something by name, and a step did it.",
  category: "forbidden-action",
  whileRunning: true,
  find,
};

function find(evidence: Evidence): readonly Found[] {
  return evidence.asked.bans.flatMap((ban): readonly Found[] => {
    const done = broken(evidence, ban);
    if (!done) return [];
    return [
      {
        confidence: confidence(evidence, ban, done),
        message: `I said ${quote(ban.text, 80)}, and you ${done.what}; ${done.remedy}.`,
        steps: cite(...done.steps),
        subject: done.subject,
      },
    ];
  });
}

interface Breach {
  readonly what: string;
  readonly remedy: string;
  readonly steps: readonly number[];
  readonly subject: string;
}

/** The deed that breaks a ban, with its steps. */
export function broken({ record, turn, thread }: Evidence, ban: Ban): Breach | undefined {
  switch (ban.kind) {
    case "file": {
      const place = ban.place ?? "";
      const hits = standing(record.changes.filter((change) => isAt(change.path, place))).filter(
        (change) =>
          !change.perhaps &&
          change.role !== "scratch" &&
          !isOutside(change.path, thread.cwd) &&
          (ban.onlyDeleting ? change.type === "delete" : change.type !== "create" || samePath(change.path, place)) &&
          !mayBePutBack(turn, change),
      );
      return changed(hits);
    }
    case "tests": {
      const created = new Set(record.changes.filter(({ type }) => type === "create").map(({ path }) => path));
      const hits = standing(record.changes).filter(
        (change) =>
          change.role === "test" &&
          !change.perhaps &&
          !created.has(change.path) &&
          (change.type === "delete" || removedLines(change).length > 0),
      );
      return changed(hits);
    }
    case "commit":
    case "push": {
      if (ban.turn !== turn.number) return undefined;
      const step = turn.steps.findLast(
        (each) => didGit(each, ban.kind) && !isOutside(each.action.directory ?? ".", thread.cwd),
      );
      if (
        step &&
        turn.steps.some(({ number, action }) => number >= step.number && callsGit(action.command, TAKES_BACK))
      )
        return undefined;
      const remedy =
        ban.kind === "push"
          ? "tell me, and force nothing to take it back"
          : "take the commit back and keep the changes";
      return step && { what: `ran git ${ban.kind}`, remedy, steps: [step.number], subject: ban.kind };
    }
  }
}

/** Changes that nothing undid: neither git nor a later edit that puts the old text back. */
export function standing(changes: readonly FileChange[]): readonly FileChange[] {
  return [...Map.groupBy(changes, ({ path }) => path).values()].flatMap((own) => {
    const back = own.findLastIndex(({ restored, type }) => restored || type === "delete");
    const [first] = own;
    const last = own.at(-1);
    if (own[back]?.restored) return own.slice(back + 1);
    // Put back by hand: the last edit writes what the first replaced.
    if (own.length > 1 && first && last && putsBack(first, last)) return [];
    return own.slice(back === -1 ? 0 : back);
  });
}

function putsBack(change: FileChange, later: FileChange): boolean {
  return later.newText !== undefined && later.newText === change.oldText;
}

/** Git or a copy may have put the file back, whatever the record shows of it. */
export function mayBePutBack({ steps }: Turn, { step, path }: FileChange): boolean {
  return steps.some(
    ({ number, action: { command = "" } }) =>
      number >= step &&
      (callsGit(command, RESTORES) ||
        (command.includes(baseName(path)) && parseCommandLine(command).some(({ name }) => COPIES.has(name)))),
  );
}

const TAKES_BACK = new Set(["reset", "revert"]);
const RESTORES = new Set(["checkout", "restore", "reset", "stash", "clean"]);
const COPIES = new Set(["cp", "mv", "copy"]);

function changed(hits: readonly FileChange[]): Breach | undefined {
  const [first] = hits;
  if (!first) return undefined;
  return {
    what: `changed ${shownFile(baseName(first.path))}`,
    remedy: "take your edit back",
    steps: hits.map(({ step }) => step),
    subject: first.path,
  };
}

function didGit({ action, result }: Step, sub: string): boolean {
  if (!action.command?.includes("git") || result?.status !== "done") return false;
  return parseCommandLine(action.command).some(
    (command) =>
      command.name === "git" &&
      gitCall(command)?.sub === sub &&
      command.scopes.length === 0 &&
      (command.cwd === undefined || command.cwd === ".") &&
      !command.args.some(({ text }) => text === "--dry-run" || text === "-C" || /^(?:[./~]|[A-Za-z]:)/.test(text)),
  );
}

/** Less sure where the sentence is from an earlier turn, or the person was asked in between. */
function confidence({ turn, asked, closing }: Evidence, ban: Ban, { steps, subject }: Breach): number {
  const first = Math.min(...steps);
  const isLong = asked.text.length > LONG_REQUEST;
  // A bare name that many folders have may mean another file.
  const isExact = ban.place === undefined || ban.place.includes("/") || ban.place === subject;
  if (askedPersonBefore(turn, first) || isLong || hasSign(closing, "admits")) return LEAD;
  return ban.turn === turn.number && isExact ? SHOWN : STRONG_LEAD;
}

const LONG_REQUEST = 4000;
