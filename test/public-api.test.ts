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
      "EMPTY_THREAD",
      "HOSTS",
      "closingText",
      "createEvidenceJudge",
      "createMemoryStore",
      "createModel",
      "createObserver",
      "createRememberingCorrector as createCorrector",
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
      "readThread",
      "readTranscript",
      "reduce",
      "requestText",
      "runVerified",
      "startFold",
      "subagentThread",
      "type Action",
      "type Answer",
      "type AnswerRecord",
      "type AnswerRun",
      "type AnswerStep",
      "type AnswerToVerify",
      "type AssessOptions",
      "type Assessment",
      "type AssistantMessage",
      "type Batch",
      "type Change",
      "type Clock",
      "type ContextSettings",
      "type ConversationLine",
      "type CorrectorParts",
      "type Cursor",
      "type Decision",
      "type Decision as ModelDecision",
      "type DecisionRequest",
      "type Delta",
      "type ErrorCode",
      "type EvidenceJudge",
      "type EvidenceSettings",
      "type Feedback",
      "type Finding",
      "type ForcedTool",
      "type ForgetFilter",
      "type Forgotten",
      "type Gate",
      "type GateReason",
      "type GateSettings",
      "type GrowingThread",
      "type GuardLimits",
      "type Host",
      "type InferenceEvent",
      "type InferenceRequest",
      "type Judge",
      "type Judgement",
      "type Judging",
      "type LineReading",
      "type MalformedLine",
      "type Message",
      "type MessagesOptions",
      "type Model",
      "type ModelAccess",
      "type ModelFailure",
      "type ModelRuntime",
      "type ModelSettings",
      "type ObserverParts",
      "type ObserverSettings",
      "type OpenedTranscript",
      "type Question",
      "type ReadOptions",
      "type ReadThread",
      "type RememberingCorrector as Corrector",
      "type RenderSettings",
      "type RunFacts",
      "type ScriptInput",
      "type SqliteStoreOptions",
      "type Step",
      "type Store",
      "type StoredDelta",
      "type StoredSession",
      "type Thread",
      "type ThreadFilter",
      "type ThreadSummary",
      "type ToolDefinition",
      "type TranscriptPosition",
      "type TranscriptReader",
      "type TranscriptReading",
      "type TriggerSettings",
      "type Turn",
      "type Usage",
      "type UsageFilter",
      "type UsageRow",
      "type UsageTotals",
      "type UserMessage",
      "type Verdict",
      "type VerdictFilter",
      "type VerdictKind",
      "type VerdictRecord",
      "type VerificationEvent",
      "type VerifiedAnswer",
      "type VerifiedRunOptions",
      "type VerifiedStep",
      "type VerifierParts",
      "type VerifierSettings",
      "type VerifyAnswerOptions",
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
