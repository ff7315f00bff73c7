import * as z from "zod/mini";
import { isRecord } from "../text/json.ts";

/**
 * What a machine tells its team of one decided stop: the decision, the receipt as counts, and what it cost. There is no
 * word of a transcript in it, unless `content` is there, which the team and the machine must both have allowed.
 * Everything is bounded, because whoever holds a token may send anything.
 */
export const REPORT_VERSION = 1;
export const MOST_REPORTS = 100;

/** Without a zero character, which Postgres cannot keep. */
export const text = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[^\0]*$/));
export const word = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[\w.:@/+ -]+$/));
/** Names that others chose, without what no name needs. */
export function asWord(name: string, most = 64): string {
  return name.replaceAll(/[^\w.:@/+ -]/g, "-").slice(0, most) || "unknown";
}
/** What is shown as a name, and a key of the sums: nothing that steers a terminal or turns text around, and no half a character. */
export const label = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[^\p{Cc}\p{Cs}\p{Bidi_C}]*$/u));
/** Sums of more than anybody sends stay what a number can say. */
export const count = z.number().check(z.int(), z.gte(0), z.lte(10_000_000));
const share = z.number().check(z.gte(0), z.lte(1));

const UsageOfReport = z.object({
  model: word(120),
  operationType: z.enum(["inference", "course-correction", "verification", "handoff"]),
  inputTokens: count,
  outputTokens: count,
  cachedInputTokens: z._default(count, 0),
  cost: z.optional(z.number().check(z.gte(0), z.lte(100_000))),
});

/** How many lines of a receipt are so; see `ReceiptState`. */
const Account = z.object({ shown: count, contradicted: count, open: count });

const Content = z.object({
  message: z.nullable(text(4000)),
  reason: text(2000),
  findings: z.array(z.object({ id: word(64), message: text(2000) })).check(z.maxLength(20)),
  receipt: z.array(text(500)).check(z.maxLength(60)),
});

export const Report = z.object({
  v: z.literal(REPORT_VERSION),
  /** The decision's own id: sent twice, it counts once. */
  id: word(64),
  /** Drawn at `cox team join`: it names no person and no host. */
  machine: word(64),
  at: z.iso.datetime(),
  engine: word(40),
  repository: z.nullable(label(200)),
  agent: word(64),
  agentModel: z.nullable(label(120)),
  /** A fingerprint of the session. */
  session: word(64),
  turn: count,
  verdict: z.enum(["ok", "correct", "blocked", "unchecked"]),
  judge: z.enum(["gate", "evidence", "model"]),
  injected: z.union([z.boolean(), z.literal("shadow")]),
  category: z.nullable(word(64)),
  confidence: z.nullable(share),
  findings: z.array(z.object({ id: word(64), confidence: share, spoken: z.boolean() })).check(z.maxLength(20)),
  /** Whether an objection was met, where this stop is the answer to one. */
  answered: z.nullable(z.enum(["met", "unmet"])),
  steps: count,
  claims: Account,
  asked: Account,
  checks: z.object({ passed: count, failed: count, unknown: count }),
  /** `unchecked`: code changed, every command is known, and none of them was a check. */
  changed: z.object({ files: count, tests: count, code: z.boolean(), unchecked: z.boolean() }),
  durationMs: z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000)),
  usage: z.array(UsageOfReport).check(z.maxLength(20)),
  content: z.optional(Content),
});
export type Report = z.infer<typeof Report>;

/** What a person said about a decision that was reported; null takes it back. Their words stay on the machine. */
export const Mark = z.object({
  v: z.literal(REPORT_VERSION),
  mark: z.nullable(z.enum(["right", "wrong"])),
  id: word(64),
  machine: word(64),
  at: z.iso.datetime(),
});
export type Mark = z.infer<typeof Mark>;

export interface Refused {
  readonly index: number;
  readonly why: string;
}

/** What came as `{"<name>": […]}`: each is read by itself, so that a bad one holds up no other. Undefined where it is no such list. */
export function readEach<Item>(
  body: unknown,
  name: string,
  most: number,
  read: (each: unknown) => z.core.util.SafeParseResult<Item>,
): { readonly items: readonly Item[]; readonly refused: readonly Refused[] } | undefined {
  const list: unknown = isRecord(body) ? body[name] : undefined;
  if (!Array.isArray(list) || list.length > most) return undefined;
  const items: Item[] = [];
  const refused: Refused[] = [];
  for (const [index, each] of list.entries()) {
    const item = read(each);
    if (item.success) items.push(item.data);
    else refused.push({ index, why: whyNot(item.error) });
  }
  return { items, refused };
}

/** Reports and marks. */
export function readReports(body: unknown) {
  return readEach<Report | Mark>(body, "reports", MOST_REPORTS, (each) =>
    isRecord(each) && "mark" in each ? Mark.safeParse(each) : Report.safeParse(each),
  );
}

function whyNot({ issues }: z.core.$ZodError): string {
  const [first] = issues;
  return first ? `${first.path.join(".") || "all of it"}: ${first.message}`.slice(0, 200) : "not understood";
}
