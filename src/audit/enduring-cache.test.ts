import { expect, it } from "vitest";
import { type AuditCache, type CacheEntry, forgetfulCache } from "./cache.ts";
import { enduringCache } from "./enduring-cache.ts";
import type { Case } from "../session/record.ts";

const found = (path: string, turn: number, id: string) => ({ id, path, turn }) as unknown as Case;
const entry = (path: string, keptTurns: number, ...cases: Case[]) =>
  ({ file: { path }, result: { type: "read", path, keptTurns, cases } }) as unknown as CacheEntry;
const foreign = (path: string) => ({ file: { path }, result: { type: "foreign", path } }) as unknown as CacheEntry;
const idsIn = (cache: AuditCache, ...paths: string[]) => cache.casesOf(new Set(paths)).map(({ id }) => id);

/** Takes so much and no more, as a disk that is full, and says how often it was asked. */
function filling(room: number) {
  const cache = forgetfulCache();
  const tried: string[] = [];
  const trying = (name: string, work: () => void): void => {
    tried.push(name);
    if (tried.length > room) throw new Error("full");
    work();
  };
  const full: AuditCache = {
    ...cache,
    save: (entries) => trying("save", () => cache.save(entries)),
    keepOpinion: (...opinion) => trying("keepOpinion", () => cache.keepOpinion(...opinion)),
    drop: (paths) => trying("drop", () => cache.drop(paths)),
  };
  return { cache: enduringCache(full), tried };
}

it("gives what was kept before the disk was full, and what came after", () => {
  const { cache, tried } = filling(1);
  cache.save([entry("a", 0, found("a", 1, "a1"), found("a", 2, "a2")), entry("b", 0, found("b", 1, "b1"))]);
  expect(cache.trouble()).toBeUndefined();
  cache.save([entry("a", 1, found("a", 3, "a3")), entry("c", 0, found("c", 1, "c1")), foreign("b")]);
  expect(cache.trouble()).toMatchObject({ message: "full" });
  expect(idsIn(cache, "a", "c")).toEqual(["a1", "a3", "c1"]);
  // It is no transcript any more.
  expect(idsIn(cache, "b", "never read")).toEqual([]);
  expect(tried).toEqual(["save", "save"]);
});

it("tries nothing more after the first failure, and nobody hears of it but who asks", () => {
  const { cache, tried } = filling(0);
  cache.drop(["a"]);
  cache.keepOpinion("model", "key", { steps: 1 } as never);
  cache.save([entry("a", 0, found("a", 1, "a1"))]);
  expect(tried).toEqual(["drop"]);
  expect(idsIn(cache, "a")).toEqual(["a1"]);
});

it("hands everything on while there is room", () => {
  const { cache, tried } = filling(9);
  cache.drop(["a"]);
  cache.keepOpinion("model", "key", { steps: 1 } as never);
  cache.save([entry("a", 0, found("a", 1, "a1"))]);
  expect(tried).toEqual(["drop", "keepOpinion", "save"]);
  expect(idsIn(cache, "a")).toEqual(["a1"]);
});

it("where nothing can be kept at all, what was found is there until the end", () => {
  const cache = forgetfulCache();
  cache.save([entry("a", 0, found("a", 1, "a1"), found("a", 2, "b2")), foreign("b")]);
  expect(idsIn(cache, "a", "b")).toEqual(["a1", "b2"]);
  expect(cache.casesNamed("a").map(({ id }) => id)).toEqual(["a1"]);
});
