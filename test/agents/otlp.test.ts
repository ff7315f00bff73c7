import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evaluationLogs } from "../../src/team/client/evaluation-logs.ts";
import { recordsInJson, recordsInProtobuf } from "../../src/team/otlp/log-records.ts";
import { writeFields } from "../../src/team/otlp/protobuf.ts";
import { asJson, asProtobuf, promptAndCall } from "../support/claude-logs.ts";
import { falseDone, teamReport } from "../support/team-report.ts";
import { installed } from "./install.ts";
import { OTLP_DEFINITIONS } from "./programs.ts";

/** What protobufjs made of the definitions that OpenTelemetry publishes. */
interface Message {
  fromObject(value: object): object;
  verify(message: object): string | null;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(message: object, options: object): Record<string, unknown>;
}

interface Definitions {
  readonly ExportLogsServiceRequest: Message;
  readonly ExportLogsServiceResponse: Message;
}

const found = installed(OTLP_DEFINITIONS);
const reason = found.type === "missing" ? found.reason : "";

function definitions(): Definitions {
  const modules = found.type === "installed" ? found.modules : "";
  const path = join(modules, OTLP_DEFINITIONS.package, "build/src/generated/root.js");
  const root = createRequire(import.meta.url)(path) as {
    opentelemetry: { proto: { collector: { logs: { v1: Definitions } } } };
  };
  return root.opentelemetry.proto.collector.logs.v1;
}

/** As OTLP writes its messages as JSON: 64-bit numbers as text, enums as numbers. What has no field is gone. */
function afterTheWire(type: Message, value: object): object {
  const message = type.fromObject(value);
  expect(type.verify(message)).toBe(null);
  return type.toObject(type.decode(type.encode(message).finish()), { longs: String, enums: Number });
}

test("every field that goes out is one of OTLP's, in its type", ({ skip }) => {
  if (reason) return skip(reason);
  const { ExportLogsServiceRequest: type } = definitions();
  const content = { message: "m", reason: "r", findings: [{ id: "a", message: "b" }], receipt: [] };
  const reports = [
    teamReport({ judge: "model", confidence: 0.25 }),
    falseDone({ content }),
    teamReport({ repository: null }),
  ];
  const logs = evaluationLogs(reports, "0.1.0", 1_795_130_409_804);
  expect(afterTheWire(type, logs)).toEqual(logs);
  const [first] = logs.resourceLogs;
  // The check can fail: a name that is none, and a number where a text must be, do not come through.
  for (const wrong of [{ ...logs, resource: {} }, { resourceLogs: [{ ...first, scope_logs: [] }] }])
    expect(afterTheWire(type, wrong)).not.toEqual(wrong);
});

test("what others encode is read, and what is answered they can read", ({ skip }) => {
  if (reason) return skip(reason);
  const { ExportLogsServiceRequest: request, ExportLogsServiceResponse: response } = definitions();
  const told = promptAndCall({ session: "s-1", sequence: 7, cost: 0.003_75 });
  const wanted = new Set(["session.id", "event.sequence", "model", "cost_usd", "input_tokens"]);
  const theirs = request.encode(request.fromObject(JSON.parse(asJson(told)))).finish();
  const read = recordsInProtobuf(theirs, wanted);
  expect(read).toMatchObject([
    { name: "claude_code.user_prompt" },
    { attributes: { "session.id": "s-1", cost_usd: 0.003_75 } },
  ]);
  expect(recordsInProtobuf(asProtobuf(told), wanted)).toEqual(read);
  expect(recordsInJson(Buffer.from(asJson(told)), wanted)).toEqual(read);
  const answer = writeFields([
    [
      1,
      writeFields([
        [1, 300],
        [2, "why"],
      ]),
    ],
  ]);
  expect(response.toObject(response.decode(answer), { longs: String })).toEqual({
    partialSuccess: { rejectedLogRecords: "300", errorMessage: "why" },
  });
  expect(response.toObject(response.decode(writeFields([])), {})).toEqual({});
});
