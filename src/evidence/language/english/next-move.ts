import { expression, part } from "../../../patterns/expression.ts";
import type { ClosingTables } from "../closing-tables.ts";

/** Verbs of work, by their beginnings. */
const STEPS = part`
  add|creat|updat|fix|run|implement|writ|remov|replac|wir|check|verif|build|test|edit|refactor|mov|rewrit|continu
  |start|begin|proceed|look|investigat|examin|search|read|apply|set|install|configur|clean|commit|push|delet|renam
  |extract|generat|debug|re-?run|restor|revert|migrat|convert|adjust|correct|chang|modif|mak|extend|complet|finish
  |do|tackl|address|handl|work
`;
/** More of them, only after "let me": elsewhere they open a remark as often as a step. */
const LOOKS = part`
  see|grep|trac|inspect|view|open|find|dig|confirm|double-?check|us|get|fetch|pull|list|count|compar|validat|ensur
  |document|merg|rebas|port|split|dump|print|reproduc|simplif|stash|bump|patch|try|deploy|publish|rebuild|restart
  |kill|queri|query|monitor|analy[sz]|understand|figure|go|improv|optimi[sz]|format|lint|enabl|disabl|switch|swap
  |trigger|sync|integrat|expos|export|import|load|map|pars|resolv|review|rework|scan|sort|tweak|upgrad|wrap
`;
/** Words before the announcement of a step. No two may match the same text, or the time for all doubles with each. */
const OPENINGS =
  "(?:(?:ok(?:ay)?|good|great|perfect|right|alright|excellent|done|sure|now|next|first|then|finally|so|and|also)[,.!:]?\\s+)*";

/** Who has the next move: the person, something that runs, or the agent itself, with a step that it announces. */
export const ENGLISH_NEXT_MOVE: Pick<
  ClosingTables,
  | "decision"
  | "offer"
  | "extra"
  | "choice"
  | "plan"
  | "waiting"
  | "artefact"
  | "limitReached"
  | "announcement"
  | "notAnAnnouncement"
  | "ownStep"
  | "atOnce"
  | "beginsStep"
