import { expression } from "../../../patterns/expression.ts";
import type { RequestTables } from "../request-tables.ts";

/** The form of a message: a question, an order, a wish for a plan, a word to stop. */
export const ENGLISH_ASK_FORMS: Pick<
  RequestTables,
  | "courtesy"
  | "verbAndObject"
  | "reserve"
  | "depends"
  | "questionOpening"
  | "imperative"
  | "codeDoes"
  | "politeAsk"
  | "planOnly"
  | "stop"
> = {
  courtesy: expression("i")`
    ^\W*(?:
      (?:
        please|pls|plz|also|and|but|then|so|now|ok(?:ay)?|just|only|finally|lastly|afterwards?|after that
        |(?:when|once) (?:(?:you(?:'re| are)?|it(?:'s| is)|all is|everything is) )?(?:done|finished)(?! \w)
        |next|secondly|important|note|nb|ps|thanks|hi|hey|hello|btw|again|remember|additionally|furthermore|plus|oh
        |yes|no|great|cool|perfect|good|one more thing|by the way|as always|as usual
        |make sure(?: that)?(?: you| to)?|be sure to|you (?:should|must|need to|have to)
        |(?:can|could|would|will) you|i(?:'d| would)? (?:want|need|like|expect) you to
        |(?:i|we) (?:should|must|need to|have to|need|want|also)|(?:i|we)$|let's|lets|kindly|go ahead and|to-?do
        |step \d+|\d+
      )(?:\W+|$)
    )+
  `,
  verbAndObject: expression("i")`
    ^(?!
      (?:
        i|we|you|he|she|it|they|this|that|these|those|the|an?|my|our|your|their|his|her|its|some|any|every|each|all
        |most|many|no|there|here|who|which|what|both|another|other|in|on|at|for|with|from|to|of|as|by|during|within
        |while|when|if|or|once|now|before|after|until|unless|since|because|not|without|except|than|me|us
      )\b
    )[a-z]+(?: (?:up|out|down|in|on|off|over|away|back|at|into|for|after))? (?:
      (?:the|an?|it|this|that|these|those|all|my|our|your|both|each|every)\b
      |[\`"'‹]|[\w-]+(?:\.\w|\/)
    )
  `,
  reserve: expression("i")`
    ^(?:in|on|for|during|within|inside|under|at|with|from|as|instead|rather|like)\b
    |\b(?:
      if
      |when(?! (?:(?:you(?:'re| are)?|it(?:'s| is)|all is|everything is) )?(?:done|finished|ready|works))
      |whenever
      |once(?! (?:(?:you(?:'re| are)?|it(?:'s| is)|all is|everything is) )?(?:done|finished|ready|works))
      |unless|until|while|whether|ideally|preferably|says?|said|told|reads|wrote
      |would(?! you (?!like|prefer|rather|say)\b)|might|maybe|perhaps|can't|cannot|couldn't|won't|doesn't|didn't|why
      |how|(?<!\b(?:you|we|i) )should|(?<!\byou )will
    )\b|'ll\b
  `,
  depends: expression("i")`
    \b(?:
      if
      |when(?! (?:(?:you(?:'re| are)?|it(?:'s| is)|all is|everything is) )?(?:done|finished|ready|works))
      |whenever
      |once(?! (?:(?:you(?:'re| are)?|it(?:'s| is)|all is|everything is) )?(?:done|finished|ready|works))
      |unless|until|in case|as soon as|whether|only|no,? wait|scratch that|never ?mind|actually
    )\b
  `,
  questionOpening: expression("i")`
    ^\s*(?:
      q:|question:|why|what|how|when|where|who|which|is|are|was|were|does
      |do (?!not|it|the|this|that|these|a|an|all|both|step|option|n't)
      |did|can (?:i|we|it|this|that|they)|could (?:i|we|it|this|that|they)|should|would|will|has
      |have (?:we|you|they|i)|shouldn't|doesn't|isn't|aren't|any (?:idea|chance|reason)
    )\b
  `,
  imperative: expression("i")`
    ^\s*(?:
      (?:
        please|then|now|also|and|so|ok(?:ay)?|yes|first|next|finally|great|cool|let's|lets|can you|could you
        |would you|i want you to|i'd like you to|we need to|you should|go ahead and
      )[,:]?\s+
    )*(?:
      add|create|implement|fix|update|change|make|write|remove|delete|rename|refactor|move|replace|use|run|build
      |set ?up|install|configure|convert|extract|extend|improve|address|apply|do|commit|push|test|verify|check
      |review|clean|sort|show|generate|document|wire|merge|resolve|migrate|split|handle|support|enable|disable|bump
      |revert|rewrite|try|continue|finish|tackle|ensure|put|turn|hide|display|allow|prevent|introduce|drop|simplify
      |flatten|include|cover|switch|upgrade|downgrade|pin|port|optimi[sz]e|tidy|rework|restructure|adjust|adapt
      |tweak|correct|swap|inline|tighten|increase|decrease|reduce|lower
    )\b
  `,
  codeDoes: expression("i")`
    ^(?:return|throw|raise|reject|accept|validate|parse|cache|round|sum|escape|saniti[sz]e|limit|retry|treat|render)
    \b(?! (?:types?|values?|codes?|statements?|errors?|lines?|keys?|hits?|time|is|are|was|should|must|has)\b)
  `,
  politeAsk: expression("i")`
    \b(?:
      can you|could you|would you|can we|could we|let's|lets|please|i want|i'd like|i would like|we should|we need
      |you should|you need|make sure
    )\b
  `,
  planOnly: expression("i")`
    \b(?:
      (?:write|draft|make|create|propose|prepare|give me|come up with|outline|just|only) (?:me )?
      (?:a |an |the |up )?(?:\w+ ){0,3}plan\b(?! mode)
      |don't (?:implement|code|write (?:any )?code|change (?:any|the) code|make (?:any )?changes)
      (?: (?:it|yet|anything))?
      |no code (?:yet|changes)|before (?:you )?(?:implement|coding|making (?:any )?changes)
      |just (?:explain|tell|analy[sz]e|investigate|look|research|discuss)
      |only (?:explain|analy[sz]e|investigate|research)|plan only|read[- ]only
    )
  `,
  stop: /^\s*(?:stop|wait|hold on|pause|cancel|abort|hang on|not now|later|halt|enough)\b/i,
};
