import type { Finding } from "../../verdict.ts";
import { dependencyAdded } from "../breaches/added-dependency.ts";
import type { Breach } from "../breaches/breach.ts";
import { changed, testsChanged, testsTakenAway } from "../breaches/changed-files.ts";
import { commandRun } from "../breaches/forbidden-command.ts";
import type { Facts } from "../facts.ts";
import { cite } from "../look.ts";
import type { Request } from "../requests.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const forbiddenActionDone: FindingRule = {
  id: "forbidden-action-done",
  meaning: "The person said not to do something, and a step did it.",
  category: "forbidden-action",
  whileRunning: true,
  whateverIsSaid: true,
  find,
};

function find(facts: Facts): Finding[] {
  return facts.requests.flatMap((request) => {
    const broken = breach(facts, request);
    if (!broken) return [];
    return [
      {
        id: forbiddenActionDone.id,
        confidence: broken.unsure ? UNSURE : confidence(facts, request),
        message: `I said ${quote(request.text, 70)}, and you ${broken.what}; undo that.`,
        steps: cite(...broken.steps),
        subject: broken.subject,
      },
    ];
  });
}

/** Another file of the same name, or a tool that has to run because it is to be replaced. */
const UNSURE = 0.45;

/** A sentence inside a long document may be about the product; an old one may have been overtaken, a qualified one not be meant so. */
function confidence(facts: Facts, request: Request): number {
  if (request.document) return 0.5;
  if (request.turn !== facts.turn.number || !request.plain) return 0.6;
  return isAboutCode(facts, request) || wantsOtherTests(facts, request) ? 0.5 : 0.85;
}

/** "Use printf, not echo" is about the script that is written; only the tools one works with are the worker's own choice. */
function isAboutCode(facts: Facts, request: Request): boolean {
  if (request.kind !== "constraint" && request.deed !== "use") return false;
  if (facts.language.requests.inWriting.test(request.text)) return true;
  return !request.commands.some((command) => TOOLCHAIN.has(command.trim().split(/\s+/)[0] ?? ""));
}

const TOOLCHAIN = new Set(
  "npm npx pnpm yarn bun bunx deno node pip pip3 pipx uv poetry pdm conda python python2 python3 docker docker-compose podman make just mise task cargo go gradle gradlew mvn mvnw nx turbo jest vitest mocha pytest tox nox tsc eslint biome prettier black ruff git gh bundle gem rake composer mix dotnet swift terraform tofu kubectl helm".split(
    " ",
  ),
);

/** Beside the ban the person asks for tests to be changed: then it holds for the others, which nobody can tell apart. */
function wantsOtherTests(facts: Facts, request: Request): boolean {
  if (request.deed !== "tests" && request.deed !== "fewer-tests") return false;
  return facts.language.requests.allowsTestChange.test(facts.request.replace(request.text, " "));
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
    case "fewer-tests":
      return testsTakenAway(facts);
    case "dependency":
      return dependencyAdded(facts, request);
    case "run":
    case "use":
      return commandRun(facts, request);
    case "git":
    case "other":
    case undefined:
      return undefined;
  }
}
