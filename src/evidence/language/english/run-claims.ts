import { part } from "../../../patterns/expression.ts";
import type { ClaimPattern } from "../language.ts";
import { LISTED_WELL, PASS_END, TICK, claim } from "./verdicts.ts";

/** The outcome in one word, right after what was run: "`make lint` clean", "`tsc` (clean)". */
const SHORTLY_WELL = "(?:is |was |all |now |both )*(?:clean|green)";

/** A command, in a code span, was run or went well. */
export const RUN_CLAIMS: readonly ClaimPattern[] = [
  claim(
    "ran",
    part`
      ‹\d+›(?: runs?)?\s+(?:now |still |also |all |both )*(?:
        pass(?:es|ed)?${PASS_END}|succeed(?:s|ed)?
        |(?:complet|finish)(?:es|ed) (?:
          successfully|cleanly|fine|without (?:any )?(?:errors?|failures?|issues?|problems?)
          |with no (?:errors?|failures?|issues?|problems?)
        )
        |(?:is|are|was|were|runs?|ran|renders?) (?:(?:now|both|all) )*
        (?:clean(?:ly)?|green|successful(?:ly)?|fine|happy|without (?:any )?(?:errors?|failures?|issues?|problems?))
        |comes? back (?:all )?(?:clean|green|ok)|reports? (?:no|zero|0)
        |exit(?:s|ed) (?:cleanly|(?:with )?(?:code |status )?0)(?=\s*(?:$|[.;!)|]))
      )\b
    `,
  ),
  claim("ran", `^[^\\w‹]*‹\\d+›${LISTED_WELL}`),
  claim("ran", `‹\\d+›\\s*(?:\\(${SHORTLY_WELL}\\)(?!\\s*:)|${SHORTLY_WELL}(?=\\s*(?:$|[.,;:!)|])))`),
  claim("ran", `^[^\\w‹]*‹\\d+›\\s*[:→—–|-]+\\s*(?:${TICK}\\s*)?(?:all|every)\\b[^.;:|]{0,60}\\bpass(?:es|ed)?\\b`),
  claim("ran", "^[^\\w‹]*passed ?: ?‹\\d+›(?=\\s*(?:$|[.,;]|and ‹))"),
  claim("ran", "^[^\\w‹]*‹\\d+›\\s*[|:→—–-]+\\s*clean[\\s.!|]*$"),
  {
    ...claim("ran", `^[^\\w‹]*(?:‹\\d+›\\s*[:→—–-]?\\s*${TICK}|${TICK}\\s*‹\\d+›)[\\s.!]*$`),
    weak: true,
  },
  claim("ran", "\\b(?:ran|executed|re-ran|reran)\\b"),
];
