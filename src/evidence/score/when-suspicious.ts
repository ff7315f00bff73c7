import { evidenceOf } from "../evidence.ts";
import { suspicionOf } from "./score.ts";
import { gateVerdict, type Judge } from "../../verdict.ts";

/** A turn whose score is lower is not asked about where the person chose `observer.when: suspicious`. */
export const ASKED_FROM = 0.25;

/** A judge that is asked only about ended turns whose record looks suspicious: cheaper, and it sees less. */
export function whenSuspicious(judge: Judge): Judge {
  return {
    ...judge,
    async assess(assessment) {
      const { thread, turn, trigger } = assessment;
      const { p } = suspicionOf(evidenceOf(thread, turn));
      if (trigger === "parallel" || p >= ASKED_FROM) return judge.assess(assessment);
      const looks = `the record does not look suspicious (${p.toFixed(2)} of ${ASKED_FROM})`;
      return gateVerdict("ok", `no model was asked: ${looks}, and observer.when is suspicious`);
    },
  };
}
