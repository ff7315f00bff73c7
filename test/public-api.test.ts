import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, it } from "vitest";

const INDEX = resolve(import.meta.dirname, "../src/index.ts");

it("the public API has exactly these names: changing one is a decision", () => {
  expect(
    exported()
      .map(({ name }) => name)
      .sort(),
  ).toMatchInlineSnapshot(`
    [
      "CoxError",
      "closingText",
      "createEvidenceJudge",
      "createMemoryStore",
      "createModel",
      "createObserver",
      "createRememberingCorrector as createCorrector",
      "createScriptedModel",
      "createVerifier",
      "deltaFor",
      "fold",
      "judgeTurn",
      "lastTurn",
      "openPostgresStore",
      "openSqliteStore",
      "readThread",
      "requestText",
      "runVerified",
      "subagentThread",
      "type AnswerRun",
      "type AnswerToVerify",
      "type Assessment",
      "type ConversationLine",
      "type CorrectorParts",
      "type Decision",
      "type Delta",
      "type EvidenceJudge",
      "type Finding",
      "type ForcedTool",
      "type Judge",
      "type Judgement",
      "type Message",
      "type Model",
      "type ReadThread",
      "type RememberingCorrector as Corrector",
      "type Step",
      "type Store",
      "type Thread",
      "type Turn",
      "type Verdict",
      "type VerifiedAnswer",
      "type VerifiedStep",
      "type Witness",
      "verdictOf",
      "verifyAnswer",
    ]
  `);
});

it("every name of the public API says in a comment what it is", () => {
  const silent = exported().filter(
    ({ name, file }) => !isTold(name.replace(/^type /, "").split(" as ")[0] ?? "", file),
  );
  expect(silent).toEqual([]);
});

function exported(): { readonly name: string; readonly file: string }[] {
  const text = readFileSync(INDEX, "utf8");
  return [...text.matchAll(/export (type )?\{([^}]+)\} from "([^"]+)"/g)].flatMap(([, type, list = "", file = ""]) =>
    list
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) => ({ name: type ? `type ${name}` : name, file: resolve(dirname(INDEX), file) })),
  );
}

/** Where it is declared; a type may be handed on from the file of its schema. */
function isTold(name: string, file: string): boolean {
  const text = readFileSync(file, "utf8");
  const declared = new RegExp(
    String.raw`(\*/\n)?export (?:async )?(?:function|const|type|interface|class) ${name}\b`,
    "g",
  );
  const found = [...text.matchAll(declared)];
  if (found.length > 0) return found.some(([, comment]) => comment !== undefined);
  return !file.endsWith("-schema.ts") && isTold(name, file.replace(/\.ts$/, "-schema.ts"));
}
