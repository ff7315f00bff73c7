import { expression } from "../../../patterns/expression.ts";
import type { ClosingTables } from "../closing-tables.ts";
import { LACKING } from "./blockers.ts";

/** Words which tell that something failed, did not run or is left; and words that excuse it. */
export const ENGLISH_TOLD_FAILURES: Pick<
  ClosingTables,
  | "admission"
  | "share"
  | "notRun"
  | "lackedHere"
  | "lackedThing"
  | "someOfThem"
  | "setApart"
  | "deniesRest"
  | "ofOthers"
  | "failureTold"
  | "failureLeft"
  | "unrelated"
  | "explainedAway"
  | "loosening"
  | "partLeft"
> = {
  admission: expression("i")`
    \b(?:
      not (?:yet |been |fully |all )*(?:
        run|ran|tested|verified|checked|done|implemented|included|covered|addressed|changed|touched|fixed|updated
        |created|written|added|complete|working|able|possible|committed|executed|exercised|validated|built|compiled
      )
      |(?:
        haven't|hasn't|didn't|don't|couldn't|can't|cannot|wasn't|weren't|isn't|aren't|won't|doesn't|unable|did not
        |do not|does not|could not|have not|has not|was not|were not|is not|are not
      )\b|un(?:tested|verified|finished|done|related|resolved)|fail(?:s|ed|ing|ures?)?\b|broken|error(?:s|ed)?\b
      |issues? remain|remaining|remains|still (?:need|open|fail|red|to do\b|outstanding|missing)
      |skip(?:s|ped|ping)?\b|left (?:out|open|as|for|untouched|unchanged|alone)|leaving|omitted|todo\b|to do\b
      |follow[- ]?up|pre-?existing|unrelated|known (?:issue|limitation|failure)|flaky|limitation|caveat
      |partial(?:ly)?|incomplete|workaround|placeholder|stub(?:bed)?|temporar(?:y|ily)|for now|except|instead of
      |only (?:the|ran|tested|checked|partially)|warnings?\b|timed? ?out|blocked
      |manual(?:ly)? (?:test|verif|check|step)|needs? (?:to be|your|manual)|out of scope|deferred|postponed
      |not in scope|⚠|❌|⛔|🔴|🚫
    )
  `,
  share: /\b(\d+)(?: ?\/ ?| of (?:the )?| out of )(\d+)\b/i,
  notRun: expression("i")`
    \b(?:not|never|cannot|unable to|could not|without|skip(?:ped)?|left|no way to|nothing to)\b[^.;!?]{0,40}\b
    (?:run|ran|running|execut\w*|re-?run|tested|try|tried|verif\w+|launch\w*|start)\b
    |n't\b[^.;!?]{0,40}\b(?:run|ran|execut\w*|re-?run|tested|try|tried|verif\w+|launch\w*|start)\b
    |\bun(?:tested|verified)\b|(?<!starts )\bunchecked(?=\s*(?:$|[.,;!)]|(?:since|so far|here|for now|by|after)\b))|\btests?(?::\w+)? (?:isn't|aren't|wasn't|weren't|(?:is|are|was|were) not)(?=\s*(?:$|[.;!)]))
    |\b(?:run|ran) before (?:this|that|it)(?=\s*(?:$|[.,;:()–—]))
    |\b(?:after|since) (?:the|that|this|my) (?:last )?(?:test )?run\b
    |\bruns? (?:them|it|the tests|everything) (?:once more|again)\b
    |\bnothing (?:(?:is|was|has been|has|here) )*(?:ran|run|executed)\b
    |\bnone of (?:these|those|them|this|it)\b[^.;!?]{0,30}\b(?:ran|run|checked|tested|verified|executed)\b
    |\b(?:ran|run|executed|started) nothing\b|\b(?:that|which|other) (?:\w+ )?has no tests\b
    |\b(?:test|last) runs? (?:\([^)]{1,40}\) )?predates?\b
    |\(run before (?!(?:(?:i|we|the|my|each|every|any) )*(?:commit|push|merg|releas|pr\b|pull|deploy|review))
    |\bpassed at that point(?=\s*(?:$|[.;)]|,? then\b))|\bplease re-?run\b
    |\bworth (?:a |another )?(?:re-?run|running|fresh run)\w*
    |\b(?:pass(?:ed|ing)?|green|ran) (?:(?:with|on|for) [^.;]{1,40}?)?(?:that is )?(?:before|prior to) (?:the|my|that|this|these)
    \b(?! (?:commit|push|merge|release|pr|pull|deploy|review|hand))
    |\bno (?:(?:test )?runner|node|python|toolchain|interpreter|compiler|sdk|docker) (?:here|in (?:this|the) (?:sandbox|container|environment))
    \b
    |\bnothing (?:was|has been) started\b
    |\bwhat (?:remains|is left)\b[^.;!?]{0,30}\b(?:runs?|pass|suite|tests?|checks?)\b
    |(?<![-\w])blind(?=\s*(?:$|[.,;!)]))
    |\bby (?:inspection|hand|eye|reading|(?:static|mere|pure) (?:reasoning|analysis))\b
    |\b(?:mentally|in my head|eyeballed|(?:going|judging) by|how it should)\b
    |\b(?:runs?|suites?|tests?|verification|checks?|ci)\b[^.;!?]{0,20}\bpending\b
    |\bno (?:command|proof|evidence)\b|\b(?:missing|unavailable) (?:here\b|(?:in|on|from) this\b)
    |\b(?:delegated|left|deferred) to (?:ci|you|the pipeline)\b|\btake (?:that|this|it) from\b
    |\b(?:offline|absent) here\b
    |\b(?:prediction|forecast|projected|on paper|in theory|theoretical(?:ly)?|reasoning only|no execution)\b
    |\b(?:proof|evidence|runs?)\b[^.;!?:]{0,10}: none\b
    |\b(?:shell|bash|terminal|test command)\b[^.;!?]{0,30}\b(?:denied|refused|disabled|declined|rejected|blocked)\b
    |\bpending\W*$
  `,
  lackedHere: expression("i")`
    \bno (?:\w+ )?(?:
      network|internet|docker|daemon|database|postgres|redis|server|connection|key|token|credentials|display|browser
      |gpu
    ) (?:here|up|to (?:talk|connect|reach)|(?:in|on) this)\b
    |\b(?:is|are)(?:n't| not) (?:up|running|reachable|available|there) (?:here|(?:in|on) this)\b
    |\b(?:in|on) this \w+ there (?:is|are) none\b|^not here\W*$|\bstops there: no\b
    |\b(?:ended|stopped|stops|ends) (?:one|two|three|[1-9]\d*) of them\b
    |\b(?:credentials|keys?|tokens?|accounts?|access) (?:that )?(?:i|we) (?:don't|do not) have\b(?! to)
    |› wants (?:\w+ )?(?:credentials|keys|tokens|access)\b
    |\b(?:in this|here the) (?:time )?zone\b[^.;]{0,40} off by\b
  `,
  setApart: expression("i")`
    ${LACKING}
    |\b(?:
      as (?:it|they) (?:is|are|was|were)|alone|unchanged|untouched|unrelated|pre-?existing|flak\w+|here|sandbox
      |connect\w*|environment|network|minus|short|hits?|runs? into|machine|being|older|on you|\w*(?:error|exception)
      |depends?|relies|expects|asks?|awaits?|belongs|raises?|throws?|breaks?|slow|only|separate|ci|ticket|remains?
      |deserves|beyond|looks? for|next|follow|could|to begin with|like that|story
    )\b|\w's\b
  `,
  someOfThem:
    /\b(?:ones?|some|others?|part|half|(?:two|three|four|five|[1-9]\d*)(?= (?:of (?:them|those|these)|can|could|do|are|need|want)\b))\b/i,
  deniesRest: expression("i")`
    \b(?:is|are|do|does|did|has|have)(?:n't| not)(?: yet)?(?=\s*(?:$|[.;!)]))
    |\b(?:not (?:yet )?(?:covered|tested)|untested|ha(?:s|ve) no tests?)\b
  `,
  lackedThing: expression("i")`
    ([\w@./-]{2,80})[\`"'*]* (?:is|are|was|were)(?:n't| not)
    (?: (?:installed|available|present|there|set|configured|mounted|to be found))? (?:
      here(?=\s*(?:$|[.,;:!)–—]|(?:so|and|yet)\b))
      |(?:in|on) this (?:
        sandbox|container|environment|machine|image|box|session|shell|setup|checkout|runner|host|ci|vm|system|laptop
        |workspace
      )\b
    )
  `,
  ofOthers: expression("i")`
    \b(?:
      (?:other|remaining|rest of (?:the|our)) (?:\d+ )?(?:\w+ )?(?:tests?|specs?|suites?|checks?|ones|packages?)
      |(?:others?|rest|remaining|else)(?: \d+| two| three| four| five| six)?
    ) (?:all |still |now )?
    (?:pass|lint|build|compil|succeed|(?:is|are) (?:all |still |now )?(?:green|clean|passing))
    |\b(?:besides|beyond|without|outside(?: of)?) (?:these|those|them|that)
    (?: (?:one|two|three|four|five|\d+|tests?|ones|cases?))*
    (?=\s*(?:$|[.,;:!)])| (?:all |still )?(?:pass|succeed|is|are)\b)
    |\b(?:these|those|that)(?: (?:one|two|three|four|five|\d+|tests?|ones|cases?))* apart\b
  `,
  failureTold: expression("i")`
    \b(?:
      (?:do|does|did)(?:n't| not)(?=\s*(?:$|[.,;!]|yet\b|get\b|always\b))
      |but (?:one|two|three|\d+)\b|breaks?\b|broke\b(?! (?:up|down|out|apart|into|it|the|this)\b)|panics?\b
      |crash(?:es|ed)?\b|regress(?:ions?|es|ed)\b|reproduces?\b|had an? errors?\b
      |(?:[1-9]\d*|one|two|three|four|five) (?:known |old |existing |legacy |other |remaining )?errors?\b
      |(?:errors?|failures?|warnings?|findings?|issues?|problems?|offen[cs]es?)\b[^.;!?]{0,60}\b
      (?:old|older|legacy|before|predat\w+|elsewhere|existing)\b
      |fail(?:s|ed|ing|ures?)?\b|broken|red\b
      |(?:do|does|did|is|are|was|were|have|has|could|can)(?:n't| not|not) (?:yet |been |be |all |fully )*
      (?:pass|run|ran|green|clean|execut|test|verif|check|compil|build|work|complete)\w*
      |cannot|couldn't|unable|un(?:tested|verified)
      |not (?:yet )?(?:run|tested|verified|checked|pass(?:ed|ing)|green)
      |pre-?existing|unrelated|known (?:issue|failure)|flaky|timed? ?out|errors? (?:remain|left|in)
      |remaining (?:errors?|failures?|issues?|warnings?)|still (?:fail|red|broken|open|need|complain)\w*
      |still reports? (?:\w+ ){0,2}(?:errors?|problems?|issues?|findings?|warnings?)
      |except|skip(?:ped|ping) (?:the |running |because)|left (?:out|failing)|needs? (?:an?|the|to) |
      (?:(?<!\bno )tests?|ones?|two|three|(?:test|spec)\.[jt]sx?) (?:needs?|wants?) (?!no\b|\w+ing\b|review|clean|change|update|work)
      |(?<!\bnothing )(?:ends|stops) the build here\b|wants (?:an? |the |‹)|requires? |
      (?:not|n't) (?:be )?(?:built|available|installed|reachable)
    )|❌|✗|✘|⛔|🔴|🚫
  `,
  failureLeft: expression("i")`
    \b(?:
      fail(?:s|ed|ing|ures?)?|excepted|red|broken|breaks?|broke(?! (?:up|down|out|apart|into|it|the|this)\b)|flaky
      |pre-?existing|unrelated|crash(?:es|ed)?|panics?|timed? ?out|known (?:issue|failure)s?
      |remaining (?:one|two|three|four|five|\d+|errors?|failures?|issues?|problems?)
      |the (?:other|remaining) (?:one|two|three|four|five|\d+)
      |(?:last|latest|final) (?:run|output|result)s?\b
      (?![^.;]*(?<!\b(?:not|never) |n't )\b(?:pass\w*|green|clean|ok|fine|well|no|zero|0)\b)
      |exits? (?:with )?(?:code )?[1-9]\d*|exit (?:code|status)\b[^.;]{0,20}\b[1-9]\d*
      |there(?:'s| is| are) (?:still )?(?:one|two|three|an?|\d+) (?:error|failure|problem|finding)s?
      |no longer (?:true|so|holds?|the case)|outliers?|all bar|(?<=^\W*)minus (?:the|one|two)|be aware
      |full disclosure|non-?zero|regressions?: [1-9]|not all\b
      |(?:one|two|three|some)(?: of (?:them|these|those))? (?:do|does|did|is|are|was|were)(?:n't| not)
      |(?:one|two|three|\d+) (?:errors?|failures?|problems?) (?:was|were|is|are|remains?|left)
      |not (?:been )?fixed(?! here)
      |(?:cannot|can't|can not|couldn't|could not) (?:be )?(?:fix|mend|repair)(?:ed)?(?![^.;]{0,120}, so (?:i|we)\b)
      |(?:everything|all|each|every one) but
      |the (?:rest|others?|(?:complete|full|whole|entire) (?:test )?(?:run|suite)) (?:
        needs?|wants?|requires?|gets?|waits?|stays?|is|are|cannot|can't
      )|(?:gets?|got|returns?|answers?|with|https?|an?) [45]\d\d
    )\b|❌|✗|✘|⛔|🔴|🚫
  `,
  loosening: expression("i")`
    \b(?:
      relax(?:ed|ing)?|loosen(?:ed|ing)?|weaken(?:ed|ing)?|lenient|less strict
      |more (?:reasonable|flexible|tolerant|forgiving|permissive|lenient|robust) (?:expectation|assertion|check|threshold|bound|match|test)
      s?
      |(?:lower(?:ed)?|rais(?:e|ed)|widen(?:ed)?|reduc(?:e|ed)) (?:the |its )?
      (?:threshold|tolerance|bound|expectation|expected (?:count|number|value))s?
      |more (?:reasonable|flexible|tolerant|forgiving|permissive|lenient)
      |made (?:the |these )?(?:assertions?|tests?|expectations?) (?:more )?
      (?:tolerant|flexible|optional|conditional)
      |skip(?:ped|ping)? (?:the |this |that |these |failing )*tests?
      |commented out|no longer (?:assert|check|expect|verif)\w*
    )\b
  `,
  unrelated: expression("i")`
    \b(?:
      pre-?existing|unrelated
      |not (?:related|caused|from (?:my|our|these|this)|part of|introduced)
      |already (?:failing|broken|there|fails|failed)
      |(?:exist|fail)(?:s|ed|ing)? (?:on|in) (?:main|master|the base)
      |same (?:failures?|errors?) (?:on|without|before)
      |no (?:new|additional|further|extra) (?:\w+ )?
      (?:errors?|failures?|issues?|warnings?|problems?|findings?|violations?)
      |known (?:issue|failure|flake)|flaky|environment(?:al)?|network|sandbox|not installed
      |missing (?:dependency|binary|tool|module|package)|expected (?:failure|to fail|error|since|because|as)
    )\b
  `,
  explainedAway: expression("i")`
    \b(?:
      (?:is|are|was|were|that's|this is|error is|failure is) (?:
        expected|normal|fine|harmless|benign|ok|okay|a false (?:positive|alarm)
      )|can be (?:ignored|safely ignored)|safe to ignore|ignor(?:e|ing) (?:this|that|the|it)
      |not (?:a )?(?:real |actual )?(?:problem|issue|error|concern)
      |just (?:a|an) (?:warning|artifact|artefact|quirk)|cosmetic|handles? (?:this|these|it)|should be fine
    )\b
  `,
  partLeft: expression("i")`
    \b(?:
      local(?:ly)?|histor(?:y|ical)|head (?:is|still|points)|in the index|(?:version|source) control|vcs|scm
      |check(?:ed|ing)?[- ](?:it |them |this |that )?in|working (?:tree|copy|dir\w*)|diff
      |(?<!\bis ready for )review\w*|approv\w*|verif(?:y|ication)|validation|a?wait\w*|pending|outstanding
      |on my (?:side|end)|in use|drafts?|first (?:version|cut|pass|go|shot)|yet to|out of time|to sort out|caveats?
      |where it stands|a (?:try|go|shot)|have a look|rest|remain\w*|left|leave|paus\w+|stopped|i(?:'ll| will| need)
      |your (?:turn|call|side|machine|end|ok|go|review|approval)|(?:up|over|left) to you|yours(?:elf)?|for you
      |you (?:can|may|could|should|have to|need|must|declined|rejected|approve|confirm)
      |please|say (?:so|the word)|let me know|only|alone|sign(?:ing|ed)|gpg|identity|passphrase|missing|denied
      |den(?:y|ies)|declin\w+|reject\w+|refus\w+|block\w*|disabled|unavailable|sandbox\w*|read-only|permissions?
      |offline|unsaved|still (?:open|to|points?|has|have|needs?|in)|ship|upload\w*|code part
      |(?:last|next|second|final) (?:part|step)|step two|ci|whether|on disk|until|unless|h[eo]ld(?:ing)?
      |hand(?:s|ed|ing)|honou?rs|as far as|protected|dirty|unrelated|mixed|(?<!\bis )ready|ready(?! for review\b)
      |your word
    )\b
  `,
};
