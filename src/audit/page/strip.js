/** @import { DrawnStep } from "../report-data.ts" */
/** @import { View } from "./steps.js" */
import { drawing, element } from "../../web/parts/dom.js";
import { many } from "../../web/parts/figures.js";
import { reveal } from "./steps.js";

const STRIP_WIDTH = 640;
const STRIP_HEIGHT = 36;
/** Of a few steps, a wide mark would look like a long one. */
const WIDEST = 14;

/**
 * The turn from left to right: edits, checks with their ends, and everything else, each a mark that leads to its step.
 * @param {View} view
 */
export function strip(view) {
  const { steps, omitted } = view.found;
  const total = Math.max(1, steps.at(-1)?.number ?? 1);
  const first = Math.min(total, steps[0]?.number ?? 1);
  const room = STRIP_WIDTH / (total - first + 1);
  const kinds = new Map(steps.map((step) => [step, kindOfStep(step, view)]));
  const count = (/** @type {string} */ kind) => [...kinds.values()].filter((each) => each.startsWith(kind)).length;
  const [edits, checks, failed] = [count("edit"), count("check"), count("check bad")];
  const ends =
    checks === 0 ? "no check with an end that is told" : `${many(checks, "check")}, ${failed} of them failed`;
  const label = `${many(steps.length + omitted, "step")}: ${many(edits, "edit")}, ${ends}`;
  const svg = drawing("svg", {
    viewBox: `0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}`,
    class: "strip",
    role: "img",
    "aria-label": label,
  });
  svg.append(
    drawing("line", { x1: 0, x2: STRIP_WIDTH, y1: STRIP_HEIGHT - 0.5, y2: STRIP_HEIGHT - 0.5, class: "grid" }),
    ...steps.map((step) => {
      const kind = kinds.get(step) ?? "";
      const height = kind.startsWith("check")
        ? STRIP_HEIGHT
        : kind === "edit"
          ? STRIP_HEIGHT * 0.66
          : STRIP_HEIGHT * 0.3;
      const width = Math.max(1.5, Math.min(WIDEST, room * 0.7));
      const x = (step.number - first + 0.5) * room - width / 2;
      return drawing(
        "g",
        { class: `mark-of ${kind}`, click: () => reveal(step.number) },
        drawing("title", {}, `step ${step.number}: ${step.text.slice(0, 80)} → ${step.outcome || "no result"}`),
        drawing("rect", { x: x - 1, y: 0, width: width + 2, height: STRIP_HEIGHT, class: "hit" }),
        drawing("rect", { x, y: STRIP_HEIGHT - height, width, height, rx: 1 }),
      );
    }),
  );
  const key = [
    ["edit", "edit"],
    ["check good", "check passed"],
    ["check bad", "check failed"],
    ["check open", "check, out of date or its end not shown"],
    ["other", "anything else"],
  ].filter(([kind = ""]) => [...kinds.values()].some((each) => each === kind || (kind === "other" && isOther(each))));
  return element(
    "div",
    { class: "strip-box" },
    svg,
    element(
      "p",
      { class: "legend key" },
      key.map(([kind = "", words = ""]) => element("span", { class: kind }, words)),
    ),
  );
}

/**
 * @param {DrawnStep} step
 * @param {View} view
 */
function kindOfStep({ number, edits, ok }, { found }) {
  const checks = found.receipt.filter(({ part, steps }) => part === "checks" && steps[0] === number);
  const worst = ["bad", "open", "good"].find((tone) => checks.some((check) => check.tone === tone));
  if (checks.length > 0) return `check ${worst ?? "open"}`;
  if (edits) return "edit";
  return ok ? "other" : "other bad";
}

/** @param {string} kind */
function isOther(kind) {
  return kind.startsWith("other");
}
