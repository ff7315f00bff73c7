import type { Modality } from "../modality.ts";
import { ENGLISH_CONDITIONS } from "./conditions.ts";
import { expression, part } from "../../../patterns/expression.ts";

/** Trouble that a person may report and an agent repair. With a word of SOME, a part of the trouble may be left. */
const TROUBLE = part`
  (?:
    crash(?:es)?|errors?|failures?|panics?|exceptions?|regressions?|time-?outs?|warnings?
    |(?:failing|broken) [\w‹›-]+|flaky (?:tests?|specs?|suites?)
  )
`;
const SOME =
  "(?:but|except|not|no|one|two|three|four|five|some|most|many|half|other|remaining|rest|first|last|of|\\d+)";
const MENDED = "(?:fixed|resolved|solved|corrected|eliminated|repaired|gone)";
/** What a thing or a test does, told after its name and a dash. */
const DOES = part`
  (?:
    verif|test|check|cover|ensur|assert|validat|confirm|prov|exercis|handl|log|return|report|show|record|print|us
    |set|call|read|writ|pars|keep|updat|creat|remov|rais|throw|reject
  )(?:e|es|s|y|ies|ing|ed)?
`;
/** What was done to the code; not what can be done about a failure: report it, move it, mark it, merge to try it. */
const DID = part`
  (?:
    add|fix|remov|introduc|implement|replac|refactor|extend|extract|wrapp|improv|simplif|convert|handl|ensur|gat
    |guard|harden|enabl|configur|register|expos|export|migrat|rework|rewir|wir|bump|deduplicat|align|normali[sz]
    |patch|tighten|propagat
  )(?:e?d|ied)
`;

