import { Hono, type MiddlewareHandler } from "hono";
import { fromJson } from "../text/json.ts";
import { ALL_TEAMS, DEFAULT_TEAM, type Env, teamToReport } from "./access.ts";
import { parsePolicy } from "../config/policy.ts";
import type { Database } from "./records/database.ts";
import { etagOf, listChanges, readPolicy, writePolicy } from "./records/policy.ts";
import type { Scope } from "./records/tokens.ts";

interface Desk {
  readonly database: Pick<Database, "query" | "transaction">;
}

/** What a team asks of its machines, and who changed it. */
export function adminRoutes({ database }: Desk, needs: (scope: Scope) => MiddlewareHandler<Env>): Hono<Env> {
  return new Hono<Env>()
    .get("/policy", needs("report"), async (context) => {
      const { policy } = await readPolicy(database.query, teamToReport(context.get("token")));
      const etag = etagOf(policy);
      context.header("ETag", etag);
      return context.req.header("If-None-Match") === etag ? context.body(null, 304) : context.json(policy);
    })
    .put("/policy", needs("admin"), async (context) => {
      const parsed = parsePolicy(fromJson(await context.req.text()));
      const [wrong] = parsed ? parsed.problems : ['a policy is expected: {"content": false}'];
      if (!parsed || wrong !== undefined) return context.json({ error: wrong, problems: parsed?.problems }, 400);
      const { policy } = parsed;
      const { id, team: own } = context.get("token");
      const named = context.req.query("team");
      // An admin of one team is none of another.
      const team = own === ALL_TEAMS ? (named ?? DEFAULT_TEAM) : own;
      if (named !== undefined && named !== team) return context.json({ error: "the token is another team's" }, 403);
      await database.transaction((query) => writePolicy(query, { team, policy, by: id, now: new Date() }));
      return context.json(policy);
    })
    .get("/changes", needs("admin"), async (context) =>
      context.get("token").team === ALL_TEAMS
        ? context.json({ changes: await listChanges(database.query) })
        : context.json({ error: "the token is one team's" }, 403),
    );
}
