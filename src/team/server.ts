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
  /** How long a client may take to send the head of a request and all of it, and what is left when it stops. */
  readonly patience?: Patience;
  /** Who answers questions; nobody if absent. */
  readonly asker?: Asker | undefined;
}

interface Patience {
  readonly headMs: number;
  readonly requestMs: number;
  readonly stopMs: number;
}

/** A machine gives up after ten seconds itself; a supervisor that wants the service to stop does so later. */
const PATIENCE: Patience = { headMs: 10_000, requestMs: 30_000, stopMs: 5000 };

export interface Server {
  readonly url: string;
  /** Takes no more, answers what has come, and resolves when all of that is on the disk. */
  stop(): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const { database, host, version, log, now = () => new Date(), patience = PATIENCE } = options;
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
  const serverOptions = {
    headersTimeout: patience.headMs,
    requestTimeout: patience.requestMs,
    connectionsCheckingInterval: patience.headMs / 10,
  };
  const server = serve({ fetch: app.fetch, hostname: host, port: options.port, serverOptions }, ({ port }) =>
    resolve(port),
  );
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
      // Nobody looks after slow clients any more, and a connection that never asked anything counts as busy.
      const cutting = setTimeout(
        () => "closeAllConnections" in server && server.closeAllConnections(),
        patience.stopMs,
      );
      await closed;
      clearTimeout(cutting);
      log({ event: "stopped" });
    },
  };
}

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
