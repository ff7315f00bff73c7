import { expression } from "../../../patterns/expression.ts";
import type { RequestTables } from "../request-tables.ts";

/** Words around an ask that say whose it is, and whether it is meant for now. */
export const ENGLISH_LEAD_INS: Pick<
  RequestTables,
  "spokenTo" | "aim" | "asideOf" | "heldBack" | "workHeading" | "wayHeading" | "toldOf"
> = {
  spokenTo: expression("i")`
    ^(?!
      (?:
        claude|codex|gemini|copilot|cursor|opencode|agent|bot|assistant|\w+ly|\w+wards?|\w+wise|besides|moreover
        |meanwhile|well|right|alright|sorry|sure|done|yo|ah|hm+|so|team|guys|all|everyone|friend|mate|dude|buddy
      )\b
    )[a-z]{1,40},\s{0,8}(?:(?:please|pls|plz)\s{0,8})?$
  `,
  aim: /\bso (?:that )?(?:i|we|they|he|she|people|users?|everybody|everyone|others) (?:can|could|may)\b/i,
  heldBack: expression("i")`
    \b(?:
      later|next (?!steps?\b)\w|future|nice|stretch|backlog|follow-?ups?|ideas?|not|no|non|never|if|when|until
      |already|was|were|did|does|said|says|told|wrote|suggest\w*|propos\w*|recommend\w*|bonus|extras?|maybe|perhaps
      |might|could|would|tomorrow|yesterday|some ?day|one day|eventually|low|skip|ignore|forget|leave|deferred
      |postponed|parking|wish ?list|optional\w*|p[2-9]|previous\w*|old|earlier|former|last|history|template
      |checklist|either|whichever|pick|choose|one of|any of|options?|done|myself|i'll|team|(?!let's)[a-z]+'s
    )\b|n't\b
  `,
  workHeading: expression("i")`
    ^(?!(?:my (?:tasks?|to-?dos?|work|jobs?|steps)|steps)\W*$)(?:
      (?:what )?(?:i|we) (?:want|need)
      |what (?:to do|you (?:need|have) to do|(?:has|needs) to be done)
      |(?:(?:the|your|my|our|these|following|all|ground|hard|new) )*(?:
        tasks?|to-?dos?|work|jobs?|steps|requirements?|requests?|goals?|scope|deliverables?|things|do|docs?
        |documentation|tests?|testing|code|implementation|changes|files?|fix(?:es)?|features?|instructions
        |assignment|acceptance criteria|verif\w+|validation|test plan|rules|constraints?|limits|limitations
        |restrictions|boundaries|guidelines|conventions|you
      )(?: (?:to|for) (?:you|today|now|do|create|add|change|modify|edit|update|write|follow|this (?:pr|task)))?
    )\W*$
  `,
  wayHeading: expression("i")`
    ^(?:
      (?:
        the|your|our|my|important|recommended|suggested|general|basic|ground|strict|hard|core|key|working|coding
        |development|response|output|command|execution
      ) )*(?:
      workflow|rules|guidelines|conventions|principles|best practices
      |format(?:ting)?(?: (?:of )?(?:the|your) (?:response|answer|output))?
    )\W*$
  `,
  asideOf: expression("i")`
    \((?!(?:you|your|claude|codex|gemini|copilot|agent|ai|now|today|must|required|mandatory|all|please|important)\b)
    [^()]{1,60}\)[\s:*]{0,9}$
  `,
  toldOf: expression("i")`
    ^[\`"')\s]*(?:
      (?:
        is|was|are|were|can|could|would|will|takes?|took|has|had|fails?|failed|works?|worked|does|did|seems?
        |(?:is|was|ca|wo|does|did)n't|or
      )\b|(?:[(:,–—-]+ ?)?done\b\W*$|[✅✓✔☑]
    )
  `,
};
