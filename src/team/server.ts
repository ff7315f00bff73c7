import { type Http2Bindings, type HttpBindings, serve } from "@hono/node-server";
import type { Context } from "hono";
import { CoxError, describeError } from "../text/errors.ts";
import { createAccess } from "./access.ts";
import { createApp } from "./app.ts";
import { createIngest } from "./ingest.ts";
import type { Log } from "./log.ts";
import { dashboardPages } from "../web/pages.ts";
import { createMetrics } from "./metrics.ts";
import type { Asker } from "./questions.ts";
import { createQueue } from "./queue/queue.ts";
import type { Database } from "./records/database.ts";
import { dropOld } from "./records/forget.ts";

export interface ServerOptions {
  readonly database: Database;
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  readonly version: string;
  readonly log: Log;
  /** How long reports are kept; their sums stay. */
  readonly keepDays?: number;
  readonly now?: () => Date;
  /** How long a stop waits for what is still being sent; less than a signal leaves a process. */
  readonly lastAnswersMs?: number;
  /** Who answers questions; nobody if absent. */
  readonly asker?: Asker | undefined;
}

export interface Server {
  readonly url: string;
  /** Takes no more, answers what has come, and resolves when all of that is on the disk. */
  stop(): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const { database, host, version, log, now = () => new Date(), lastAnswersMs = LAST_ANSWERS_MS } = options;
  const startedAt = now().toISOString();
  const queue = createQueue(database);
  const app = createApp({
    access: createAccess({ query: database.query }),
    ingest: createIngest(database, now),
    pages: dashboardPages(),
    queue,
    log,
    database,
    metrics: createMetrics(),
    version,
    clock: () => performance.now(),
    now,
    asker: options.asker,
    isWell: async () => void (await database.query("SELECT 1 AS one")),
    addressOf,
    views: {
      query: database.query,
      now,
      facts: async () => {
        return { version, startedAt, database: database.dialect, queue: await queue.counts() };
      },
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = serve({ fetch: app.fetch, hostname: host, port: options.port }, ({ port }) => resolve(port));
  server.on("error", (cause) => reject(cannotListen(host, options.port, cause)));
  const port = await promise;
  const cleaning = setInterval(() => void clean(options), CLEAN_MS).unref();
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  log({ event: "started", url, version, database: database.dialect, asks: options.asker?.models.join(", ") ?? "none" });
  return {
    url,
    async stop() {
      log({ event: "stopping" });
      clearInterval(cleaning);
      const closed = new Promise((done) => {
        server.close(done);
      });
      if ("closeIdleConnections" in server) server.closeIdleConnections();
      // Whoever sends slowly sends again, to whoever comes next.
      const late = setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), lastAnswersMs);
      await closed;
      clearTimeout(late);
      log({ event: "stopped" });
    },
  };
}

const LAST_ANSWERS_MS = 5000;
const CLEAN_MS = 3600 * 1000;

async function clean({ database, log, keepDays, now = () => new Date() }: ServerOptions): Promise<void> {
  if (keepDays === undefined) return;
  try {
    const dropped = await dropOld(database, now(), keepDays);
    if (dropped > 0) log({ event: "retention", dropped });
  } catch (error) {
    log({ event: "failed", what: "retention", why: describeError(error).slice(0, 200) });
  }
}

function addressOf(context: Context): string {
  const { incoming } = context.env as HttpBindings | Http2Bindings;
  return incoming.socket.remoteAddress ?? "unknown";
}

function cannotListen(host: string, port: number, cause: Error): CoxError {
  return new CoxError("usage", `cox serve cannot listen at ${host}:${port}: ${describeError(cause)}.`, {
    cause,
    hint: "Give another one with --port or --host.",
  });
}