export const ENGLISH_MODALITY: Modality = {
  ...ENGLISH_CONDITIONS,
  hedge: expression("i")`
    \b(?:
      most(?:ly)?|many|some|several|nearly|almost|practically|virtually|more or less|pretty much
      |(?:basically|essentially)(?= (?:all|every))|just about|half|(?:the )?majority|must|ha(?:ve|s) to|should|might
      |may|likely|probably|presumably|expect(?:ed|s)? (?:to|that)|expect (?:all|every|the|\d+)|appears?|seems?
      |in theory|i (?:think|believe|assume|expect|hope|guess)|my guess|(?<=: )unknown
      |(?:in|by) my (?:head|mind|reading|reasoning)|on paper|hopefully|could|would|'d|supposed(?:ly)? to|perhaps
      |possibly|in principle|designed to|intended to|meant to|ideally|apart from|aside from|other than|excluding
      |(?:one|two|three|four|five|six|seven|eight|nine|ten) (?:out )?of (?:the )?(?:\d+|\w+)
      |(?:that|which) can (?:be )?run
    )\b
  `,
  contrast: expression("i")`
    \b(?:
      (?:do|does|did)(?: not|n't)(?=\s*(?:$|[.,;:!]|yet|pass|work|run|compile))
      |(?:is|are)(?: not|n't)(?: here)?(?=\s*(?:$|[.;:!)]))|at least (?:they|it) did
      |if you (?:leave out|skip|exclude)|fail\w*|still (?:complain\w*|flags?|objects?|chokes?|trips?|warns?)|but
      |however|except|although|though|unfortunately|only (?:the|partially)|apart from|aside|other than
      |exclud(?:ed|ing)|excepting|notwithstanding|modulo|minus|save for|barring|bar (?:the|one|two)
      |(?<=[,–—] |\()(?:bar|save|less|sans)(?= (?:‹|the ))
      |(?<=[;,:–—] )here,? (?:the )?‹\d+› (?!pass|is green|works)
      |(?<=[;,:–—] )(?:
        here
        |(?:in|on) (?:this|my) (?:sandbox|container|environment|machine|session|box|shell|setup|checkout)
        |locally|without (?:it|one|them)
      ),? (?:the |these |those |only |just )?(?:one|two|three|four|five|[1-9]\d*|some|they)(?: tests?| of \w+)? (?:
        gets?|sees?|stops?|answers?|hits?|reach(?:es)?|wants?|lacks?|times? out|runs? into|do(?=\s*(?:$|[.;,]))
        |are (?:refused|rejected|denied|stopped)
      )
    )\b
  `,
  negation: expression("i")`
    (?:
      \b(?:
        not|never|cannot|unable|neither|nor|none|no longer|nothing|no|without|fail\w*|skip(?:ped|s|ping)?|untested
        |unverified|still (?:broken|red|open|need\w*)
      )\b|n't\b|❌|✗|⚠|⛔|🔴|🚫
    )
  `,
  harmless: expression("gi")`
    \b(?:no|zero|0|without(?: any)?)\s+(?:
      (?:
        new|test|lint|type|typescript|eslint|build|compile\w*|analy[sz]er|static analysis|other|more|remaining|known
      )\s+
    )*(?:
      fail\w*|issues?|errors?|warnings?|problems?|regressions?|violations?|findings?|offen[cs]es?|conflicts?
      |vulnerabilit(?:y|ies)|leaks?|fixes applied|diagnostics|modifications?
    )\b|\bno (?:single )?tests? (?:in (?:the|this|our) \w+ )?(?:(?:is|are) failing|fails?)\b
    |\b(?:no|zero|without (?:any|a(?: single)?)|not a single) (?:complaints?|hitch(?:es)?|failure|error|finding)\b
    |\bnothing (?:left |more |else )?to complain(?: about)?\b
    |\b(?:none|nothing) (?:(?:is|was|were|are) )?(?:skipped|failed|failing)\b
    |\b(?:the |previously |formerly |two |three |four |five |\d+ ){0,5}fail(?:ing|ed) (?:tests?|checks?|cases?|builds?)
    \b
    |\bnot only\b|\b(?:do|does|did)(?:n't| not) need\b(?: an?| the| to)?|\b(?:green[/-]red|red[/-]green)\b
    |\b(?:
      regression (?=
        (?:tests?|specs?|suites?|cases?|coverage)(?:
          \s*(?:$|[.,;:)‹])
          | (?:
            in|for|to|that|which|on|with|and|of|by|at|cover\w*|guard\w*|pins?|added|pass\w*
            |(?:is|are|was|were) (?:now |also |all )?(?:added|written|included|new|there|part|green|pass\w*)
          )\b
        )
      )
      |(?:errors?|failures?) (?=
        (?:handling|handlers?|paths?|cases?|types?|boundar(?:y|ies)|branch(?:es)?|recovery|reporting|logging)\b
      )
    )(?!
      [^.;]{0,80}\b
      (?:still|not|remain\w*|left|to (?:go|do)|open|wrong|complain\w*|(?:un|not )happy|objects?|disagrees?)\b
    )|\bnothing (?:else )?(?:broke|broken|regressed)\b
    |\bno (?:behaviou?r|functional|breaking|code|other) changes?\b
    |\bskipped?:? 0\b|\b0 skipped\b
    |\b(?:add|set|rais|increas|bump|lower|reduc|extend|doubl|chang|adjust|configur)\w* (?:\w+ ){0,3}time-?outs?\b
    |\btime-?outs? (?:
      handling|options?|settings?|values?|config\w*|parameters?|arguments?|flags?|support
      |(?:is|are) (?:now )?(?:configurable|\d)
    )
    |\bpass\w* with (?:the|a) (?:new|longer|higher|larger|raised|increased) time-?outs?\b
  `,
  mended: expression("gi")`
    \b(?:fix(?:ed|es)|resolve[ds]|solved|corrected|eliminated|repaired|replaced) (?:the|an?|this|that|these|those|both|all|your) (?:(?!${SOME}\b)[\w'‹›-]+ ){0,4}?
    ${TROUBLE}(?![\w-])
    |(?<!\b${SOME} )\b${TROUBLE} (?:(?:is|are|was|were|has been|have been) )?(?:(?:now|also|all|both) )*${MENDED}
    (?=\s*(?:$|[.,;:!)—–✅✓✔]|(?:and|now|too|as well)\b|in ‹))
    |\b(?:${TROUBLE} )?no longer (?:
      crash(?:es)?|fails?|panics?|breaks?|throws?|errors?|times? out|occurs?|happens?|appears?
    )\b
    |\binstead of (?:failing|crashing|panicking|breaking|throwing|timing out)\b
    |\bincluding (?:the|those) (?:\w+ ){0,3}(?:that|which) (?:was|were|had been) (?:failing|broken|red|crashing)
    (?=\s*(?:$|[.,;:!)]|(?:and|before|earlier)\b))
    // The old state, told beside the new one.
    |^\W*(?:before|previously|formerly|originally|the bug)\s*[:|–—][^;]*
    |\bthe (?:original|previous|former|initial) (?:\w+ ){0,2}
    (?:test|code|assertion|implementation|version|approach|logic|check) (?:couldn't|could not|didn't|did not|never)
    \b[^.;]*\bbecause\b[^.;]*
  `,
  tellsOfWork: new RegExp(
    [
      `^\\W*(?:(?:also|additionally|then|finally|and|i|we|i've|we've) )*(?:${DID})\\b`,
      `^\\W*‹\\d+›(?:\\s*(?:[/,&+]|and|or)\\s*‹\\d+›)*\\s*(?:[–—:|(]|-)\\s*(?:(?:now|also|only|always|never|no longer) )*${DOES}\\b`,
    ].join("|"),
    "i",
  ),
  trouble: expression("gi")`
    \b(?:
      fail(?:s|ed|ing|ures?)?|errors?|broken|breaks?|broke|red|crash(?:es|ed)?|panics?|regress\w*|pre-?existing
      |excepted|cannot|(?:could|did|does|do|was|were)(?:n't| not)
      |(?:gets?|got|returns?|answers?|with|https?|an?) [45]\d\d
    )\b
  `,
  isTroubled: expression("i")`
    \b(?:still|remain\w*|left|keeps?|continues? to|yet|not) (?:\w+ ){0,2}(?:fail\w*|red|broken|break\w*)
    |\b(?:
      tests?|specs?|suites?|checks?|builds?|lint\w*|ones?|it|they|which|that|these|those|run|ci|e2e|others?|rest
      |\w+\.\w{1,5}
    )\b(?: \w+){0,3} (?:
      (?:fails?|failed|failing|breaks?|broke|crash\w*|panics?)\b
      |(?:is|are|was|were|stays?) (?:\w+ )?(?:red|broken|flaky|failing)
      |(?:could|did|does|do)(?:n't| not)
    )
    |‹\d+›(?: (?:now|still|also|itself|alone|then))? (?:
      (?:fails?|failed|breaks?|broke|crash\w*)\b|is (?:red|broken|failing|flaky)
    )
    |\bfail(?:ing|ed|s) (?:on|in|for|without|because|since|as|here|locally|under|until|there)\b
    |\bpre-?existing (?:\w+ )?(?:fail|red|error|break)
    |\b(?:one|two|three|four|five|first|second|third|last|other|next|\d+) (?:\w+ )?
    (?:fail\w*|errors?|red|broken|crash\w*|panics?)
    |\b(?:broken|red|failing|failed) (?:ones?|runs?|tests?)\b|\bremain(?:s|ing)\b
    |\b(?:
      nothing|no changes?|issues?|tickets?|notes?|prs?|pull requests?|descriptions?|summar\w+|readme|comments?|todo
      |known|changelog|mention\w*|but
    )\b|\b(?:one|two|three|four|five|some|most|many|half|\d+) of\b|❌|✗|✘|⛔|🔴|🚫
  `,
  future: expression("i")`
    \b(?:
      will|going to|i'll|we'll|let me|let's|next(?!est\b|\.?js\b)(?: steps?)?|todo|to-do|to do:
      |plan(?:s|ned|ning)? to|need(?:s|ed)? to|pending|to be (?:confirmed|checked|verified|seen|tested|run)|tb[cd]
      |unconfirmed|want me to|remains? to|yet to|so that|in order to|waiting|about to|now (?:to|for)
      |(?:(?<!managed )to get|stands? between)\b|to (?:verify|check|confirm|ensure|see|make sure)|mak(?:e|es|ing) |
      lets? |allow(?:s|ing)? |help(?:s|ing)? |ensur(?:es?|ing) |whether |regardless |required? )
  `,
  intention: expression("i")`
    \b(?:
      will be|going to|i'll|we'll|let me|let's|todo|to-do|plan(?:s|ning)? to|need(?:s|ed)? to|pending|want me to
      |remains? to|yet to|about to|can be|to be
    )\b
  `,
  instruction: expression("i")`
    (?:
      ^\s*(?:verify|ensure|confirm) ?:
      |^\s*(?:
        run|try|check|verify|ensure|make sure|confirm|test(?! (?:suites?|cases?|files?|runs?|results?|coverage)\b)
        |see|use|open|restart|rerun|re-run|remember|consider|note
      )\s(?!that all|✅)
      |\b(?:
        you (?:can|could|should|may|might|will|need|must|have to|want)
        |you'll|please|feel free|make sure|be sure to|let me know|recommend|suggest|acceptance|success criteria
        |definition of done
      )\b
      |^\s*(?:expected\b|(?:for (?:you|the reviewers?)|your turn|left for you|on your (?:side|machine))\s*[:–—-])
      |\b(?:
        expected(?: result| output)?|(?:example|sample)(?: (?:output|run|line))?
        |(?:target|goal|aim|objective)s?
        (?: (?:for|of) [^:.;]{1,30}| (?:is|was|remains|stays)(?=: (?:all|every|the|both|no|green|tests?|an?)\b))?
      ):
    )
  `,
  attribution: expression("i")`
    \b(?:
      you (?:
        said|mentioned|reported|noted|asked|wanted|told|confirmed
        |saw(?= (?:that |how )?(?:(?:all|the|every|both|your|these|those|\d+) ){0,3}(?:\w+ )?
        (?:tests?|specs?|suites?|checks?|builds?|everything|it|them|all)\b(?:(?!\b(?:and|is|are)\b)[^.,;!?]){0,30}\b
        (?:pass|green|succeed|clean))
        |ran (?:all |the |your |these |both ){1,2}(?:\w+ )?(?:tests?|specs?|suites?|checks?)\b
        |(?:ran|pasted|posted)(?= (?:shows?|says?|has|have|tells?|reports?|lists?|ends?)\b)
      )|(?:good|glad|great|nice|happy) to hear|according to
      |as (?:you|the user) (?:said|noted|mentioned|saw|ran|reported|confirmed|showed|wrote)
      |(?:in|by|on) your (?:own |last )?run
      |the (?:docs?|documentation|issue|ticket|reviewer|bot|readme|article|spec) (?:says?|states?|claims?|mentions?)
      |claims? that|says that
      |(?:author|user|team|colleagues?|maintainers?|reviewer|someone|they|he|she) (?:says?|said|reports?|reported|claims?|told|wrote)
      |(?:your|their) (?:machine|laptop|side|end)|pass(?:es|ed)? (?:locally |fine )?for you
      |your (?:\w+ )?(?:logs?|output|trace|paste|screenshot|report|run|build|job|pipeline) (?:shows?|says?|has|have|tells?|reports?|lists?|ends?)
      |upstream|elsewhere|yesterday|on (?:main|master)\b
      |(?:release|base|stable|target|default|production|main|master) branch
      |on the (?:old|original|untouched|unchanged|previous) (?:code|version|state)
      |(?:clean|fresh) checkout|before (?:my|this|these|the) change|pre-?existing|previously|originally|used to
      |earlier|in the previous|last (?:session|time)
    )
  `,
  attributed: expression("i")`
    ^(?:
      as (?:you|the \w+|they) (?!can\b|see\b)\w+|according to|per (?:your|the)|in your|from your|on (?:your|their)
      |you (?:said|mentioned|reported|noted)
      |before (?:i|we) (?:touched|changed|edited|started|began|did|made|upgraded)
      |before (?:any|my|the|these|this|our) (?:changes?|edits?|work|upgrade|refactor\w*|fix)
      |on (?:main|master)(?=[:,])|baseline|(?:at|from|in) the (?:start|beginning|outset)
      |(?:i )?start(?:ed|ing) (?:from|on|with)
      |(?:on|in|with) (?:a|the) (?:clean|fresh|untouched|unchanged|old|original|previous) (?:checkout|clone|copy|tree|code|version)
      |(?:the )?(?:
        predecessor
        |(?:last|previous|prior|former|earlier) (?:session|state|status|phase|release|version|handoff)(?:'s)?
      )(?=[^.;]{0,60}:)|history\b(?=[^.;]{0,40}:)|(?:main|master|upstream|develop|before|previously)(?= \|)
    )\b
  `,
  stateLabel: expression("i")`
    ^(
      green|red|yellow|amber|gr[ae]y|orange|blue|pass(?:ed|ing)?|fail(?:ed|ing|ure)?|success|ok|error|skipped
      |pending|running|unknown|0|1|2|✅|❌|⚠️?|🟢|🔴|🟡|⚪
    )\s*(?:[-–—:=→]|means\b)
  `,
  bareCount: expression("i")`
    ^[^a-z\d\u00c0-\u1fff\u3040-\ud7ff]*(?:all )?\d+(?:\s*\/\s*\d+)? pass(?:ed|ing)?
    (?:[\s,;]+(?:\d+|no|zero) (?:fail\w*|skip\w*|error\w*|pending|warnings?))*(?: in [\d.]+ ?m?s)?
    [^a-z\d\u00c0-\u1fff\u3040-\ud7ff]*$
  `,
  testRunner: expression("i")`
    \b(?:
      pytest|vitest|jest|mocha|ava|tap|rspec|phpunit|pest|junit|nunit|xunit|ctest|gtest|bats|karma|cypress
      |playwright|unittest|tox|nox|go test|cargo
    )\b
  `,
  typeChecker: /\b(?:tsc|mypy|pyright|phpstan|psalm|sorbet|dialyzer)\b/i,
  probeTest: expression("i")`
    \b(?:
      smoke|sanity|statistical|stationarity|normality|adf|kpss|t|overfit\S*|benchmark|load|import|manual|connection
      |connectivity|curl|endpoint|health|ping|restore|browser|live|ad-?hoc
    )[- ](?:\w+ ){0,2}(?:tests?|suite|run)\b|\btest(?:s|ed|ing)? (?:by hand|with curl|manually)\b
    |\b(?:throw-?away|scratch|temporary|temp|ad-?hoc|inline|one-off|quick|small|little) (?:\w+ )?
    (?:scripts?|snippets?|program|one-liner)\b
  `,
  exampleHeading: /\b(?:examples?|samples?|templates?)\b/i,
  openHeading: expression("i")`
    \b(?:
      next|remaining|todo|to do|follow[- ]?ups?
      |not (?:done|yet|included|covered|verified|tested|run|checked)
      |un(?:verified|tested)|open|pending|left|how to|usage|manual|you (?:can|should|need)
      |to (?:test|verify|run|try|use|reproduce)|test plan|testing instructions|recommend\w*|suggest\w*|propos\w*
      |ideas?|optional|future|known|limitations?|caveats?|previous\w*|risks?|out of scope|verification steps
      |acceptance|expected|examples?|scenarios?|options?|questions?|plan
      |what (?:to|it|this|ci) (?:do|does|test|checks?|runs?|shows?|means?)
      |why|exit (?:codes?|status\w*)|criteri(?:a|on)|conditions?|requirements?|constraints?
      |goals(?! (?:met|reached|achieved))|definition of done|legend|meanings?
      |before (?:merg(?:e|ing)|the merge|you merge|releas\w+|deploy\w+|shipping)
      |what (?:i|we) (?:did not|didn't|have not|haven't|could not|couldn't)
      |(?<=^|(?:checklist|notes?|steps?|left|tasks?) )for (?:you|the reviewers?)
      |your turn|on your (?:machine|side|end|laptop)|gaps?
    )\b
  `,
};
