import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

it("the public API has exactly these names: changing one is a decision", () => {
  const text = readFileSync(resolve(import.meta.dirname, "../src/index.ts"), "utf8");
  const names = [...text.matchAll(/export (type )?\{([^}]+)\}/g)].flatMap(([, type, list = ""]) =>
    list
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) => (type ? `type ${name}` : name)),
  );
  expect(names.sort()).toMatchInlineSnapshot(`
    [
      "CoxError",
      "EMPTY_THREAD",
      "HOSTS",
      "agentState",
      "closingText",
      "createCorrector",
      "createEvidenceJudge",
      "createMemoryStore",
      "createModel",
      "createObserver",
      "createScriptedModel",
      "createVerifier",
      "deltaFor",
      "detectHost",
      "fold",
      "hostNamed",
      "judgeTurn",
      "lastTurn",
      "observerRequest",
      "openSqliteStore",
      "openTranscript",
      "parseDelta",
      "readTranscript",
      "reduce",
      "requestText",
      "runVerified",
      "startFold",
      "subagentThread",
      "type Answer",
      "type AnswerRun",
      "type AssessOptions",
      "type Assessment",
      "type AssistantMessage",
      "type Corrector",
      "type CorrectorParts",
      "type Decision",
      "type Delta",
      "type ErrorCode",
      "type EvidenceSettings",
      "type Finding",
      "type GrowingThread",
      "type GuardLimits",
      "type Host",
      "type Judge",
      "type Judgement",
      "type Judging",
      "type Line",
      "type Message",
      "type Model",
      "type ModelAccess",
      "type ObserverParts",
      "type ObserverSettings",
      "type RunFacts",
      "type Step",
      "type Store",
      "type Thread",
      "type TriggerSettings",
      "type Turn",
      "type Usage",
      "type UserMessage",
      "type Verdict",
      "type VerdictKind",
      "type VerificationEvent",
      "type VerifiedAnswer",
      "type VerifiedRunOptions",
      "type VerifierParts",
      "type VerifierSettings",
    ]
  `);
});
