import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { anthropicMessages } from "./anthropic-messages.ts";
import { gemini } from "./gemini.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { type Answer, Body, isRecord, type Protocol, type Received, type Reply, type Script } from "./reply.ts";

const PROTOCOLS: readonly Protocol[] = [anthropicMessages, openaiChat, openaiResponses, gemini];

export interface ProviderServer {
  /** Without a slash at its end; put each provider's usual path behind it. */
  readonly url: string;
  readonly received: readonly Received[];
  reply(script: Script): void;
  close(): Promise<void>;
}

/**
 * A server that speaks the providers' real protocols, recognised by path, streamed or whole as the client asks. What it
 * answers is a script that knows no protocol, so one script serves every client.
 */
export async function startProviderServer(first: Script, models: readonly string[] = []): Promise<ProviderServer> {
  let script = first;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    reply: (next) => {
      script = next;
      received.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const left = new Promise<boolean>((resolve) => {
      response.once("close", () => resolve(!response.writableFinished));
    });
    if (request.method === "GET" && path.endsWith("/models")) {
      sendJson(response, 200, { object: "list", data: models.map((id) => ({ id, object: "model" })) }, {});
      return;
    }
    const body = parseBody(await readAll(request));
    const protocol = PROTOCOLS.find((each) => each.route(path));
    const route = protocol?.route(path);
    if (!protocol || !route || request.method !== "POST") {
      sendJson(response, 404, { error: { message: `No such path: ${path}` } }, {});
      return;
    }
    const asked = { protocol: protocol.name, ...protocol.read(new Body(body), route) };
    const record: Received = { ...asked, path, headers: request.headers, body, left };
    received.push(record);
    await send(await script(record, received.length), protocol, record, response);
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function parseBody(text: string): Record<string, unknown> {
  const value: unknown = text === "" ? {} : JSON.parse(text);
  return isRecord(value) ? value : {};
}

async function send(reply: Reply, protocol: Protocol, asked: Received, response: ServerResponse): Promise<void> {
  switch (reply.type) {
    case "silence":
      return;
    case "raw":
      response.writeHead(reply.status ?? 200, { "content-type": reply.contentType ?? "application/json" });
      response.end(reply.body);
      return;
    case "error":
      sendJson(response, reply.status, protocol.error(reply), reply.headers ?? {});
      return;
    case "answer":
      await sendAnswer(reply, protocol, asked, response);
      return;
    default:
      reply satisfies never;
  }
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}

async function sendAnswer(
  answer: Answer,
  protocol: Protocol,
  asked: Received,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { "content-type": asked.stream ? "text/event-stream" : "application/json" });
  const pieces = asked.stream
    ? streamed(protocol.frames(answer, asked), answer)
    : slices(JSON.stringify(protocol.whole(answer, asked)), answer);
  const cut = answer.cutAfter !== undefined && answer.cutAfter < 0 ? pieces.length + answer.cutAfter : answer.cutAfter;
  for (const [index, piece] of pieces.entries()) {
    if (response.destroyed) return;
    if (cut === index) {
      response.socket?.resetAndDestroy();
      return;
    }
    await new Promise((resolve) => {
      response.write(piece, resolve);
    });
    if (answer.dripMs) await delay(answer.dripMs);
  }
  response.end();
}

function streamed(frames: readonly string[], { inPieces }: Answer): readonly (string | Uint8Array)[] {
  return inPieces ? inPieces(frames.join("")) : frames;
}

/** A whole answer is cut only where it is to be slow or to break off. */
function slices(text: string, answer: Answer): string[] {
  if (answer.dripMs === undefined && answer.cutAfter === undefined) return [text];
  const size = Math.ceil(text.length / 20);
  return Array.from({ length: Math.ceil(text.length / size) }, (_none, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}
