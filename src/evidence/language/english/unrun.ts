import { expression } from "../../../patterns/expression.ts";
import type { UnrunWords } from "../unrun-words.ts";

export const ENGLISH_UNRUN: UnrunWords = {
  ofRuns:
    /\b(?:(?:re-?)?(?:run|ran|running|testing|tested)|suites?|execut\w+|exercis\w+|verif\w+|ci|pipelines?|checked|green|sandbox)\b/i,
  ofTests: /\btests?\b/i,
  ofCases: /\bcases? for\b/i,
  ofPeople: /\b(?:i|we|me|us|my|our|your?|yours|someone|somebody|anybody)\b/i,
  offers: /\byou can\b/i,
  asserts:
    /\b(?:i|we)(?:'ve| have)? (?:also )?(?:checked|tested|verified)\b|\b(?:is|are|was|were) (?:\w+ )?(?:tested|verified|covered)\b/i,
  describes: expression("i")`
    ^\W*(?:
      (?:
        (?:this|it|which|that|now|also|then|the|new|all|both|unit|integration|end-to-end|existing|suites?|tests?) ){0,4}
      (?:(?:now|also|comprehensively|correctly|only) )*(?:
        verif(?:y|ies)|ensures?|documents|covers?|asserts?|validates?|handles?|proves?|prevents?
        |checks (?:that|if|whether)|tests? (?:that|for|to|whether|how|two|three|the)|allows|makes|lets|keeps
      )
      |(?!
        (?:
          skipp|omitt|deferr|postpon|assum|untest|unverifi|unexecut|suppos|guess|uncheck|trust|inferr|need|expect
          |block
        )ed
      )[a-z]+ed
    )\b|\b(?:unchanged|untouched|not (?:changed|touched))\b
  `,
  standsOpen: expression("i")`
    ^\W*(?:next|remaining|open|todo|to do)(?: (?:steps?|tasks?|items?))?\s*[:–—]
    |\bstill (?:due|open|to (?:do|run|come)|outstanding)\b
    |\b(?:ci|pipelines?|workflows?|jobs?|runs?|qa|team|reviewers?|maintainers?|someone|somebody|you|we|i) (?:still |first )?
    (?:has|have|needs?) to (?:confirm|run|verify|prove|show|check|decide|tell)\b
    |\b(?:suites?|tests?) (?:still |first )?(?:has|have|needs?) to (?:run|confirm|prove|show|tell)\b
    |\b(?:suites?|tests?|runs?) (?:still )?waits? (?:for|on|until)\b
    |\bassum(?:ption|ed)\b|\byesterday\b|\blast (?:night|week)\b
    |\bfrom (?:an? )?(?:earlier|previous|older|other) (?:run|session)\b
  `,
  soundsWell:
    /\b(?:pass(?:es|ed|ing)?|green|clean|works?|working|success\w*|correct(?:ly)?|perfect|excellent|great|complete)\b|✅|✓|✔/i,
  lateChange: expression("i")`
    \b(?:last|final|latest|recent|newer|last-minute|late) (?:edit|tweak|refactoring|hunk|rename|addition)s?\b
    |\b(?:edit|change|tweak|fix)(?:ed|d|es|s)? (?:again )?(?:after|since) (?:that|then|it)\b|\bmoved on\b|^\W*(?:then|afterwards|after (?:that|which)),? (?:i|we)\b
  `,
  ranAfter: /\b(?:re-?ran|ran|re-?run)\b[^.;!?]*\b(?:after|since|again|once more|at the (?:very )?end)\b/i,
  wentOn: expression("i")`
    \b(?:pass(?:ed|es)?|green|clean|ok|fine|succe(?:eded|ss))\b[^.;!?]{0,40}?[,;–—] ?(?:and |but )?
    (?:then|only then|after (?:that|which|this)|afterwards|since then|later)\b
    |\bpassed and (?:then|after (?:that|which|this)|afterwards)\b
  `,
  edits: /\b(?:chang|edit|modif|renam|rewr[io]|touch|adjust|add|made|fix|mov|tweak|alter|refactor|clean|tid)\w*/i,
  editedAgain:
    /\b(?:again|once more|afterwards?|after (?:that|this|it)|since|later|one (?:more|last|final) (?:time|edit|change)|(?:at|towards) the (?:very )?end)\b/i,
  laterEdit: expression("i")`
    \b(?:
      after(?:wards)?|since|later?|again|once more
      |one (?:more (?:time|edit|change|small)|last|final|edit|change)
      |(?:at|towards) the (?:very )?end|last|latest|final|recent|no longer|newer|post-\w+|on top of|predates?|prior
      |previous|once|before|until
    )\b
  `,
};
