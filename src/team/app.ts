import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie } from "hono/cookie";
import { describeError } from "../text/errors.ts";
import { fromJson } from "../text/json.ts";
import { type Access, type Env, teamToRead, teamToReport } from "./access.ts";
import type { Ingest } from "./ingest.ts";
import type { Log } from "./log.ts";
import { type Metrics, metricsText } from "./metrics.ts";
import type { Database } from "./records/database.ts";
import { adminRoutes } from "./admin.ts";
import type { Pages } from "../web/pages.ts";
import { logRoutes } from "./otlp/routes.ts";
import { type Asker, questionRoutes } from "./questions.ts";
import type { Queue } from "./queue/queue.ts";
import { readReports } from "./report.ts";
import type { Scope } from "./records/tokens.ts";
import { SESSION_COOKIE, sessionRoutes } from "./session.ts";
import { turnRoutes } from "./turns/sent-turn.ts";
import { toCsv } from "./views/table.ts";
import { readView, type ViewSource } from "./views/views.ts";

/** What the routes need; all of it is handed in, so that a test has its own. */
export interface Service {
  readonly access: Access;
  readonly ingest: Ingest;
  readonly queue: Queue;
  readonly views: ViewSource;
  readonly pages: Pages;
  readonly log: Log;
  readonly database: Pick<Database, "query" | "transaction">;
  readonly metrics: Metrics;
  readonly version: string;
  readonly clock: () => number;
  readonly now: () => Date;
  /** Absent where this service asks no model. */
  readonly asker: Asker | undefined;
  /** Rejects where the records cannot be read. */
  readonly isWell: () => Promise<void>;
  readonly addressOf: (context: Context) => string;
}

/** A hundred reports with their words would be more; a sender that has so many sends them in parts. */
const LARGEST_BODY_BYTES = 2 * 1024 * 1024;
const LARGEST_TOKEN_BYTES = 1000;
const RETRY_AFTER_SECONDS = "5";

export function createApp(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  const needs = (scope: Scope) => requireToken(service, scope);
  app.use(logged(service));
  app.use(safeHeaders);

  // Whether to start it again, and whether to send anybody here: without its records it lives, and is not well.
  app.get("/livez", (context) => context.json({ ok: true }));
  app.get("/healthz", async (context) => {
    await service.isWell();
    return context.json({ ok: true });
  });

  app.post("/v1/reports", needs("report"), async (context) => {
    const read = readReports(fromJson(await context.req.text()));
    if (!read) return refuse(context, 400, 'a list of reports is expected: {"reports": [ … ]}');
    const team = teamToReport(context.get("token"));
    const taken = service.ingest.take(read.items.map((report) => ({ team, report })));
    if (!taken) return refuse(context, 503, "too many reports wait already");
    await taken;
    service.metrics.accepted += read.items.length;
    service.metrics.refused += read.refused.length;
    return context.json({ accepted: read.items.length, refused: read.refused });
  });

  app.route("/v1/logs", logRoutes(service, needs));
  app.route("/v1", adminRoutes(service, needs));
  app.route("/v1/questions", questionRoutes(service, needs));
  app.route("/v1/turns", turnRoutes(service, needs));

  app.get("/metrics", needs("read"), async (context) =>
    context.text(metricsText(service.metrics, service.ingest.waiting(), await service.views.facts()), 200, {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
    }),
  );

  app.get("/v1/membership", needs("report"), (context) =>
    context.json({ service: "coxswain", version: service.version, team: teamToReport(context.get("token")) }),
  );

  app.get("/v1/views/:name{.+}", needs("read"), async (context) => {
    const { format = "json", ...filter } = context.req.query();
    const asked = await readView(service.views, context.req.param("name"), filter, teamToRead(context.get("token")));
    if (asked.type === "unknown") return refuse(context, 404, "there is no such view");
    if (asked.type === "bad") return refuse(context, 400, asked.why);
    if (format !== "csv") return context.json(asked.view);
    const name = asked.view.view.replaceAll(/\W+/g, "-");
    context.header("Content-Disposition", `attachment; filename="${name}-${asked.view.from}-${asked.view.to}.csv"`);
    return context.body(toCsv(asked.view), 200, { "Content-Type": "text/csv; charset=utf-8" });
  });

  app.use("/v1/session", limited(LARGEST_TOKEN_BYTES));
  app.route("/v1/session", sessionRoutes(service));

  app.get("*", (context) => {
    const page = service.pages(context.req.path);
    if (!page) return refuse(context, 404, "there is nothing here");
    return context.body(page.body, 200, { "Content-Type": page.type });
  });
  app.notFound((context) => refuse(context, 404, "there is nothing here"));
  app.onError((error, context) => {
    service.log({ event: "failed", path: pathForLog(context), why: describeError(error).slice(0, 300) });
    return refuse(context, 503, "the service cannot reach its records now");
  });
  return app;
}

type Status = 400 | 401 | 403 | 404 | 413 | 429 | 503;

function refuse(context: Context, status: Status, error: string): Response {
  if (status === 503 || status === 429) context.header("Retry-After", RETRY_AFTER_SECONDS);
  // What is still being sent is not read, so nothing else may come behind it.
  if (status === 413) context.header("Connection", "close");
  if (status === 401) context.header("WWW-Authenticate", "Bearer");
  return context.json({ error }, status);
}

function limited(maxSize: number): MiddlewareHandler {
  return bodyLimit({ maxSize, onError: (context) => refuse(context, 413, "the body is too large") });
}

/** By the header, or by the cookie of the dashboard where it only reads. Nothing is read of what others send. */
function requireToken({ access, addressOf }: Service, scope: Scope): MiddlewareHandler<Env> {
  const readBody = limited(LARGEST_BODY_BYTES);
  return async (context, next) => {
    const bearer = /^Bearer (\S+)$/.exec(context.req.header("Authorization") ?? "")?.[1];
    const text = bearer ?? (context.req.method === "GET" ? getCookie(context, SESSION_COOKIE) : undefined);
    const entry = await access.enter(text, scope, addressOf(context));
    if (entry.type === "closed") return refuse(context, entry.status, entry.why);
    context.set("token", entry.token);
    return readBody(context, next);
  };
}

/** The pages load nothing from elsewhere, and nobody may frame them. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const safeHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.header("Content-Security-Policy", POLICY);
  context.header("X-Content-Type-Options", "nosniff");
  context.header("Referrer-Policy", "no-referrer");
  context.header("Cross-Origin-Resource-Policy", "same-origin");
  context.header("Cache-Control", context.req.path.startsWith("/v1/") ? "no-store" : "no-cache");
};

function logged({ log, clock, metrics }: Service): MiddlewareHandler {
  return async (context, next) => {
    const start = clock();
    await next();
    const { status } = context.res;
    const ms = clock() - start;
    metrics.seconds += ms / 1000;
    metrics.requests.set(status, (metrics.requests.get(status) ?? 0) + 1);
    // What goes well is counted by /metrics; a line for each of a thousand a second would be a load of its own.
    if (status >= 400)
      log({
        event: "refused",
        method: context.req.method,
        path: pathForLog(context),
        status,
        ms: Math.round(ms),
      });
  };
}

/** Without what was asked: a filter may hold the name of a repository. */
function pathForLog(context: Context): string {
  return context.req.path.slice(0, 100).replaceAll(/[^\w/.-]/g, "?");
}
