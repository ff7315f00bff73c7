import { join } from "node:path";
import type { Asked, Script } from "../support/provider-server/reply.ts";
import type { ProviderServer } from "../support/provider-server/server.ts";
import { writeFiles } from "../support/write-files.ts";
import { json, type Place } from "./program.ts";

/** Short limits, so that waiting for a hanging observer does not take the tests' time. */
const LIMIT_SECONDS = 2;

/** Names an observer that speaks through this server, and gives what `cox install` is told of it. */
export function observerSettings(place: Place, observer: ProviderServer, timeoutSeconds = LIMIT_SECONDS): string[] {
  writeFiles(join(place.home, ".config", "coxswain"), {
    "config.json": json({
      observer: { timeoutSeconds },
      // Whoever speaks up while the agent works is waited for, so that the outcome does not hang on the machine's speed.
      parallel: { graceMs: 20_000, minToolCallsBetween: 1 },
      providers: { watcher: { baseURL: `${observer.url}/v1` } },
    }),
  });
  return ["--observer", "watcher/some-model"];
}

/** Asked by an API, or by a program with a login, which has a tool of its own for such answers. */
const ANSWER_TOOLS = ["course_correct", "StructuredOutput"];

export function isForObserver({ tools }: Asked): boolean {
  return ANSWER_TOOLS.some((name) => tools.includes(name));
}

/** Always finds the same thing wrong, is sure of it, and stands by it when asked again. */
export function objects(message: string): Script {
  const input = { needsCorrection: true, message, confidence: 0.95, steps: [5], wants: [] };
  return ({ tools }) => {
    const name = tools.find((each) => ANSWER_TOOLS.includes(each)) ?? "";
    return { type: "answer", calls: [{ name, input }], usage: { input: 2000, output: 40 } };
  };
}

export const FAILING_OBSERVERS: readonly (readonly [string, Script])[] = [
  ["crashes", () => ({ type: "answer", text: ["I think"], cutAfter: 0 })],
  ["hangs", () => ({ type: "silence" })],
  ["talks nonsense", () => ({ type: "raw", body: "<html>502 Bad Gateway</html>", contentType: "text/html" })],
];
