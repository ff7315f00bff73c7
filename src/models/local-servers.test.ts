import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { findLocalServers } from "./local-servers.ts";

const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function serving(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Without those that happen to run here. */
async function found(env: Record<string, string>, providers = {}) {
  const all = await findLocalServers(env, providers);
  return all.filter(({ unnamed, provider }) => unnamed || Object.hasOwn(providers, provider));
}

const listing =
  (...ids: unknown[]): RequestListener =>
  ({ url }, response) =>
    response.writeHead(url === "/v1/models" ? 200 : 404).end(JSON.stringify({ data: ids.map((id) => ({ id })) }));

describe("servers of models on this machine", () => {
  it("are found where the environment and the settings point, with the models that can be asked", async () => {
    const port = await serving(listing("qwen3:30b", "nomic-embed-text", "a b", 3, "gpt-oss:20b"));
    const models = ["qwen3:30b", "gpt-oss:20b"];
    const baseURL = `http://127.0.0.1:${port}/v1`;
    const ollama = { provider: "ollama", title: "Ollama", baseURL, unnamed: true, models };
    for (const host of [`127.0.0.1:${port}`, `:${port}`, `0.0.0.0:${port}`, `http://127.0.0.1:${port}/`])
      expect(await found({ OLLAMA_HOST: host })).toEqual([ollama]);
    const local = { provider: "local", baseURL: `http://localhost:${port}/v1/`, models };
    expect(await found({ OPENAI_BASE_URL: `http://localhost:${port}/v1/` })).toMatchObject([local]);
    // One server under two names is one.
    const mine = { mine: { baseURL } };
    expect(await found({ OLLAMA_HOST: `localhost:${port}` }, mine)).toMatchObject([{ provider: "mine", models }]);
  });

  it.each<[string, RequestListener]>([
    ["is silent", () => undefined],
    ["has no models", listing()],
    ["is another program", (_, response) => response.end("<html>")],
    ["refuses", (_, response) => response.writeHead(401).end('{"data":[{"id":"x"}]}')],
    ["sends elsewhere", (_, response) => response.writeHead(302, { location: "http://192.0.2.1/" }).end()],
    ["never ends", (_, response) => void setInterval(() => response.write("x".repeat(100_000)), 1).unref()],
  ])("are none where one %s", async (_, listener) => {
    expect(await found({ OPENAI_BASE_URL: `http://127.0.0.1:${await serving(listener)}/v1` })).toEqual([]);
  });

  it.each(["https://api.example.com/v1", "http://192.0.2.1:1234/v1", "nonsense", "file:///etc/passwd"])(
    "are not looked for at %s",
    async (address) => {
      expect(await found({ OPENAI_BASE_URL: address, OLLAMA_HOST: address })).toEqual([]);
    },
  );
});
