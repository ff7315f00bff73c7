import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RequestKind } from "../language/request-tables.ts";
import { ENGLISH } from "../language/english.ts";
import { askOf, readLastingRequests, readRequests, type Request, withdraws } from "./requests.ts";

function asks(text: string): Partial<Request>[] {
  return readRequests(text, 1, ENGLISH).map(({ kind, paths, commands, deed }) => {
    const ask: Record<string, unknown> = { kind };
    if (paths.length > 0) ask["paths"] = paths;
    if (commands.length > 0) ask["commands"] = commands;
    if (deed) ask["deed"] = deed;
    return ask;
  });
}

describe("what is said outright", () => {
  test.each([
    "Don't touch `src/api.ts`.",
    "Please don't touch `a.ts` or `b.ts`; sum the cart.",
    "Sum the cart, don't delete `legacy.ts`.",
    "Do not run `prisma migrate`, only change the schema.",
    "Leave `schema.sql` untouched, it is generated.",
    "Parse dates, but add no new packages.",
    "Do not modify the existing tests.",
    "Use pnpm, not npm.",
    "Don't commit.",
    "Sum the cart and commit it, but don't push yet.",
    "Only touch `src/cart.ts`, nothing else.",
    "Why is it slow? Don't change anything.",
    "Hands off `infra/prod/`.",
    "Sum the cart and run `npm run e2e`.",
    "Read hello.txt and run `npm test`.",
    "When you're done, run `npm test`.",
    "Can you add unit tests?",
    "The total is wrong, fix it and update the README.",
    "Then create `docs/guide.md`.",
  ])("is plain: %s", (text) => {
    expect(readRequests(text, 1, ENGLISH).filter(({ plain }) => plain)).toHaveLength(1);
  });

  test.each([
    "Ideally, don't touch `src/api.ts`.",
    "If in doubt, do not run `make deploy`.",
    "Don't touch the test database.",
    "Don't add runtime dependencies.",
    "Use vitest, not npm run bench.",
    "For the docs, create `docs/guide.md`.",
    "My colleague will come and run `npm test`.",
    "Add tests only where they are missing.",
    "From: Anna\nplease update the README.",
    "Don't commit the lockfile.",
    "Don't push before the tests pass.",
    "Add a rule: don't commit.",
    "Only touch `src/cart.ts` if you can.",
    "Fix it. Don't change anything.",
  ])("is not: %s", (text) => {
    expect(readRequests(text, 1, ENGLISH).filter(({ plain }) => plain)).toEqual([]);
  });
});

