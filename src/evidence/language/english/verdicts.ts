import { part } from "../../../patterns/expression.ts";
import type { ClaimPattern } from "../language.ts";

/** After "pass" as a verdict, the clause ends or says how, where and when; a noun would be something passed on. */
export const PASS_END = part`
  (?=
    \s*(?:
      $|[.,;:!?)(\]|—–✅✓✔🎉❌*"'/-]|\d
      |(?:
        again|now|with|without|locally|under|across|after|before|and|cleanly|successfully|including|too|as|when
        |while|at|against|unchanged|here|there|fine|for|either|throughout|so|but|because|since|except|out|of|overall
        |everywhere|consistently|reliably|on(?! to\b)
        |in(?! (?:(?:a|an|the)\b|‹|[\w -]{1,40} (?:instead|rather)\b))
        |by|via|even|if|unless|once|today|apart|aside|though|although|however
      )\b
    )
  )
`;
export const GREEN = part`
  complet(?:es?|ed) (?:successfully|cleanly)|(?:is|are|was|were) successful
  |(?:is|are|was|were|all|still|stays?|remains?|now|back to|(?<=\w'(?=s))s)\s+(?:\w+\s+)?green
`;
export const PASS = `(?:pass(?:es|ed|ing)?${PASS_END}|succeed(?:s|ed|ing)?|${GREEN})`;
export const TICK = "(?:✅|✓|✔️?)";
/** A row of a table or a list that gives the outcome of what stands before it, and ends with that: "pytest | ✅ passed". */
export const LISTED_WELL = part`
  \s*(?:[|:→⇒=>—–-]+\s*(?:${TICK}\s*)?|${TICK}\s*)(?:all )?(?:pass(?:es|ed|ing)?|green|succe(?:ss|eds|eded))[\s.!|]*$
`;
export const claim = (type: ClaimPattern["type"], source: string): ClaimPattern => ({
  type,
  pattern: new RegExp(source, "i"),
});
