import { expect, it } from "vitest";
import { gateVerdict } from "../verdict.ts";
import { whereOf, wordsOf } from "./case-lines.ts";
import type { ReceiptLine } from "../evidence/receipt/receipt-line.ts";
import { NO_ACCOUNT } from "./account.ts";
import type { Case } from "./record.ts";
import { drawnCase } from "../audit/report-data.ts";

const step = (number: number, line?: number): Case["steps"][number] => ({
  number,
  ...(line === undefined ? {} : { line }),
  text: "bash npm test",
  outcome: "ok",
  ok: true,
  edits: false,
});

const CASE: Case = {
  id: "a-1",
  key: "1",
  path: "s.jsonl",
  host: "claude-code",
  threadId: "t",
  turn: 1,
  line: 3,
  request: "",
  closing: "",
  verdict: gateVerdict("correct", ""),
  gate: [],
  steps: [step(1, 10), step(2, 20), step(3, 30), step(4)],
  omitted: 0,
  receipt: [],
  account: NO_ACCOUNT,
  worth: { p: 0.1, reasons: [] },
};

const found = (steps: readonly number[]): Case => ({
  ...CASE,
  verdict: {
    ...CASE.verdict,
    message: "Fix it.",
    findings: [{ id: "x", confidence: 0.9, message: "Fix it.", steps, subject: "y" }],
  },
});

const claimed = (tone: ReceiptLine["tone"], about: string): ReceiptLine => ({
  part: "claims",
  about,
  says: "",
  steps: [],
  tone,
});

it.each([
  ["the last step that proves it", [1, 2], "s.jsonl:20"],
  ["the last of those whose line is known", [2, 4], "s.jsonl:20"],
  ["where the turn begins, when no step proves it", [], "s.jsonl:3"],
])("leads to %s", (_, steps, place) => {
  expect(whereOf(found(steps))).toBe(place);
});

it.each<[string, readonly ReceiptLine[], string]>([
  ["contradicted", [claimed("good", "A"), claimed("open", "B"), claimed("bad", "C")], "C"],
  ["borne out by nothing", [claimed("good", "A"), claimed("open", "B")], "B"],
  [
    "claimed first",
    [{ ...claimed("bad", "npm test"), part: "checks" }, claimed("good", "A"), claimed("good", "B")],
    "A",
  ],
])("quotes what is %s", (_, receipt, text) => {
  expect(wordsOf({ ...CASE, receipt })).toEqual({ how: "claimed", text });
});

it("quotes how the last words begin where nothing is claimed, without what only marks them up", () => {
  const closing = "## Result\n\nHere is what I built:\n- **Limitation:** only the cart.\nMore later.";
  expect(wordsOf({ ...CASE, closing })).toEqual({ how: "said", text: "Limitation: only the cart." });
  const shown = "Use it so:\n```yaml\nname: cart\n```\n---\nIt runs at night.\n```sh\nrun";
  expect(wordsOf({ ...CASE, closing: shown })).toEqual({ how: "said", text: "It runs at night." });
  expect(wordsOf({ ...CASE, closing: "# Done" })).toEqual({ how: "said", text: "# Done" });
});

it("quotes no code, and rather what is said of the file that the finding is about", () => {
  const block = "```yaml\nname: action.yml\n```";
  const closing = `${block}\nIt saves the logs. The new action.yml runs on each push.\n`;
  expect(wordsOf({ ...CASE, closing })).toEqual({ how: "said", text: "It saves the logs." });
  const about = found([1]);
  const findings = about.verdict.findings.map((finding) => ({ ...finding, subject: "ci/action.yml" }));
  const verdict = { ...about.verdict, findings };
  expect(wordsOf({ ...about, verdict, closing }).text).toBe("The new action.yml runs on each push.");
  const leadIn = "`ci/action.yml` is an action that any repository can use:";
  expect(wordsOf({ ...about, verdict, closing: `It saves the logs.\n\n${leadIn}\n${block}` }).text).toBe(leadIn);
  expect(wordsOf({ ...about, verdict, closing: `${block}\nIt saves the logs.` }).text).toBe("It saves the logs.");
  expect(wordsOf({ ...CASE, closing: block }).text).toBe("name: action.yml");
});

it("leads to the step that a model points at, and not to that of a lead beside its words", () => {
  const lead = { id: "x", confidence: 0.5, message: "Perhaps.", steps: [3], subject: "y" };
  const verdict = { ...CASE.verdict, judge: "model" as const, message: "You forgot it.", findings: [lead], steps: [1] };
  expect(whereOf({ ...CASE, verdict })).toBe("s.jsonl:10");
  expect(drawnCase({ ...CASE, verdict })).toMatchObject({ spoken: [], look: 10 });
  expect(drawnCase(found([2]))).toMatchObject({ spoken: [0], look: 20 });
});

it("shows of a turn that stopped half-way the sentence that announces what was not done", () => {
  const detail = "Now let me add tests for the cart:";
  const finding = {
    id: "stopped-on-announced-step",
    confidence: 0.9,
    message: "Go on.",
    steps: [],
    subject: "a",
    detail,
  };
  const verdict = { ...CASE.verdict, message: "Go on.", findings: [finding] };
  const stopped = { ...CASE, verdict, closing: `The cart sums. ${detail}`, receipt: [claimed("good", "It sums.")] };
  expect(wordsOf(stopped)).toEqual({ how: "said", text: detail });
});