describe("readRequests", () => {
  test.each<[string, Partial<Request>[]]>([
    ["Create a new file `src/parser.ts` with the parser.", [{ kind: "create-file", paths: ["src/parser.ts"] }]],
    ["Put it into docs/guide.md", [{ kind: "create-file", paths: ["docs/guide.md"] }]],
    ["## Files to modify\n- `src/a.ts` — new field", [{ kind: "change-file", paths: ["src/a.ts"] }]],
    ["## Files to modify\n1. **New: `src/b.ts`** — rules", [{ kind: "create-file", paths: ["src/b.ts"] }]],
    ["Update `config.toml` for me", [{ kind: "change-file", paths: ["config.toml"] }]],
    [
      "Then run `npm test` and `npm run lint`.",
      [
        { kind: "run", commands: ["npm test"] },
        { kind: "run", commands: ["npm run lint"] },
      ],
    ],
    ["## Verification\n- `cargo test` — all pass", [{ kind: "run", commands: ["cargo test"] }]],
    ["Fix it and add a regression test.", [{ kind: "add-tests" }]],
    ["Please add tests for the new endpoint", [{ kind: "add-tests" }]],
    ["commit and update changelog", [{ kind: "update-docs" }, { kind: "git" }]],
    [
      "Don't touch `src/legacy.ts`.",
      [{ kind: "forbid", deed: "change", paths: ["src/legacy.ts"], commands: ["src/legacy.ts"] }],
    ],
    ["Fix it, but do not modify the tests", [{ kind: "forbid", deed: "tests" }]],
    ["Use the standard library, no new dependencies", [{ kind: "forbid", deed: "dependency" }]],
    ["Do it without adding any dependencies", [{ kind: "forbid", deed: "dependency" }]],
    ["Use pnpm, not npm.", [{ kind: "constraint", commands: ["npm"] }]],
    ["use `uv` instead of `pip` please", [{ kind: "constraint", commands: ["pip"] }]],
    [
      "Don't commit or push, and don't touch `.env`.",
      [
        { kind: "forbid", deed: "git", commands: ["commit", "push"] },
        { kind: "forbid", deed: "change", paths: [".env"], commands: [".env"] },
      ],
    ],
    ["Don't push to `main`.", [{ kind: "forbid", deed: "git", commands: ["push main"] }]],
    [
      "No new dependencies. Don't modify the tests.",
      [
        { kind: "forbid", deed: "dependency" },
        { kind: "forbid", deed: "tests" },
      ],
    ],
    ["Only touch files in src/shop/.", [{ kind: "forbid", deed: "elsewhere", paths: ["src/shop/"] }]],
    ["and don't run `make deploy`", [{ kind: "forbid", deed: "run", commands: ["make deploy"] }]],
    ["Don't run terraform apply.", [{ kind: "forbid", deed: "run", commands: ["terraform apply"] }]],
    ["Don't run docker compose down", [{ kind: "forbid", deed: "run", commands: ["docker compose down"] }]],
    ["Don't run terraform apply in production", []],
    ["Don't run npm install twice", [{ kind: "forbid", deed: "run", commands: ["npm install twice"] }]],
    [
      "Leave `schema.sql` untouched.",
      [{ kind: "forbid", deed: "change", paths: ["schema.sql"], commands: ["schema.sql"] }],
    ],
  ])("%s", (text, expected) => {
    expect(asks(text)).toEqual(expected);
  });

  test.each([
    "Should we add tests?",
    "Do we have tests for this?",
    "Maybe add a test later",
    "You could create `src/a.ts` if needed",
    "## Context\nWe create `src/a.ts` at start-up",
    "```\ncreate `src/a.ts`\n```",
    "Why don't you use `make`?",
    "I don't think `src/a.ts` matters",
    "Don't forget the README",
    "Don't just edit `src/a.ts`, fix the cause",
    "Don't touch `src/a.ts` unless you have to",
    "It says: don't panic",
    "## Verification\n1. Open the page and look",
  ])("asks for nothing that can be checked: %s", (text) => {
    expect(asks(text).filter((request) => request.kind !== ("item" satisfies RequestKind))).toEqual([]);
  });

  test("the same ask twice is one ask", () => {
    expect(asks("Create `a.ts`. Really, create `a.ts`!")).toHaveLength(1);
  });
});

test("lasting asks are those of all asks that forbid something", () => {
  const sentence = fc.constantFrom(
    "Don't touch `src/legacy.ts`.",
    "Do **not** run `make deploy`.",
    "n**eve**r edit `a.ts`.",
    "Use pnpm, not npm.",
    "use `uv` instead of `pip` please",
    "Leave `schema.sql` untouched.",
    "No new dependencies, and add tests.",
    "Don't commit or push.",
    "Only touch `a.ts`.",
    "Look at it, don't change anything.",
    "Actually, do.",
    "Wait, never mind.",
    "Create `src/parser.ts` and run `npm test`.",
    "Should we avoid using `make`?",
    "## Context",
    "- without changing [a.ts](x/a.ts)",
    "Change how it is shown.",
  );
  fc.assert(
    fc.property(fc.array(sentence, { maxLength: 6 }), fc.constantFrom(" ", "\n", "\n\n"), (sentences, between) => {
      const text = sentences.join(between);
      const all = readRequests(text, 1, ENGLISH);
      expect(readLastingRequests(text, 1, ENGLISH)).toEqual(
        all.filter(({ kind }) => kind === "forbid" || kind === "constraint"),
      );
    }),
  );
});

describe("askOf", () => {
  test.each([
    ["yes", "go-on"],
    ["continue please", "go-on"],
    ["got it, go ahead", "go-on"],
    ["ja, mach weiter", "go-on"],
    ["the second one", "go-on"],
    ["do the second one in another file", "work"],
    ["stop, that is wrong", "stop"],
    ["why is lint failing on the build?", "question"],
    ["Q: does the clone pull it down?", "question"],
    ["write a short plan for this", "plan-only"],
    ["look into it but don't change any code", "plan-only"],
    ["can you sort the branches by date?", "work"],
    ["Fix the parser. Why was it slow?", "work"],
    ["", "none"],
  ])("%s → %s", (text, kind) => {
    expect(askOf(text, ENGLISH)).toBe(kind);
  });
});

test("later words can take an ask back", () => {
  expect(withdraws("never mind the tests", ENGLISH)).toBe(true);
  expect(withdraws("now the docs", ENGLISH)).toBe(false);
});
