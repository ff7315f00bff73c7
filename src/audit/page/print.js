/** @import { ReportData, ReportRow } from "../report-data.ts" */
import { element } from "../../web/parts/dom.js";
import { many } from "../../web/parts/figures.js";
import { turnBlocks } from "./case-view.js";

/** More would fill a cupboard: the rest can be filtered for. */
const PRINTED_CASES = 200;

/**
 * On paper nothing can be chosen: there every case of the list stands with what matters of it, as long as it is printed.
 * @param {HTMLElement} box
 * @param {ReportData} data
 * @param {() => readonly ReportRow[]} listed
 */
export function printing(box, data, listed) {
  addEventListener("beforeprint", () => {
    const cases = listed().filter((row) => row.caseId !== "");
    const left = cases.length - PRINTED_CASES;
    box.replaceChildren(
      ...cases
        .slice(0, PRINTED_CASES)
        .map((row) => element("article", { class: "printed-case" }, ...turnBlocks(row, data, true))),
      ...(left > 0 ? [element("p", {}, `${many(left, "more case")} not printed: filter the list for them.`)] : []),
    );
    document.body.classList.toggle("prints-cases", cases.length > 0);
  });
  addEventListener("afterprint", () => {
    box.replaceChildren();
    document.body.classList.remove("prints-cases");
  });
}
