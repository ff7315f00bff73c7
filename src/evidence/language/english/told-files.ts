import { expression } from "../../../patterns/expression.ts";
import type { ClosingTables } from "../closing-tables.ts";

/** Words about files that are new, changed, gone, or where they were. */
export const ENGLISH_TOLD_FILES: Pick<
  ClosingTables,
  | "createdBefore"
  | "ownCreation"
  | "notCreated"
  | "changedBefore"
  | "namedAside"
  | "createdAfter"
  | "fileStays"
  | "fileGone"
> = {
  createdBefore: expression("i")`
    (?<!\b(?:the|auto|previously|already|user)[- ])\b(?:created|wrote|generated|scaffolded|added|new files?)\b(?:
      [\s\`"'*:,&+(]
      |\b(?:
        a|an|the|new|two|three|four|five|\d+|following|both|also|and|initial|small|simple|short|dedicated|separate
        |shared|single|detailed|comprehensive|complete|full|basic|minimal|files?|scripts?|modules?|components?
        |pages?|docs?|documents?|documentation|guides?|tests?|unit|integration|e2e|config|configuration|migrations?
        |helpers?|hooks?|class|classes|types?|utils?|utility|schemas?|specs?|workflow|readme|report|summary|plan
        |markdown|json|yaml|typescript|javascript|python|shell|called|named|at
      )\b
    )*$
  `,
  ownCreation: expression("i")`
    (?:^|[.;:,(|✅✓✔–—]\s*|\b(?:i|we|i've|we've|and|also|then|now|have|has|been|was|were|is|are)\s+)[\`"'*]*
    (?:\w+ly )?(?:created|wrote|generated|scaffolded|added)\b[^.;]*$
    |^\W*(?:(?:a|an|the|one|two|three|\d+) )?(?:\w+ )?new files?\b
  `,
  notCreated: /^[`"'*]*-\w|^[`"'*,\s]*(?:is|are|gets?|will be|would be|entry|entries|support|handling|to)\b/i,
  changedBefore: expression("i")`
    \b(?:
      updated|modified|changed|edited|rewrote|refactored|extended|replaced|renamed|moved|added|adjusted|wired
      |extracted|raised|bumped|lowered|increased|reduced|switched|converted|patched|fixed|created|wrote|written
    )\b(?:(?!\b(?:which|that|already|from|by|used|imports?|like)\b)[^.;])*$
  `,
  fileStays: expression("i")`
    \b(?:
      stay\w*|keeps?|kept|in use|exists?|needs?|needed|imports?|imported|break|rm|symlink
      |old (?:file|one|name|module)|as it was|shall|go
    )\b
  `,
  fileGone: /\b(?:deleted|removed|renamed|moved|gone|dropped)\b/i,
  namedAside: /\b(?:because|since|instead|but|not|without|while|whereas|although)\b/i,
  createdAfter: expression("i")`
    ^[\`"'*\s]*(?:
      \((?:new|created)\b
      |[-–—:]\s*(?:
        new (?:
          file\b
          |(?:tests?|page|module|script|component|migration|document)
          (?=\s*(?:$|[.,;:()—–]|(?:for|of|with|covering|that|which|and)\b))
        )|created\b(?! (?:by|on|at|per|when|if|during)\b)
      )|\|\s*(?:created|new(?: file)?)\s*(?:\||$)
    )
  `,
};
