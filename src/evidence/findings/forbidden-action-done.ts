import type { Finding } from "../../verdict.ts";
import type { FileChange } from "../changes.ts";
import type { Facts } from "../facts.ts";
import { cite } from "../look.ts";
import { baseName, samePath } from "../paths.ts";
import type { Request } from "../requests.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const forbiddenActionDone: FindingRule = {
  id: "forbidden-action-done",
  meaning: "The person said not to do something, and a step did it.",
  category: "forbidden-action",
  whileRunning: true,
  find,
};

function find(facts: Facts): Finding[] {
  return facts.requests.flatMap((request) => {
    const broken = breach(facts, request);
    if (!broken) return [];
    return [
      {
        id: forbiddenActionDone.id,
        confidence: confidence(facts, request),
        message: `I said ${quote(request.text, 70)}, and you ${broken.what}; undo that.`,
        steps: cite(...broken.steps),
        subject: broken.subject,
      },
    ];
  });
}

/** A sentence inside a long document may be about the product; an old one may have been overtaken. */
function confidence(facts: Facts, request: Request): number {
  if (request.document) return 0.5;
  return request.turn === facts.turn.number ? 0.85 : 0.6;
}

interface Breach {
  readonly what: string;
  readonly steps: readonly number[];
  readonly subject: string;
}

function breach(facts: Facts, request: Request): Breach | undefined {
  if (request.kind === "constraint") return commandRun(facts, request);
  switch (request.deed) {
    case "change":
      return changed(facts, request, () => true, "changed");
    case "delete":
      return changed(facts, request, (change) => change.type === "delete", "deleted");
    case "create":
      return changed(facts, request, (change) => change.type === "create", "wrote");
    case "tests":
      return testsChanged(facts);
    case "dependency":
      return dependencyAdded(facts);
    case "run":
    case "use":
      return commandRun(facts, request);
    case "git":
    case "other":
    case undefined:
      return undefined;
  }
}

function changed(
  facts: Facts,
  request: Request,
  counts: (change: FileChange) => boolean,
  what: string,
): Breach | undefined {
  const hits = facts.changes.filter(
    (change) => counts(change) && request.paths.some((path) => samePath(change.path, path)),
  );
  const first = hits[0];
  if (!first || isRestored(facts, first.path)) return undefined;
  return { what: `${what} ${baseName(first.path)}`, steps: hits.map((change) => change.step), subject: first.path };
}

/** The agent noticed and put it back. */
function isRestored(facts: Facts, path: string): boolean {
  const last = facts.changes.findLast((change) => samePath(change.path, path));
  const command = facts.steps.find((step) => step.number === last?.step)?.action.command ?? "";
  return /\bgit\s+(?:checkout|restore|stash|revert)\b/.test(command);
}

function testsChanged(facts: Facts): Breach | undefined {
  const existing = facts.changes.filter(
    (change) => change.role === "test" && change.type !== "create" && change.meaning !== "unknown",
  );
  const first = existing[0];
  if (!first || isRestored(facts, first.path)) return undefined;
  const created = facts.changes.some((change) => change.type === "create" && change.path === first.path);
  return created
    ? undefined
    : { what: `changed ${baseName(first.path)}`, steps: existing.map((change) => change.step), subject: first.path };
}

const INSTALL =
  /(?:^|&&|;|\|\|)\s*(?:cd\s+\S+\s*&&\s*)?(?:npm (?:i|install|add)|pnpm (?:add|i|install)|yarn add|bun (?:add|i|install)|pip3? install|uv (?:add|pip install)|poetry add|cargo add|go get|gem install|bundle add|composer require|dotnet add (?:\S+ )?package)\s+(?!-r\b|-e\b|--?\w+\s*$|\.)([\w@./[\]=<>~^-]+)/;

function dependencyAdded(facts: Facts): Breach | undefined {
  for (const step of facts.steps) {
    const added = INSTALL.exec(step.action.command ?? "")?.[1];
    if (added !== undefined && step.result?.status === "done")
      return { what: `added ${added}`, steps: [step.number], subject: added };
  }
  return undefined;
}

function commandRun(facts: Facts, request: Request): Breach | undefined {
  const forbidden = request.commands.filter((command) => /^[\w./-]+(?:\s|$)/.test(command));
  for (const command of forbidden) {
    const step = facts.steps.find((candidate) => startsWith(candidate.action.command ?? "", command));
    if (step) return { what: `ran ${command}`, steps: [step.number], subject: command };
  }
  return undefined;
}

function startsWith(line: string, command: string): boolean {
  const wanted = command.trim().split(/\s+/);
  return line.split(/&&|\|\||;|\||\n/).some((part) => {
    const words = part
      .trim()
      .split(/\s+/)
      .filter((word) => !/^[A-Z_]+=/.test(word));
    return wanted.every((word, index) => words[index] === word);
  });
}
