import { expression, part } from "../../../patterns/expression.ts";
import type { WrittenWords } from "../written-words.ts";

const KIND_OF_TEST =
  "unit|regression|integration|table-driven|parametri[sz]ed|property-based|e2e|end-to-end|snapshot|golden|fuzz|acceptance|functional";
const OPENS = "(?:^|[.;:,(|–—✅✓✔-] ?|\\b(?:i|we|i've|we've|and|also|then|so) )[`\"'*\\s]*(?:also |then |now |just )*";
/** What a file can hold. After other words, a file may be only what they point to, as in "a link to". */
const HELD = part`
  (?:
    ‹\d+›|entry|entries|sections?|lines?|rules?|tests?|test cases?|cases?|steps?|options?|fields?|flags?|keys?
    |settings?|notes?|examples?|helpers?|functions?|methods?|scripts?|targets?|comments?|patterns?|constants?|types?
  )(?: ?\([^()]{1,60}\))?
`;
/** Words after which the file named at the end may not be the place that is meant. */
const ASTRAY = part`
  which|that|because|since|so|as|like|by|where|when|while|using|via|based|instead|to|in|into|from|match\w*|mirror\w*
  |used|defined|found|described|than|per|against|after|before|if
`;

export const ENGLISH_WRITTEN: WrittenWords = {
  newTests: expression("i")`
    (?:^|[.;:,|–—✅✓✔-] ?|\b(?:i|we|i've|we've|and|also) )(?:also )?(?:
      (?:added|wrote) (?:
        (?:an?|the|its) (?:(?!tests?\b)[\w‹›-]+ ){1,4}(?:and|with|plus) (?=
          (?!the |all |existing |no )(?:[\w-]+ ){0,3}tests(?: for (?:it|them|this|that|both|‹\d+›))?\s*(?:$|[.,;:!)(])
        )
      )?(?:
        (?:
          an?|the|new|some|two|three|four|five|six|\d+|${KIND_OF_TEST}|more|further|additional|comprehensive|matching
          |corresponding|missing|extensive|dedicated|focused
        ) )*(?:tests|test cases?|(?:${KIND_OF_TEST}) test)
      |(?:extended|expanded|updated|adjusted|adapted) (?:the|our|its) (?:(?!tests?\b)[\w‹›-]+ ){0,3}
      (?:tests|test suite)
    )(?=
      \s*(?:
        $|[.,;:!)(]
        |(?:and|for|that|which|with|where|covering|around|asserting|checking|verifying|so)\b
        |to (?:
          assert|expect|include|match|cover|check|verify|ensure|make|lock|guard|prove|pin|confirm|catch
          |the (?:test )?suite
        )\b
        |(?:to|in|into) (?:
          ‹|\S*(?:test|spec)
          |(?:the|our|its) (?:[\w‹›-]+ ){1,3}(?:tests|specs|suite|package|module)\b(?! (?:plan|list))
        )
      )
    )
  `,
  ownVoice: expression("i")`
    ^\W*(?:(?:(?:unit )?tests?|testing|coverage)\W{1,4}(?=(?:[a-z]+ed|wrote)\b))?(?:
      (?:[a-z]+ed|wrote|rewrote|made|built|done|also|then|now|and|both|everything|all (?:done|set|good))\b
      |(?:.*[\s,;:(])?(?:i|we|i've|we've|i have|we have)\b
    )
  `,
  inVain: expression("i")`
    \b(?:
      delet\w+|remov\w+|revert\w*|discard\w*|thr[eo]w\w*|took|taken|out again|scratch|temporar\w+|reject\w*
      |rolled back|undid|undone|repl|paper|head
    )\b
  `,
  newByName: new RegExp(
    `${OPENS}(?:added|wrote|extended|strengthened|tightened) (?:the |an? |new |tests? )*‹(\\d+)›`,
    "i",
  ),
  listsNew: /^(?:added|new|new tests?|tests? added|added tests?|new test cases?)$/i,
  reason: expression("i")`
    [,;–—(]? (?:so(?: that)?|which|since|because)\b
    (?!.*\b(?:by|wrote|written|generated|came|earlier|yesterday|last|already|had been)\b)[^;]*
  `,
  isSubject:
    /^(?:(?!\b(?:and|that|which|to|so|where)\b)[^,;:.–—(])*\b(?:is|are|was|were|pass(?:es|ed)?|fails?|covers?|runs?|exists?)\b/i,
  notInCode: expression("i")`
    \b(?:to|in|into|on|with)\b[^.;]{0,60}\b(?:
      list|backlog|ticket|issue|prs?|push|plan|checklist|settings?|ci|comments?|docs?|wiki|board|sheet|summary
      |answer|above|below|chat
    )\b
  `,
  listsOther: expression("i")`
    \b(?:
      ways?|options?|approach\w*|alternatives?|candidates?|findings?|review\w*|issues|problems|ideas?|suggest\w*
      |draft\w*|propos\w*|message|description|notes|else
    )\b
  `,
  tidying: expression("i")`
    \b(?:
      unused|imports?|format\w*|lint\w*|indent\w*|white ?space|trailing|semicolons?|quotes|sort\w*|nolint
      |directives?|warnings?|suppress\w*
    )\b
  `,
  goesOn: expression("i")`
    \b(?:
      continu(?:e|ed|ing) (?:from|the|our|with)|left off|(?:previous|last|earlier) (?:session|conversation|chat)
      |so far|already (?:wrote|written|added|made|did|done)
    )\b
  `,
  intoFile: expression("i")`
    ${OPENS}(?:
      (?:added|put|inserted|appended|moved|wrote) (?:(?!\b(?:${ASTRAY})\b)[^.;:|]){0,100}?(?<![\w-])${HELD}[\`"'*,]* (?:to|into|in)
      |(?:removed|deleted|dropped|stripped|renamed) (?:(?!\b(?:${ASTRAY}|for|with)\b)[^.;:|]){0,60}?(?<![\w-])
      ${HELD}[\`"'*,]* (?:from|in)
    ) (?:the |our |your )?[\`"'*]*$
  `,
  changedFile: new RegExp(`${OPENS}(?:updated|changed|edited|modified|adjusted) (?:the |our |your )?[\`"'*]*$`, "i"),
  saidInFile: new RegExp(
    `${OPENS}(?:documented|mentioned|described|explained|noted) (?:(?!\\b(?:${ASTRAY})\\b)[^.;:|]){1,80} in (?:the |our |your )?[\`"'*]*$`,
    "i",
  ),
  doneToFile: expression("i")`
    ^[\`"'*]*\s*(?:\([^()|]{1,30}\)\s*)?[:|–—-]\s*[✅✓✔*\s]*(?:
      added|deleted|removed|dropped|renamed|moved|replaced|updated|extended|switched|documented|rewrote|extracted
      |simplified|inlined|changed
    )\b(?! (?:by|in|earlier|upstream|before|already|on|if|when)\b)
    (?![^,;|]*\b(?:is|are|was|were|has|have|had|still|needs?|looks?|seems?)\b)
  `,
  stateOfFile: /^[`"'*]*\s*(?:\([^()|]{1,30}\)\s*)?[:|–—-][✅✓✔*\s]*(?:updated|changed)[*\s]*(?:$|[.,;(|–—])/i,
  newFile: expression("i")`
    (?:^|[.;:,(|–—✅✓✔-] ?|\b(?:i|we|i've|we've|and|also|then) )(?:also |then |now |just )*added (?:(?:an?|new|small|minimal|short) )*
    [\`"'*]*$
  `,
  placeEnds: /^[`"'*]*(?=\s*(?:$|[.,;:!)(—–|]|(?:so|that|and|as|for|to|with|because|since|which|too|where)\b))/i,
  fileEnds: /^[`"'*]*(?=\s*(?:$|[.;!)(—–]|(?:that|which|with|so|for|containing|where)\b))/i,
};
