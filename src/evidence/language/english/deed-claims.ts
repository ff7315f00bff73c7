import { part } from "../../../patterns/expression.ts";
import type { ClaimPattern } from "../language.ts";
import { claim } from "./verdicts.ts";

/** Something was tried, made, changed or brought somewhere. */
export const DEED_CLAIMS: readonly ClaimPattern[] = [
  {
    ...claim(
      "verified",
      "\\b(?:verified|validated|confirmed|(?:manually |also |end-to-end )tested|double-checked|tested (?:it|that|the|this|both|end))\\b",
    ),
    unless: /\bby (?:code |careful |close )*(?:inspection|reading|review|eye)\b/i,
  },
  claim("verified", "\\bworks? (?:correctly|as expected|as intended|end[- ]to[- ]end|now|fine|properly)\\b"),
  claim("deployed", "\\b(?:deployed|released|published|rolled out|is live|shipped)\\b"),
  claim(
    "migrated",
    part`
      \b(?:
        (?:database|db|schema) (?:is|was|has been) (?:(?:now|fully|successfully) )*migrated
        |(?:applied|ran|executed) (?:(?:the|all|both|pending|new|database|db|this) ){0,4}migrations?
        |migrations? (?:(?:was|were|is|are|has|have|been|now|successfully|created|generated|written|added|and) ){1,4}
        (?:applied|(?<=\b(?:was|were|been|and|successfully) )(?:run|executed))
      )\b(?! (?:
        by (?!me\b|us\b)|there\b|automatically\b
        |(?:on|at|during|in|with|before|after) (?:\w+ ){0,2}
        (?:deploy\w*|boot|start\w*|releases?|ci|pipeline|launch|rollout)\b
      ))
    `,
  ),
  claim("pushed", "\\b(?:pushed)\\b"),
  claim(
    "opened-pull-request",
    "\\b(?:opened|created|raised|submitted) (?:an? |the |my |new |draft )*(?:pull request|merge request|pr|mr)\\b",
  ),
  claim("git-history", "\\b(?:tagged|rebased|cherry-picked|merged)\\b"),
  claim("committed", "\\b(?:committed|commit (?:is )?(?:done|made|created))\\b"),
  claim(
    "created",
    part`
      \b(?:
        created|wrote|written|generated|scaffolded
        |added (?:a )?(?:new )?
        (?:file|script|module|test file|doc(?:ument)?|migration|component|config(?:uration)? file|workflow)
        |new (?:files?|tests? files?|scripts?|modules?|components?|documents?|migrations?)
      )\b
    `,
  ),
  claim("created", "^‹\\d+›\\s*(?:\\((?:new|created|added)\\)|[-–—:|]\\s*(?:new|created)\\b)"),
  claim(
    "updated",
    part`
      \b(?:
        updated|modified|changed|edited|rewrote|refactored|extended|replaced|renamed|moved|added|adjusted|wired
        |extracted|raised|bumped|lowered|increased|reduced|switched|converted|patched
      )\b
    `,
  ),
  claim("deleted", "\\b(?:deleted|removed|dropped)\\b"),
  claim("fixed", "\\b(?:fixed|resolved|solved|addressed|corrected)\\b"),
];
