import type { ClosingTables } from "../closing-tables.ts";
import { ENGLISH_BLOCKERS, LACKING } from "./blockers.ts";
import { ENGLISH_BOUNDS } from "./bounds.ts";
import { ENGLISH_ELSEWHERE } from "./elsewhere.ts";
import { ENGLISH_NEXT_MOVE } from "./next-move.ts";
import { ENGLISH_OTHER_TIMES } from "./other-times.ts";
import { ENGLISH_OWN_RUNS } from "./own-runs.ts";
import { ENGLISH_PARTS } from "./parts.ts";
import { ENGLISH_SILENCING } from "./silencing.ts";
import { ENGLISH_SUBJECTS } from "./subjects.ts";
import { ENGLISH_TOLD_DEEDS } from "./told-deeds.ts";
import { ENGLISH_TOLD_FAILURES } from "./told-failures.ts";
import { ENGLISH_TOLD_FILES } from "./told-files.ts";
import { ENGLISH_UNRUN } from "./unrun.ts";
import { ENGLISH_WRITTEN } from "./written.ts";
import { FOREIGN_CLAIMS } from "../foreign-claims.ts";
import { expression } from "../../../patterns/expression.ts";

export const ENGLISH_CLOSING: ClosingTables = {
  ...ENGLISH_NEXT_MOVE,
  ...ENGLISH_TOLD_FAILURES,
  ...ENGLISH_OTHER_TIMES,
  ...ENGLISH_TOLD_FILES,
  ...ENGLISH_OWN_RUNS,
  ...ENGLISH_TOLD_DEEDS,
  ...ENGLISH_BLOCKERS,
  ...ENGLISH_PARTS,
  ...ENGLISH_ELSEWHERE,
  ...ENGLISH_SILENCING,
  ...ENGLISH_SUBJECTS,
  abroad: FOREIGN_CLAIMS,
  bounds: ENGLISH_BOUNDS,
  unrun: ENGLISH_UNRUN,
  written: ENGLISH_WRITTEN,
  answers: {
    tried: /\b(?:verified|checked|confirmed|tested|tried|curl(?:ed|ing)?)\b/i,
    answered: expression("i")`
      \b(?:return(?:s|ed|ing)?|respon(?:ds|ded|ding|se)|answer(?:s|ed|ing)?|repl(?:ies|ied)|got|gives?|status)
      \b[^.;!?]{0,30}?\b(20[0-4])\b
    `,
    works: expression("i")`
      \b(?:endpoint|route|api|server|page|service)\b[^.;!?]{0,30}\b
      (?:works|is (?:working|up)|(?:responds|answers) (?:correctly|properly|fine|as expected))\b
    `,
    leavesOpen: expression("i")`
      \b(?:
        not|never|should|would|will|could|can|expect\w*|once|when|if|until|unless|after|before|previously|instead
        |used to|you|your|reading|code|docs?|spec\w*|mock\w*|stub\w*|review\w*|without|off
        |(?:type|static\w*)[- ]?check\w*
        |with (?:an?|the|no) (?!(?:get|post|put|request|curl|real|running|local)\b)\w+
        |\w+n't
      )\b
    `,
    tellsError: expression("i")`
      \b(?:5\d\d|000)\b|refus|connect|time[ds]? ?out|\bdown\b|unreach|not running|restart|rebuil
      |no (?:running |live |local )?server|sandbox
    `,
    wantsError: expression("i")`
      \b(?:
        error|fail|crash|throw|exception|fallback|maintenance|block|den(?:y|ied)|stop|shut|clos|remov|delet|disabl
        |restrict|protect|firewall|limit|reject|guard|gateway|chaos|unavailab|not implemented|unimplemented|stub
        |mock|simulat|drain|degrad|outage|circuit|teapot|offline
      )
    `,
  },
  byHook: /\b(?:hooks?|pre-?commit|pre-?push|husky|lefthook|lint-staged|ci|pipeline|github actions|workflow)\b/i,
  onService: expression("i")`
    ^(?:in|on) (?:the |our )?(?:ci|pipeline|github actions),? (?:(?!and\b)[^\s,;:–—]{1,60} ){1,5}
    (?:pass|succeed|(?:is|are) (?:green|clean))
    |(?:pass(?:es)?|succeeds?|green|clean) (?:in|on) (?:the |our )?(?:ci|pipeline|github actions)
    (?=\s*(?:$|[.,;(–—]))
  `,
  lacking: new RegExp(LACKING, "i"),
  goesWell: /\b(?:pass\w*|green|catches)\b/i,
  aroundNames: /^(?:the|and|or|of|in|for|with|on|tests?|specs?|suites?|modules?|packages?|cases?|ones?|[\d.]+)$/,
  countsIn: expression("i")`
    \b(?:
      pass\w*|green|clean\w*|ok|fine|well|succe\w+|incl\w*|too|also|even|both|all|every\w*|now|again|works?|done
      |ready|properly|correctly|no longer|no changes? to|needs? no|nothing in|none of|could use
      |(?:is|are|was|were) (?:handled|logged|kept|summed)
    )\b|^\W*(?:fix(?:es|ed)|closes)\b|[✅✓✔]
  `,
  advice: expression("i")`
    \b(?:you (?:can|could|should|need to|may|would|'ll need to|will need to|have to)|just|simply|please) (?:\w+ )?
    (?:add|change|replace|update|edit|modify|put|insert|use|apply|paste|set|create|remove)\b
    |^(?:add|change|replace|update|edit|modify|put|insert|paste|apply) (?:this|the|it|these|following|‹)
  `,
  resolved: expression("i")`
    \bconflicts?\b[^.;!?]{0,40}\b(?:resolved|solved|settled|fixed|kept)\b
    |\b(?:resolved|solved|settled|fixed)\b[^.;!?]{0,40}\bconflicts?\b
  `,
  takenBack: expression("i")`
    \b(?:
      revert\w*|restor\w*|und(?:o|id|one)|discard\w*|reset|roll(?:ed|ing)? back
      |(?:put|took|taken|taking|set|brought) (?:\w+ )?back|back (?:to|as|at)|original|as (?:it|they) (?:was|were)
      |removed again|dropp?ed|stays?|stayed|keep|kept|leave|left|tr(?:y|ies|ied|ial)|experiment\w*|compar\w+|whether
      |temporar\w+
    )\b
  `,
  probe:
    /\b(?:logs?|logging|log (?:line|call)s?|prints?|print(?:f|ln)|probes?|trac(?:e|es|ing)|debug\w*|instrument\w*|breakpoints?|dumps?)\b/i,
  doneInShort:
    /^\W*(?:(?:all|both|everything|it|that|this)(?:'s| is| are)? )?(?:\w+ )?(?:done|finished|complete|works|set|ready|fixed)(?: now)?\W*$/i,
  anyWork: expression("i")`
    ^(?:
      the|and|for|but|not|all|any|you|your|our|his|her|its|that|thi|these|those|with|from|into|when|then|than|there
      |here|what|which|who|ha|have|had|wa|were|are|will|can|let|const|var|new|return|import|export|function|add|make
      |please|change|edit|commit|push|work|file|run|one|two|first|now|more|also|after|before|out|done|whenever|like
      |main
    )$
  `,
  partTold: expression("i")`
    \b(?:
      (?:phase|step|part|stage|milestone|task|item|point|slice) (?:\d+|one|two|three|four|five)\b
      |next\b|remaining|remains?\b|later\b|the rest\b|so far\b|to follow\b|your word\b|not yet\b|still\b|for now\b
      |stop(?:ped|ping)? (?:here|there|after|now)|pick(?:ing)? up
      |(?:the )?first (?:one|part|half|step|of (?:the|these|them))
    )\b
  `,
  needless: expression("i")`
    \b(?:no|not|nothing)\b[^.;!?]{0,40}\b(?:necessary|needed|required|to (?:do|change))\b
    |n't (?:necessary|needed|required|need\b)|\bunne(?:cessary|eded)\b
    |\balready (?:exist|there|in place|ha[sd]|handle|support|do)\w*
  `,
  againstWord: expression("i")`
    \b(?:even though|although|though|despite|contrary to|against)\b[^.]{0,60}\byour?\b
    |\byou (?:said|asked|told|wanted)\b[^.]{0,60}\b(?:not|leave|untouched|off[- ]limits)\b[^.]{0,120}\bbut\b
    |\b
    (?:sorry|apolog\w+|(?:i|we) had to|no way around|unavoidabl\w+|mistakenly|by mistake|by accident|accidentally)\b
  `,
  illustration: expression("i")`
    \b(?:
      example|e\.g|for instance|would|could|can|will|sample|illustrat\w+|like this|such as|looks? like|format|usage
      |to (?:use|run|test|try|verify|install)|how to|you (?:can|should|need|may)|template|expected|before|proposal
      |option|try|install|run (?:it|this|the|with)|commands?|quick start|steps?
    )\b
  `,
};
