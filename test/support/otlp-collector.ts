import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";

const fixed64 = z.string().regex(/^\d{1,20}$/);
const AnyValue = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d{1,19}$/) }),
  z.strictObject({ doubleValue: z.number() }),
]);
const Attributes = z
  .array(z.strictObject({ key: z.string().min(1), value: AnyValue }))
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, "a key stands once");

const LogRecord = z.strictObject({
  timeUnixNano: fixed64,
  observedTimeUnixNano: fixed64,
  severityNumber: z.int().min(0).max(24),
  severityText: z.string().optional(),
  body: AnyValue.optional(),
  attributes: Attributes,
  droppedAttributesCount: z.int().optional(),
  flags: z.int().optional(),
  traceId: z
    .string()
    .regex(/^[0-9a-f]{32}$/i)
    .optional(),
  spanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/i)
    .optional(),
  eventName: z.string().optional(),
});

/** `ExportLogsServiceRequest` in its JSON form, with nothing beside: a misspelt field is no field. */
const ExportLogs = z.strictObject({
  resourceLogs: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: Attributes }),
      scopeLogs: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string().optional() }),
          logRecords: z.array(LogRecord),
        }),
      ),
    }),
  ),
});

export interface HeardRecord {
  readonly timeUnixNano: string;
  readonly eventName: string | undefined;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Listens on loopback, reads strictly, and keeps what it heard. */
export async function otlpCollector(answer: () => Answer = () => ({})) {
  const heard: HeardRecord[] = [];
  const requests: {
    readonly path: string | undefined;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      requests.push({ path: request.url, headers: request.headers, body });
      const { status = 200, body: text = "{}", headers = {} } = answer();
      const read = ExportLogs.safeParse(JSON.parse(body));
      const isRight = request.url === "/v1/logs" && request.headers["content-type"] === "application/json";
      if (!read.success || !isRight)
        return response.writeHead(400).end(z.prettifyError(read.error ?? new z.ZodError([])));
      if (status === 200) heard.push(...recordsIn(read.data));
      return response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(text);
    });
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function recordsIn({ resourceLogs }: z.infer<typeof ExportLogs>): HeardRecord[] {
  return resourceLogs.flatMap(({ resource, scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) =>
      logRecords.map(({ timeUnixNano, eventName, attributes }) => ({
        timeUnixNano,
        eventName,
        resource: plain(resource.attributes),
        attributes: plain(attributes),
      })),
    ),
  );
}

function plain(attributes: z.infer<typeof Attributes>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
