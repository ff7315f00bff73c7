import * as z from "zod/mini";
import { CoxError } from "../text/errors.ts";
import { isRecord } from "../text/json.ts";
import { AssistantMessage, ToolStatus, UserMessage } from "./message-schema.ts";
import { Usage } from "./usage.ts";
import { Witnessed } from "./witnessed.ts";

export const DELTA_VERSION = 1;

/** When it happened, ISO 8601; absent where a transcript does not say. */
const at = z.optional(z.string());
const version = z.literal(DELTA_VERSION);

function delta<const Type extends string, Shape extends z.core.$ZodShape>(type: Type, shape: Shape) {
  return z.object({ v: version, type: z.literal(type), at, ...shape });
}

/** The part of a verdict that the thread itself understands; the rest travels along untouched. */
export const VerdictNote = z.looseObject({
  verdict: z.enum(["ok", "correct", "blocked", "unchecked"]),
  category: z.nullable(z.string()),
  message: z.nullable(z.string()),
});
export type VerdictNote = z.infer<typeof VerdictNote>;

export const GuidanceFile = z.object({ path: z.string(), content: z.string() });
export type GuidanceFile = z.infer<typeof GuidanceFile>;

export const Delta = z.discriminatedUnion("type", [
  delta("thread:started", {
    threadId: z.string(),
    host: z.string(),
    cwd: z.optional(z.string()),
    mode: z.optional(z.string()),
    title: z.optional(z.string()),
  }),
  /** The person went back to this message, or to this call's result: all after it is taken back. Null: everything. */
  delta("thread:rewound", { to: z.nullable(z.string()) }),
  delta("user:message", { message: UserMessage }),
  delta("user:message-queue:enqueue", { id: z.string(), text: z.string() }),
  delta("user:message-queue:edit", { id: z.string(), text: z.string() }),
  delta("user:message-queue:remove", { id: z.string() }),
  delta("user:message-queue:dequeue", { id: z.string() }),
  /** `skipCorrection`: this inference answers a correction, so no model looks at its end. */
  delta("inference:started", { model: z.string(), skipCorrection: z.optional(z.boolean()) }),
  /** Lines that share one message id are parts of one message: the reducer joins them. */
  delta("inference:completed", { message: AssistantMessage }),
  /** `later`: what a command left running has printed since and, with any status but `background`, how it ended. */
  delta("tool:data", {
    toolUseId: z.string(),
    status: ToolStatus,
    output: z.string(),
    exitCode: z.optional(z.number()),
    endUntold: z.optional(z.literal(true)),
    mayRun: z.optional(z.literal(true)),
    /** What a subagent used since the delta before; told while it runs. */
    usage: z.optional(z.array(Usage)),
    later: z.optional(z.literal(true)),
  }),
  delta("guidance:discovered", { files: z.array(GuidanceFile) }),
  delta("course-correction", { message: UserMessage, verdict: VerdictNote, usage: z.array(Usage) }),
  delta("course-correction:usage-only", { verdict: VerdictNote, usage: z.array(Usage) }),
  /** `message` is the feedback the agent gets; absent when the answer went out. */
  delta("verification:attempt", {
    attempt: z.number(),
    message: z.optional(UserMessage),
    verdict: VerdictNote,
    usage: z.array(Usage),
  }),
  /** What Coxswain saw itself at the end of a turn. It adds no message to the conversation. */
  delta("witnessed", Witnessed.shape),
  /** The end of the newest turn was judged and needed no correction; it is not judged again when the thread goes on. */
  delta("turn:judged", {}),
  delta("handoff", { relation: z.enum(["from", "to"]), threadId: z.string(), goal: z.string(), usage: z.array(Usage) }),
  delta("compacted", { summary: z.optional(z.string()) }),
  delta("cancelled", { reason: z.string() }),
  delta("error", { code: z.string(), message: z.string() }),
]);
/** One thing that happened in a thread. The log of a thread is a list of them, and only grows. */
export type Delta = z.infer<typeof Delta>;

/** Reads one stored delta. Throws `delta.version` for a version we do not know, `delta.invalid` for anything else. */
export function parseDelta(value: unknown): Delta {
  if (isRecord(value) && typeof value.v === "number" && value.v !== DELTA_VERSION) {
    throw new CoxError(
      "delta.version",
      `The log holds a delta of version ${value.v}; this program knows version ${DELTA_VERSION}.`,
      { hint: "Update coxswain to read it." },
    );
  }
  const parsed = Delta.safeParse(value);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join(".") ?? "";
  const problem = place === "" ? "it is no object" : `its ${place} is missing or wrong`;
  const isOfUnknownKind = place === "type" && isRecord(value) && typeof value.type === "string";
  throw new CoxError("delta.invalid", `The log holds a delta that cannot be read: ${problem}.`, {
    cause: parsed.error,
    ...(isOfUnknownKind && { hint: "If a newer version wrote it, update coxswain to read it." }),
  });
}

/** The version that every delta is written with. An older one needs a migration; a newer one is an error. */
