import { expect, it } from "vitest";
import { createMemoryStore } from "../store/memory.ts";
import { ACP_HOST, readOwnWords, rememberOwnWords } from "./own-words.ts";

async function saying(...said: readonly (readonly [host: string, session: string, text: string])[]) {
  const store = createMemoryStore();
  for (const [host, session, text] of said) await rememberOwnWords(store, host, session, { text, requestId: "r" });
  return store;
}
const elsewhere = (text: string) => ({ text, requestId: "r", elsewhere: true });
const own = (text: string) => ({ text, requestId: "r" });

it("gives a session what was said in it, and in any other it may be a copy of", async () => {
  const store = await saying(["codex", "mine", "a"], ["codex", "other", "b"], ["pi", "mine", "not the host's"]);
  expect(await readOwnWords(store, "codex", "mine")).toEqual([elsewhere("a"), elsewhere("b"), own("a")]);
  expect(await readOwnWords(store, "codex", "copy")).toEqual([elsewhere("a"), elsewhere("b")]);
  expect(await readOwnWords(store, "codex")).toEqual([elsewhere("a"), elsewhere("b")]);
});

it("gives every host what an editor was told, and the editor nothing twice", async () => {
  const store = await saying([ACP_HOST, "editor", "a"], ["codex", "mine", "b"]);
  expect(await readOwnWords(store, "codex")).toEqual([elsewhere("a"), elsewhere("b")]);
  expect(await readOwnWords(store, ACP_HOST)).toEqual([elsewhere("a")]);
});

it("keeps once what is said again", async () => {
  const store = await saying(["codex", "mine", "a"], ["codex", "mine", "b"], ["codex", "mine", "a"]);
  expect(await readOwnWords(store, "codex", "mine")).toEqual([elsewhere("b"), elsewhere("a"), own("b"), own("a")]);
});

it("keeps the newest, and of a session its own however much is said in others", async () => {
  const many = (session: string, count: number) =>
    Array.from({ length: count }, (_, index) => ["codex", session, `${session} ${index}`] as const);
  const store = await saying(...many("mine", 21), ...many("other", 100));
  const texts = (await readOwnWords(store, "codex", "mine")).map(({ text }) => text);
  expect(texts).toHaveLength(120);
  expect([texts[0], texts[99], texts[100], texts[119]]).toEqual(["other 0", "other 99", "mine 1", "mine 20"]);
});
