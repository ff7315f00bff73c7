import { Hono, type MiddlewareHandler } from "hono";
import { fromJson } from "../text/json.ts";
import { ALL_TEAMS, DEFAULT_TEAM, type Env, teamToReport } from "./access.ts";
import type { Database } from "./records/database.ts";
import { etagOf, listChanges, noteChange, Policy, readPolicy, writePolicy } from "./records/policy.ts";
import type { Scope } from "./records/tokens.ts";

interface Desk {
  readonly database: Pick<Database, "query" | "transaction">;
}

/** What a team asks of its machines, and who changed it. */
export function adminRoutes({ database }: Desk, needs: (scope: Scope) => MiddlewareHandler<Env>): Hono<Env> {
  return new Hono<Env>()
    .get("/policy", needs("report"), async (context) => {
      const policy = await readPolicy(database.query, teamToReport(context.get("token")));
      const etag = etagOf(policy);
      context.header("ETag", etag);
      return context.req.header("If-None-Match") === etag ? context.body(null, 304) : context.json(policy);
    })
    .put("/policy", needs("admin"), async (context) => {
      const policy = Policy.safeParse(fromJson(await context.req.text()));
      if (!policy.success) return context.json({ error: 'a policy is expected: {"content": false}' }, 400);
      const { id, team: own } = context.get("token");
      const named = context.req.query("team");
      // An admin of one team is none of another.
      const team = own === ALL_TEAMS ? (named ?? DEFAULT_TEAM) : own;
      if (named !== undefined && named !== team) return context.json({ error: "the token is another team's" }, 403);
      const now = new Date();
      await database.transaction(async (query) => {
        await writePolicy(query, team, policy.data, now);
        await noteChange(query, id, "policy", `${team}: ${JSON.stringify(policy.data)}`, now);
      });
      return context.json(policy.data);
    })
    .get("/changes", needs("admin"), async (context) =>
      context.get("token").team === ALL_TEAMS
        ? context.json({ changes: await listChanges(database.query) })
        : context.json({ error: "the token is one team's" }, 403),
    );
}
