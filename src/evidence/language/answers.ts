import { expression, part } from "../../patterns/expression.ts";

/** Yes, and words that go with it. */
const YES = part`
  got it|gotcha|al(?:l )?right|i see|understood|ah|oh|thx|cheers|yes|yep|yeah|yup|y|ok(?:ay)?|k|sure(?: thing)?|fine
  |good|great|perfect|nice|cool|agreed|right|correct|exactly|absolutely|definitely|of course|please|do|thanks
  |thank you|lgtm|approved?|confirmed?|makes sense|i agree|(?:sounds|looks) (?:good|great|fine|right)
  |(?:to|with|by|for) me|works|now|then|so|and|too|your call|up to you
`;
/** These words alone say that all of the rest is wanted. */
const GO_ON = "continue|go on|proceed|carry on|keep going|resume";
const GO_ON_ABROAD =
  "(?:mache? )?weiter|continuez|contin\u00faa|sigue|continua|doorgaan|devam|\u043f\u0440\u043e\u0434\u043e\u043b\u0436\u0430\u0439";
/** Words that tell the agent to go on with what is there. */
const ON = part`
  (?:${GO_ON})
  (?: with (?:it|that|the (?:plan|rest|next(?: (?:one|step|phase|part))?)|(?:step|phase|part|task|item) \d{1,2}))?
  |go(?: ahead| for it)?(?: with (?:it|that))?|next(?: (?:one|step|phase|part))?|retry|try again
  |let'?s (?:go|do (?:it|that))|make it so
  |(?:do|finish|complete) (?:it|that|this|so|them|both|everything|the rest|all(?: of (?:it|them|that))?)
  |finish
  |(?:implement|execute|follow|start|carry out|apply) (?:it|that|this|them|(?:the|your) (?:plan|proposal|suggestion))
  |as (?:you )?(?:proposed|suggested|planned|said|described)|that way
`;
/** A choice among several. */
const CHOICE = part`
  (?:do |take |use |go with |let'?s do |i(?:'d| would)? (?:prefer|take) )?(?:
    (?:the )?(?:first|second|third|fourth|last|former|latter|1st|2nd|3rd)(?: (?:one|option|way|choice|approach))?
    |(?:option |number |choice |variant |#)?(?:\d{1,2}|[a-e])|both|all(?: of (?:them|it))?
  )
`;
/** Yes in the languages that people most often write in besides English. */
const ABROAD = part`
  ja|jo|jep|gerne|bitte|genau|passt|klar|einverstanden|los|mache?(?: (?:es|das|so))?|oui|d'accord|vas-y|si|sí|vale
  |claro|adelante|sim|va bene|certo|procedi|prima|tak|evet|tamam|да|давай|ок|хорошо
`;
/** Words and signs that need no blank after them. */
const SIGNS =
  "\u306f\u3044|\u304a\u9858\u3044\u3057\u307e\u3059|\u7d9a\u3051\u3066|\u597d\u7684?|\u53ef\u4ee5|\u884c|\u662f\u7684?|\u5bf9|\u7ee7\u7eed|\ub124|\uc608|\uc88b\uc544|\uacc4\uc18d|\\+1|\ud83d\udc4d(?:\ud83c[\udffb-\udfff])?|\ud83d\udc4c|\u2705|\ud83d\ude80";

/**
 * A character that continues a word, in most scripts. The class names what is outside of it, because V8 would work out
 * the capital of each letter in it when it compiles the class, which takes a third of a millisecond.
 */
const LETTER = "(?:[\\w'-]|[^\\0-\u00a9\u2000-\uffff])";

/** The whole message says yes, chooses among several, or says to go on, and nothing else. */
export const ANSWERS = expression("i")`
  ^[\s"'(]{0,8}
  (?:(?:(?:${CHOICE}|${ON}|${GO_ON_ABROAD}|${YES}|${ABROAD})(?!${LETTER})|${SIGNS})[\s.,!;:)"'…。，！-]{0,8}){1,7}$
`;

/** The message begins with a yes. "Now" and "please" do not count, because they begin other requests as well. */
export const YES_FIRST = expression("i")`
  ^\W*(?:(?:ah|oh|well|then|so|hm+|thanks|thank you|thx|got it|i see|understood|makes sense)[,.!]{0,3} ){0,3}(?:
    yes|yep|yeah|yup|y|ok(?:ay)?|sure|fine|agreed|al(?:l )?right|of course|go (?:ahead|for it)|do (?:it|that)
    |as you (?:like|wish|said|proposed|suggested)|${ABROAD}|${SIGNS}
  )(?!${LETTER})
`;

const ALL_LEFT = part`
  (?:
    all|both|everything
    |(?:all )?(?:the |your )?(?:
      rest|list|plan|todos?
      |(?:other|remaining|open|missing|last)(?: (?:\d+|two|three|four|five))?
      (?: (?:ones?|items?|points?|steps?|tasks?|parts?))?
    )
  )(?: of (?:it|them|these|those))?
`;
/** More than "it" must follow the verb: "do it" alone may mean only the one thing that was named. */
const NO_MORE = "(?!(?: (?:it|that|them))?\\s*(?:$|[.,;!]| (?:now|then|please|too)\\b))";

/** The message begins with the order to go on, or to do all that is left. */
export const REST_ASK = expression("i")`
  ^\W*(?:(?:${YES}|${ABROAD}),? ){0,3}
  (?:(?:${GO_ON})(?: with)?|${GO_ON_ABROAD}|(?:do|finish|complete|implement|handle|work (?:on|through))${NO_MORE})
  (?: (?:it|that|them))?(?: ${ALL_LEFT})?(?: (?:now|then|please|too|here)){0,2}(?=\s*(?:$|[.,;!]))
`;
