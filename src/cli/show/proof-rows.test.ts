import { expect, it } from "vitest";
import type { CaseStep } from "../../session/record.ts";
import { styleFor } from "../../show/wrap.ts";
import { isTelling, placedStep, provingStep, shownRows } from "./proof-rows.ts";

const step: CaseStep = { number: 4, text: "Bash npm test", outcome: "exit 1", ok: false, edits: false };
const edit: CaseStep = { number: 5, text: "Edit src/a.ts", outcome: "ok", ok: true, edits: true };
const showing = { most: 3, width: 40, style: styleFor(false), messages: [] };

it.each([
  [step, "step 4: npm test → exit 1"],
  [edit, "step 5: Edit src/a.ts → ok"],
  [{ ...step, role: "ran again" }, "step 4, ran again: npm test → exit 1"],
  [{ ...edit, outcome: "" }, "step 5: Edit src/a.ts → no result"],
  [{ ...step, text: "Bash echo \u001b[31mred\u202e" }, "step 4: echo red → exit 1"],
])("tells what a step did and how it ended", (given, told) => {
  expect(provingStep(given)).toBe(told);
});

it("shortens a long command and keeps its outcome, and never breaks the place", () => {
  const long = { ...step, line: 8, text: `Bash ${"npm test && ".repeat(20)}` };
  const told = (path: string) => placedStep(long, path, 30).join(" ");
  expect(told("/home/sam/session.jsonl")).toMatch(/^step 4: npm test .*… → exit 1 \(\/home\/sam\/session\.jsonl:8\)$/);
  expect(told("/home/sam/another/session.jsonl")).toMatch(/ → exit 1 \(session\.jsonl:8\)$/);
  expect(placedStep({ ...step, line: 8 }, "s.jsonl", 40)).toEqual(["step 4: npm test → exit 1 (s.jsonl:8)"]);
  expect(placedStep(step, "s.jsonl", 40)).toEqual(["step 4: npm test → exit 1"]);
});

it("shows the end of an output, or what a finding quotes of it, behind a bar", () => {
  const output = "Exit code 1\nfirst\n\nerror: no such table: carts\nat a\nat b\nat c\nlast";
  expect(shownRows({ ...step, output }, showing)).toEqual(["│ at b", "│ at c", "│ last"]);
  const messages = ['It failed ("no such table: ca…"); fix it.'];
  expect(shownRows({ ...step, output }, { ...showing, messages })).toEqual([
    "│ error: no such table: carts",
    "│ at a",
    "│ at b",
  ]);
  const tests = "--- FAIL: TestTotal\n    want 3, got 4\nok  shop/tax\nok  shop/vat\nok  shop/cart\nFAIL";
  expect(shownRows({ ...step, output: tests }, showing)).toEqual([
    "│ --- FAIL: TestTotal",
    "│     want 3, got 4",
    "│ ok  shop/tax",
  ]);
  const long = tests.replace("FAIL\n", "").replaceAll("ok  ", "ok\nok  ");
  expect(shownRows({ ...step, output: long }, { ...showing, most: 6 })).toEqual([
    "│ --- FAIL: TestTotal",
    "│     want 3, got 4",
    "│ ok",
    "│ …",
    "│ ok  shop/cart",
    "│ FAIL",
  ]);
  expect(shownRows({ ...step, output: "  proof      mine\u001b]0;x\u0007" }, showing)).toEqual(["│   proof      mine"]);
});

it("shows what an edit changed, and no output that only says that it went well", () => {
  const diff = "  before\n- old\n+ new\n  after";
  expect(shownRows({ ...edit, diff, output: "updated" }, showing)).toEqual(["│ - old", "│ + new"]);
  expect(shownRows({ ...edit, diff }, { ...showing, most: 8 })).toHaveLength(4);
  expect(shownRows({ ...edit, output: "updated" }, showing)).toEqual([]);
  expect(shownRows({ ...edit, ok: false, diff, output: "no match" }, showing)).toEqual(["│ no match"]);
  expect(shownRows({ ...edit, diff: `+ ${"word ".repeat(12)}` }, showing)).toEqual([
    "│ + word word word word word word word",
    "│   word word word word word",
  ]);
  const colored = shownRows({ ...edit, diff }, { ...showing, style: styleFor(true) });
  expect(colored.join("\n")).toContain("\u001b[32m+ new");
});

it("shows the check that was loosened before remarks, blank lines and what stands around it", () => {
  const diff = [
    "  before",
    "- // One line is the person's.",
    "+ // What counts as a change depends on the diff.",
    "+ ",
    "- if stats.HumanAdded == 0 {",
    "+ human := stats.HumanAdded + stats.HumanModified",
    "+ if human == 0 {",
    "  after",
  ].join("\n");
  expect(shownRows({ ...edit, diff }, { ...showing, width: 60 })).toEqual([
    "│ - if stats.HumanAdded == 0 {",
    "│ + human := stats.HumanAdded + stats.HumanModified",
    "│ + if human == 0 {",
    "│   … 2 more lines",
  ]);
  const quoted = { ...showing, width: 60, most: 1, messages: ['You left it ("What counts as a change…").'] };
  expect(shownRows({ ...edit, diff }, quoted)).toEqual([
    "│ + // What counts as a change depends on the diff.",
    "│   … 4 more lines",
  ]);
  const moved = ["- ", '- x: "a"', '- y: "b"', '+ x: "a"', '+ y: "b"'].join("\n");
  expect(shownRows({ ...edit, diff: moved }, { ...showing, most: 4 })).toEqual(
    ['- x: "a"', '- y: "b"', '+ x: "a"', '+ y: "b"'].map((line) => `│ ${line}`),
  );
});

it.each([
  [step, true],
  [{ ...step, ok: true, outcome: "ok" }, true],
  [{ ...edit, diff: "+ a" }, true],
  [edit, false],
])("tells whether there is more to show than the outcome", (given, telling) => {
  expect(isTelling(given)).toBe(telling);
});
