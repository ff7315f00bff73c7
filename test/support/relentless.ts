import { type Judge, verdictOf } from "../../src/verdict.ts";

/** Always objects, never twice in the same words. */
export function relentless(): Judge {
  let count = 0;
  return {
    name: "evidence",
    assess() {
      count += 1;
      const word = `word${count}`;
      const finding = { id: `f${word}`, confidence: 1, message: "", steps: [], subject: word };
      const said = { message: `${word} alpha${word} beta${word} is gamma${word}`, findings: [finding], confidence: 1 };
      return { ...verdictOf("evidence", "correct", ""), ...said };
    },
  };
}
