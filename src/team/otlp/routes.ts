import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { type Env, teamToReport } from "../access.ts";
import type { Ingest } from "../ingest.ts";
import type { Scope } from "../records/tokens.ts";
import { heardIn, WANTED } from "./claude-code.ts";
import { type LogRecords, MOST_RECORDS, recordsInJson, recordsInProtobuf } from "./log-records.ts";
import { type Fields, writeFields } from "./protobuf.ts";

const JSON_TYPE = "application/json";
const PROTOBUF_TYPE = "application/x-protobuf";
/** Of a body that was packed; text of logs becomes a tenth by it. */
const LARGEST_UNPACKED_BYTES = 8 * 1024 * 1024;

/** Codes of `google.rpc.Status`, in which OTLP says what went wrong. */
const INVALID = 3;
const UNAVAILABLE = 14;

/** Takes OpenTelemetry's logs by HTTP, in both forms, and keeps of them what `Heard` has. */
export function logRoutes({ ingest }: { readonly ingest: Ingest }, needs: (scope: Scope) => MiddlewareHandler<Env>) {
  return new Hono<Env>().post("/", needs("report"), async (context) => {
    const records = await recordsOf(context);
    if (typeof records === "string") return refuse(context, WRONG[records].status, WRONG[records].why);
    const { heard, refused } = heardIn(records);
    const team = teamToReport(context.get("token"));
    const taken = heard.length === 0 ? Promise.resolve() : ingest.take(heard.map((report) => ({ team, report })));
    if (!taken) {
      context.header("Retry-After", "5");
      return refuse(context, 503, "too much waits already");
    }
    await taken;
    if (refused === 0) return send(context, 200, {}, []);
    const why = "only events of Claude Code are counted, and only calls that name their model";
    const partial: Fields = [
      [1, refused],
      [2, why],
    ];
    const inWords = { partialSuccess: { rejectedLogRecords: String(refused), errorMessage: why } };
    return send(context, 200, inWords, [[1, writeFields(partial)]]);
  });
}

const WRONG = {
  "another form": { status: 415, why: `${JSON_TYPE} or ${PROTOBUF_TYPE} is expected, packed by gzip or not at all` },
  "another packing": { status: 400, why: "the body is not packed as it says, or too large" },
  "not logs": { status: 400, why: "the body is no ExportLogsServiceRequest" },
  "too many": { status: 413, why: `at most ${MOST_RECORDS} records are taken at once` },
} as const;

async function recordsOf(context: Context): Promise<Exclude<LogRecords, undefined> | keyof typeof WRONG> {
  const type = typeOf(context);
  const packing = context.req.header("Content-Encoding")?.toLowerCase();
  if (type === undefined || (packing !== undefined && packing !== "gzip" && packing !== "identity"))
    return "another form";
  const body = new Uint8Array(await context.req.arrayBuffer());
  const unpacked = packing === "gzip" ? await unpack(body) : body;
  if (!unpacked) return "another packing";
  return (type === JSON_TYPE ? recordsInJson : recordsInProtobuf)(unpacked, WANTED) ?? "not logs";
}

function typeOf(context: Context): typeof JSON_TYPE | typeof PROTOBUF_TYPE | undefined {
  const type = context.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  return type === JSON_TYPE || type === PROTOBUF_TYPE ? type : undefined;
}

async function unpack(body: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await promisify(gunzip)(body, { maxOutputLength: LARGEST_UNPACKED_BYTES });
  } catch {
    return undefined;
  }
}

function refuse(context: Context, status: 400 | 413 | 415 | 503, message: string): Response {
  const code = status === 503 ? UNAVAILABLE : INVALID;
  return send(context, status, { code, message }, [
    [1, code],
    [2, message],
  ]);
}

/** In the form in which it was asked. */
function send(context: Context, status: 200 | 400 | 413 | 415 | 503, json: object, fields: Fields): Response {
  return typeOf(context) === PROTOBUF_TYPE
    ? context.body(new Uint8Array(writeFields(fields)), status, { "Content-Type": PROTOBUF_TYPE })
    : context.json(json, status);
}
