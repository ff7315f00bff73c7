import { createHash } from "node:crypto";
import { Hono, type MiddlewareHandler } from "hono";
import * as z from "zod/mini";
import { fromJson } from "../../text/json.ts";
import { Delta } from "../../thread/delta-schema.ts";
import { type Env, teamToReport } from "../access.ts";
import type { NewJob, Queue } from "../queue/queue.ts";
import type { Scope } from "../records/tokens.ts";
import { count, label, readEach, text, word } from "../report.ts";

export const MOST_TURNS = 20;
const MOST_DELTAS = 20_000;
/** Of all teams: as many of the largest are two gigabytes. */
const MOST_WAITING = 1000;
/** Who sent it, where no machine that has joined did. */
const NO_MACHINE = "ci";
export const TURN_JOB = "turn";

/** A thread up to the end of the turn that is to be judged, redacted where it comes from. What it says of itself names it and no more. */
export const SentTurn = z.object({
  v: z.literal(1),
  /** A fingerprint of the session, as in a report. */
  session: word(64),
  turn: count,
  /** Its first and its last step: a turn that has grown since is judged anew. */
  range: z.tuple([count, count]),
  machine: z._default(word(64), NO_MACHINE),
  at: z.optional(z.iso.datetime()),
  repository: z._default(z.nullable(label(200)), null),
  agent: word(64),
  /** As the thread has it, if absent. */
  agentModel: z._default(z.nullable(label(120)), null),
  circumstances: z._default(
    z.object({
      mode: z.optional(text(64)),
      subagent: z._default(z.boolean(), false),
      backgroundTasks: z._default(count, 0),
    }),
    { subagent: false, backgroundTasks: 0 },
  ),
  deltas: z.array(Delta).check(z.minLength(1), z.maxLength(MOST_DELTAS)),
});
export type SentTurn = z.infer<typeof SentTurn>;

/** What a worker gets: the team is that of the token. `id` becomes the report's. */
export const TurnTask = z.object({ id: z.string(), team: z.string(), turn: SentTurn });
export type TurnTask = z.infer<typeof TurnTask>;

/** `POST {"turns": […]}`: 202 once they are on the disk, to be judged by whoever has time. */
export function turnRoutes({ queue }: { readonly queue: Queue }, needs: (scope: Scope) => MiddlewareHandler<Env>) {
  return new Hono<Env>().post("/", needs("report"), async (context) => {
    const read = readEach(fromJson(await context.req.text()), "turns", MOST_TURNS, (each) => SentTurn.safeParse(each));
    if (!read || read.items.length === 0)
      return context.json(
        { error: 'a list of turns is expected: {"turns": [ … ]}', refused: read?.refused ?? [] },
        400,
      );
    if ((await queue.counts()).waiting >= MOST_WAITING) {
      context.header("Retry-After", "60");
      return context.json({ error: "too many turns wait already" }, 503);
    }
    const tasks = read.items.map((turn) => taskOf(teamToReport(context.get("token")), turn));
    await queue.push(tasks.map(jobOf));
    return context.json({ ids: tasks.map(({ id }) => id), refused: read.refused }, 202);
  });
}

function taskOf(team: string, turn: SentTurn): TurnTask {
  const name = JSON.stringify([team, turn.session, turn.turn, turn.range]);
  return { id: createHash("sha256").update(name).digest("hex").slice(0, 32), team, turn };
}

function jobOf(task: TurnTask): NewJob {
  return { id: `${task.team}/${task.id}`, kind: TURN_JOB, payload: JSON.stringify(task) };
}
