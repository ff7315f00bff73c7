import { expression } from "../../../patterns/expression.ts";
import type { ClosingTables } from "../closing-tables.ts";

/** Commands that the agent says it ran, and how they ended. */
export const ENGLISH_OWN_RUNS: Pick<
  ClosingTables,
  "wholeSuite" | "ownRun" | "ownRunOf" | "byOthers" | "wentWell" | "elsewhere" | "ofExitCode" | "flags"
> = {
  flags: expression("i")`
    ‹(\d+)›[^.;!?]{0,60}?\b(?:
      (?:flags|catches|rejects|refuses|complains|points (?:at|out))(?! (?:nothing|none|no)\b)
      |(?:reports|finds|lists|shows|prints) (?:the |exactly |just |only |all )*
      (?:(?:one|two|three|four|five|[1-9]\d*) (?:\w+ ){0,2})?(?:
        errors?|violations?|findings?|offen[cs]es?|problems?|issues?|warnings?|faults?|mistakes?
        |(?:
          deleted|removed|unused|missing|broken|changed|unknown|invalid|wrong|bad|forbidden|deprecated|outdated
          |vulnerable
        ) \w+
      )\b(?! (?:as|in) (?:json|xml|sarif|text|colou?r))
    )
  `,
  wholeSuite:
    /\b(?:whole|entire|full|complete) (?:(?:unit|test|spec) )?(?:test[- ])?(?:suites?|codebase|project|repo(?:sitory)?)\b/i,
  ownRun: expression("i")`
    (?:
      (?:^|[.;:,(–—] ?|\b(?:and|then|finally|also) )(?:i|we|i've|we've|i have|we have) (?:also |then |just |now )*
      (?:re-?)?(?:ran|run|executed)
      |^(?:
        (?:wrote|built|[a-z]{2,20}ed) (?:
          (?!
            \b(?:that|which|who|how|where|when|while|it|they|job|step|script|container|hook|workflow|pipeline|ci)\b
          )[^.;:]
        ){0,120}?\band (?:then |also )*
      )?(?:re-?)?(?:ran|executed)
    ) ‹(\d+)›(?!.*\b(?:last|ago|yesterday|earlier|before|once|example|mentally|head|hand|hook|alias)\b)
  `,
  ownRunOf: expression("i")`
    (?:^|[.;:,(–—] ?|\b(?:and|then|also) )(?:i|i've|i have) (?:also |then |just |now |even )*(?:re-?)?
    (?:ran|run|executed) (
      (?:(?:the|all|your|our|my|full|whole|entire|unit|existing|e2e|integration|new|local) )*(?:
        tests?|test suite|suite|app|application|server|script|program|build|linter|formatter|type[- ]?checker
        |benchmarks?|migrations?
      )
    )(?=\s*(?:$|[.,;:!()]|(?:and|again|twice|locally|with|to|on|several|many|\w+ times)\b))
    (?!.*\b(?:last|ago|yesterday|earlier|before|once|example|mentally|head|hand|hook|alias)\b)
  `,
  byOthers: expression("i")`
    \b(?:
      which|who|they|he|she|you|it [a-z]+ed|authors?|commits?|upstream|prs?|team|colleague|someone|last|yesterday
      |ago|back(?!-)|previous(?:ly)?|earlier|sprint|release|branch|history|log|changelog|so far|in v?\d
    )\b|#\d
  `,
  wentWell: expression("i")`
    ‹(\d+)›(?:
      \s+(?:now |still |also |all |both |then )*(?:
        pass(?:es|ed)?(?=\s*(?:$|\(\d|[.,;:!)✅✓✔—–]|(?:now|and|again|with|cleanly|too|without)\b))
        |succeed(?:s|ed)?
        |(?:complet|finish)(?:es|ed) (?:
          successfully|cleanly|fine|without (?:any )?(?:errors?|failures?|issues?|problems?)
          |with no (?:errors?|failures?|issues?|problems?)
        )\b
        |(?:is|was|runs?|ran|renders?) (?:now |all )*
        (?:clean(?:ly)?|green|successful(?:ly)?|fine|without (?:any )?(?:errors?|failures?|issues?|problems?))\b
        |comes? back (?:all )?(?:clean|green|ok)\b|reports? (?:no|zero|0) )
      |\s*(?:[|:→—–-]+\s*(?:[✅✓✔]️?\s*)?|[✅✓✔]️?\s*)(?:all )?(?:pass(?:es|ed|ing)?|green|clean|succe(?:ss|eds|eded))
      [\s.!|]*$
      |\s*[:→—–-]?\s*[✅✓✔]️?[\s.!]*$|(?<=[✅✓✔]️?\s?‹\d+›)[\s.!]*$
    )
  `,
  elsewhere: expression("i")`
    (?:^|[.;:,—–(]\s*|\band )(?:
      with|after|at|on|in|from|against|under|using|once|when|before|until|by|for|add|set|change|replace|remove|bump
      |use|run|drop|rename
    )\b[^|;]{0,200}\|
    |\|[^;]{0,200}\b(?:on|at|in(?! \d)|with(?! (?:no|zero|0)\b)|after\w*|once|when|if|before|for)\b
  `,
  ofExitCode: /\bexit(?:s|ed|ing)?\b|\bnon-?zero\b|\b(?:return|status) code\b/i,
};