> = {
  decision: expression("i")`
    \b(?:
      let me know (?:
        which|how you(?:'d| would) like|what you(?:'d| would)|your (?:preference|decision|choice|thoughts)
        |if (?:that|this) (?:sounds|works|is|looks)
      )|waiting for your|awaiting your|need (?:your|you to (?:decide|confirm|choose|pick|tell))|your call|up to you
      |tell me (?:which|what|how|if|whether)
      |please (?:confirm|choose|decide|clarify|advise|pick|provide|share|let me know)
    )\b
  `,
  offer: expression("i")`
    \b(?:
      (?:would|do) you (?:like|want) (?:me to|to)|want me to|shall (?:i|we)|should (?:i|we)|let me know if
      |if you(?:'d| would)? (?:like|want)|happy to|i can also|ready to|anything else|what's next|what next
    )\b
  `,
  extra: expression("i")`
    \b(?:
      commit|push|pr\b|pull request|merge|branch|tag|release|stage|squash|anything else|what's next|what next
      |additional|further|any (?:other|more)|another|more tests|also|move on
      |next (?:task|item|step|one|issue|phase|pr)|follow[- ]?up|continue with
    )\b
  `,
  choice: expression("i")`
    (?:
      \boptions?\b[^.?!]{0,40}:
      |\b(?:two|three|four|several|a few|some|2|3|4)\b[^.?!]{0,30}\b
      (?:options?|approaches|ways|choices|alternatives|paths)\b
      |\boption (?:1|2|3|a|b|c)\b|\b(?:either|alternatively)\b[^.?!]{0,80}\bor\b
    )
  `,
  plan: expression("i")`
    \b(?:
      here(?:'s| is) (?:the|my|a) (?:\w+ ){0,3}(?:plan|proposal|approach|design|outline)
      |plan (?:complete|is ready|written|saved|updated)|proposed (?:plan|approach|changes|design)|implementation plan
      |ready for your review|awaiting (?:your )?approval|i(?:'d| would) (?:propose|suggest|recommend)
    )\b
  `,
  waiting: expression("i")`
    \b(?:
      (?:still|currently|now) running|in the background|waiting (?:for|on)
      |will (?:report|notify|check back|let you know)
      |once (?:it|they|that|the \w+(?: \w+)?) (?:finish|complete|return|end|land)
      |(?:running|started|launched|kicked off|spawned)[^.?!]{0,40}\b(?:background|agents?|subagents?|workers?|job)
      |will take (?:a|some|about|around|~|\d)|check back|i'll (?:wait|monitor|be notified|continue (?:once|when))
      |monitoring
    )\b
  `,
  artefact: expression("is")`
    ^(?:
      no response requested\.?|\[request interrupted[^\]]*\]|\(no content\)|interrupted(?: by user)?\.?
      |prompt is too long|credit balance is too low|api error.*|request timed out\.?|execution error
      |please run \/login.*|invalid api key.*
    )$
  `,
  limitReached: /limit (?:reached|exceeded)(?<=(?:usage|rate|session|weekly|5-hour) limit \w+)/i,
  announcement: expression("i")`
    ^${OPENINGS}(?:(?:both|all) [^.,]{0,30}[,.!:]?\s+${OPENINGS})?(?:now\s+)?(?:
      let me\s+
      (?:now |also |first |quickly |just |go ahead and |next |then |start |begin |continue |try |do |finally )*
      (?:${STEPS}|${LOOKS})\w*
      |(?:let's|i'll|i will|i'm going to|i am going to|i need to|we need to|i should|time to|going to)\s+
      (?:now |also |first |then |next |quickly |just |go ahead and |start |begin |continue |try )*(?:to )?(?:by )?
      (?:${STEPS})\w*\b
      |(?:now|next)[,:]?\s+
      (?:add|create|update|fix|run|implement|write|remove|replace|wire|check|verify|build|test|edit|refactor|move)\b
      |(?:
        (?:re-?)?running (?:the |all |full |whole )*(?:\w+ ){0,2}(?:tests?|suite|build|linter?|checks?|type ?checks?)
        \b(?: suite)?
        |(?:moving on|continuing|proceeding) (?:to|with) (?:the )?(?:next|second|third|step|phase|part|\d)[\w ]{0,30}
      )(?: now)?\s*(?:\.{3}|…|:|\bnow\.)$
    )
  `,
  notAnAnnouncement: expression("i")`
    \b(?:
      if you|when you|once you|whenever|let me know|would you|do you|unless you|after you|for you to
      |your (?:approval|confirmation|go-ahead|answer|review|input|phone|device|machine|data|side|end)
      |in the next (?:session|turn)|next time|tomorrow|later|from now on|going forward|in (?:the )?future|background
      |notif(?:y|ied)|you need|you'll need|add that|separate(?:ly)?|follow-?ups?
      |any(?:thing|one)?\b[^.!?]{0,20}\b(?:you|comes?|came|issues?|problems?|feedback|comments?|left|found)
      |comes? up|as (?:they|it) comes?|(?:if|when|as|once|where) (?:needed|necessary|ready|asked)|on request
      |other repo\w*|upstream|eventually|some ?day|at some point|is merged|is released
      |nothing(?! (?:else )?(?:broke|breaks|regress))|one (?:last |more )?thing|myself
      |(?:an?|one|some|two|another|few) (?:\w+ )?
      (?:notes?|caveats?|remarks?|words?|points?|warnings?|thoughts?|observations?)
      |what you|how you|which (?:one )?you|your (?:feedback|thoughts?|opinion|preference|take|view)
      |(?:in|with|as|for) (?:the|an?|another|my|our|its) (?:(?:next|new|second|other|further|coming|fresh|own) )*
      (?:prs?|pull requests?|session|branch|issue|ticket|sprint|release|version|iteration|conversation|chat)
      |after (?:the|your|this|that|its?) (?:\w+ )?
      (?:merg|review|release|deploy|approv|rollout|launch|freeze|call|meeting|holiday)\w*
      |next (?:week|month|sprint|release)|as soon as|(?<!at )the moment|at your
      |your (?:ok|okay|word|go|call|sign-?off|nod|yes)
      |(?:until|before|once|when|as|if) you (?:say|approve|agree|confirm|tell|decide)
      |before (?:each|every|any)|after that|with you|(?:mon|tues|wednes|thurs|fri)day
    )\b|\?\s*$
    |^(?!.*\blet me\b).*(?<!\b(?:see|check|verify|test|confirm|find out|know) )\b(?:if|when|once|unless|until)\b
  `,
  ownStep: /\b(?:i'll|i will|let me|i'm going to|i am going to)\b|^(?:now\s+)?(?:\w+ing)\b/i,
  atOnce: /^(?:\S+\s+){0,4}?(?:now|next|then|first|continue|proceed)\b/i,
  beginsStep: /\blet me\b|^(?:now\s+)?\w+ing\b|(?:\.{3}|…)$/i,
};
