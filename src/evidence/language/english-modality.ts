import type { Modality } from "./modality.ts";

/** What a person may report, and an agent mend. Of some of it, or of the first of it, the rest may be left. */
const TROUBLE =
  "(?:crash(?:es)?|errors?|failures?|panics?|exceptions?|regressions?|time-?outs?|warnings?|(?:failing|broken) [\\w‹›-]+|flaky (?:tests?|specs?|suites?))";
const SOME =
  "(?:but|except|not|no|one|two|three|four|five|some|most|many|half|other|remaining|rest|first|last|of|\\d+)";
const MENDED = "(?:fixed|resolved|solved|corrected|eliminated|repaired|gone)";

/** What is told to somebody who is to do it. Those that are their own past ("set", "put", "split") tell as often what was done. */
const ORDER =
  "(?:go|get|log|sign|connect|reconnect|type|click|press|hit|pick|choose|select|tag|stage|switch|enable|disable|turn|toggle|flip|wait|update|fix|change|replace|revert|remove|delete|drop|apply|pull|push|rebase|merge|point|pass|copy|create|rename|raise|lower|bump|downgrade|upgrade|pin|unset|clear|rebuild|reinstall|regenerate|retry|unlock|mount|grant|provide|supply|configure|adjust|edit|comment|uncomment|exclude|move|deploy|stop|kill|launch|boot|authenticate|plug|tweak|ask|tell|give|leave|keep|take|start|add|install|export|use|open|restart|rerun|re-run|run|define|adapt|correct|generate|download|upload|fetch|clone|free|close|rotate|renew|refresh|swap|make|bring|hook|wire|plug|commit|rework|extend|feed|invoke|call|execute|issue|submit)";
/** What an order goes on with: a thing or a direction, and no verb of which the word before would be the subject. */
const ORDERED =
  "(?:the|an?|your|my|our|its|this|that|these|those|it|them|to|in|into|on|onto|off|out|up|down|with|for|from|back|over|around|again|once|any|both|all|one|each|every|online|offline|ahead|‹\\d+›|‹q›|\\S+=\\S*)";
const CONDITION =
  "(?:if|once(?! (?:with|in|on|more|again|for|per)\\b)|unless|as soon as|as long as|assuming|assume|suppos(?:e|ing)|imagine|pretend|let's say|say(?! that)|given an?|provided|in case|by \\w+ing|after \\w+ing\\b(?=[^;]*\\b(?:your?|needs?|requires?)\\b)|should (?:you|we|it|the)|(?:after|when|whenever|the moment|the day|before) (?:you|we|they|somebody|someone|it|the (?!(?:fix|change|suite|tests?)\\b)\\S+ (?:is|are|has|have|gets?))|when (?!i\\b|run\\b|running\\b)\\S+ (?:is|are|has|have|gets?)|after \\S+(?: \\d+)? (?:is|are|has been|gets) (?:deployed|merged|released|applied|live|in place))";
/** Said after something that is not so: a wish, a joke. */
const JOKE =
  "(?:(?:i|we) (?:only |just )?wish(?! you\\b)|if only|as if\\b(?=\\W*$)|yeah,? right|in (?:my|your|our) dreams|dream on|(?:one|a man|a girl|i) can dream|said (?:no ?body|no one)|no,? wait|wait,? no|oh,? wait|scratch that|(?:just |only )?(?:kidding|joking)|jk|psych|ha(?:ha)+|lol|or so (?:i|we) (?:thought|hoped|believed)|(?:would|wouldn't that) be (?:nice|great|lovely|too good)|(?:i|we)(?:'d| would) (?:love|like|prefer|be glad|be happy) to (?:say|tell|report|write|claim)|one would (?:hope|think)|famous last words|citation needed|(?:i|we) (?:hope|guess|suppose|assume)|hopefully|more or less|give or take|well,? (?:nearly|almost)|nearly all|theoretically|in theory|or will\\b|sort of|kind of|so to speak|supposedly|allegedly|(?<!\\bor )not(?= ?(?:!|$)|\\W*$))";

/** What a thing does, or a test: behind its name and a dash. */
const DOES =
  "(?:verif|test|check|cover|ensur|assert|validat|confirm|prov|exercis|handl|log|return|report|show|record|print|us|set|call|read|writ|pars|keep|updat|creat|remov|rais|throw|reject)(?:e|es|s|y|ies|ing|ed)?";
/** What somebody did to the code. Not what may be done about a failure: report it, move it, mark it, merge to see whether it goes. */
const DID =
  "(?:add|fix|remov|introduc|implement|replac|refactor|extend|extract|wrapp|improv|simplif|convert|handl|ensur|gat|guard|harden|enabl|configur|register|expos|export|migrat|rework|rewir|wir|bump|deduplicat|align|normali[sz]|patch|tighten|propagat)(?:e?d|ied)";

export const ENGLISH_MODALITY: Modality = {
  hedge:
    /\b(?:most(?:ly)?|many|some|several|nearly|almost|practically|virtually|more or less|pretty much|(?:basically|essentially)(?= (?:all|every))|just about|half|(?:the )?majority|must|ha(?:ve|s) to|should|might|may|likely|probably|presumably|expect(?:ed|s)? (?:to|that)|expect (?:all|every|the|\d+)|appears?|seems?|in theory|i (?:think|believe|assume|expect|hope|guess)|my guess|(?<=: )unknown|(?:in|by) my (?:head|mind|reading|reasoning)|on paper|hopefully|could|would|'d|supposed(?:ly)? to|perhaps|possibly|in principle|designed to|intended to|meant to|ideally|apart from|aside from|other than|excluding|(?:one|two|three|four|five|six|seven|eight|nine|ten) (?:out )?of (?:the )?(?:\d+|\w+)|(?:that|which) can (?:be )?run)\b/i,
  contrast:
    /\b(?:(?:do|does|did)(?: not|n't)(?=\s*(?:$|[.,;:!]|yet|pass|work|run|compile))|(?:is|are)(?: not|n't)(?: here)?(?=\s*(?:$|[.;:!)]))|at least (?:they|it) did|if you (?:leave out|skip|exclude)|fail\w*|still (?:complain\w*|flags?|objects?|chokes?|trips?|warns?)|but|however|except|although|though|unfortunately|only (?:the|partially)|apart from|aside|other than|exclud(?:ed|ing)|excepting|notwithstanding|modulo|minus|save for|barring|bar (?:the|one|two)|(?<=[,–—] |\()(?:bar|save|less|sans)(?= (?:‹|the ))|(?<=[;,:–—] )here,? (?:the )?‹\d+› (?!pass|is green|works)|(?<=[;,:–—] )(?:here|(?:in|on) (?:this|my) (?:sandbox|container|environment|machine|session|box|shell|setup|checkout)|locally|without (?:it|one|them)),? (?:the |these |those |only |just )?(?:one|two|three|four|five|[1-9]\d*|some|they)(?: tests?| of \w+)? (?:gets?|sees?|stops?|answers?|hits?|reach(?:es)?|wants?|lacks?|times? out|runs? into|do(?=\s*(?:$|[.;,]))|are (?:refused|rejected|denied|stopped)))\b/i,
  negation:
    /(?:\b(?:not|never|cannot|unable|neither|nor|none|no longer|nothing|no|without|fail\w*|skip(?:ped|s|ping)?|untested|unverified|still (?:broken|red|open|need\w*))\b|n't\b|❌|✗|⚠|⛔|🔴|🚫)/i,
  harmless:
    /\b(?:no|zero|0|without(?: any)?)\s+(?:(?:new|test|lint|type|typescript|eslint|build|compile\w*|analy[sz]er|static analysis|other|more|remaining|known)\s+)*(?:fail\w*|issues?|errors?|warnings?|problems?|regressions?|violations?|findings?|offen[cs]es?|conflicts?|vulnerabilit(?:y|ies)|leaks?|fixes applied|diagnostics|modifications?)\b|\bno tests? (?:is|are) failing\b|\b(?:none|nothing) (?:(?:is|was|were|are) )?(?:skipped|failed|failing)\b|\b(?:the |previously |formerly |two |three |four |five |\d+ ){0,5}fail(?:ing|ed) (?:tests?|checks?|cases?|builds?)\b|\bnot only\b|\b(?:do|does|did)(?:n't| not) need\b(?: an?| the| to)?|\b(?:green[/-]red|red[/-]green)\b|\b(?:regression (?=(?:tests?|specs?|suites?|cases?|coverage)(?:\s*(?:$|[.,;:)‹])| (?:in|for|to|that|which|on|with|and|of|by|at|cover\w*|guard\w*|pins?|added|pass\w*|(?:is|are|was|were) (?:now |also |all )?(?:added|written|included|new|there|part|green|pass\w*))\b))|(?:errors?|failures?) (?=(?:handling|handlers?|paths?|cases?|types?|boundar(?:y|ies)|branch(?:es)?|recovery|reporting|logging)\b))(?![^.;]{0,80}\b(?:still|not|remain\w*|left|to (?:go|do)|open|wrong|complain\w*|(?:un|not )happy|objects?|disagrees?)\b)|\bnothing (?:else )?(?:broke|broken|regressed)\b|\bno (?:behaviou?r|functional|breaking|code|other) changes?\b|\bskipped?:? 0\b|\b0 skipped\b|\b(?:add|set|rais|increas|bump|lower|reduc|extend|doubl|chang|adjust|configur)\w* (?:\w+ ){0,3}time-?outs?\b|\btime-?outs? (?:handling|options?|settings?|values?|config\w*|parameters?|arguments?|flags?|support|(?:is|are) (?:now )?(?:configurable|\d))|\bpass\w* with (?:the|a) (?:new|longer|higher|larger|raised|increased) time-?outs?\b/gi,
  mended: new RegExp(
    [
      `\\b(?:fix(?:ed|es)|resolve[ds]|solved|corrected|eliminated|repaired|replaced) (?:the|an?|this|that|these|those|both|all|your) (?:(?!${SOME}\\b)[\\w'‹›-]+ ){0,4}?${TROUBLE}(?![\\w-])`,
      `(?<!\\b${SOME} )\\b${TROUBLE} (?:(?:is|are|was|were|has been|have been) )?(?:(?:now|also|all|both) )*${MENDED}(?=\\s*(?:$|[.,;:!)—–✅✓✔]|(?:and|now|too|as well)\\b|in ‹))`,
      `\\b(?:${TROUBLE} )?no longer (?:crash(?:es)?|fails?|panics?|breaks?|throws?|errors?|times? out|occurs?|happens?|appears?)\\b`,
      "\\binstead of (?:failing|crashing|panicking|breaking|throwing|timing out)\\b",
      "\\bincluding (?:the|those) (?:\\w+ ){0,3}(?:that|which) (?:was|were|had been) (?:failing|broken|red|crashing)(?=\\s*(?:$|[.,;:!)]|(?:and|before|earlier)\\b))",
      // As it was, told beside how it is.
      "^\\W*(?:before|previously|formerly|originally|the bug)\\s*[:|–—][^;]*",
      "\\bthe (?:original|previous|former|initial) (?:\\w+ ){0,2}(?:test|code|assertion|implementation|version|approach|logic|check) (?:couldn't|could not|didn't|did not|never)\\b[^.;]*\\bbecause\\b[^.;]*",
    ].join("|"),
    "gi",
  ),
  tellsOfWork: new RegExp(
    [
      `^\\W*(?:(?:also|additionally|then|finally|and|i|we|i've|we've) )*(?:${DID})\\b`,
      `^\\W*‹\\d+›(?:\\s*(?:[/,&+]|and|or)\\s*‹\\d+›)*\\s*(?:[–—:|(]|-)\\s*(?:(?:now|also|only|always|never|no longer) )*${DOES}\\b`,
    ].join("|"),
    "i",
  ),
  trouble:
    /\b(?:fail(?:s|ed|ing|ures?)?|errors?|broken|breaks?|broke|red|crash(?:es|ed)?|panics?|regress\w*|pre-?existing|excepted|cannot|(?:could|did|does|do|was|were)(?:n't| not)|(?:gets?|got|returns?|answers?|with|https?|an?) [45]\d\d)\b/gi,
  isTroubled:
    /\b(?:still|remain\w*|left|keeps?|continues? to|yet|not) (?:\w+ ){0,2}(?:fail\w*|red|broken|break\w*)|\b(?:tests?|specs?|suites?|checks?|builds?|lint\w*|ones?|it|they|which|that|these|those|run|ci|e2e|others?|rest|\w+\.\w{1,5})\b(?: \w+){0,3} (?:(?:fails?|failed|failing|breaks?|broke|crash\w*|panics?)\b|(?:is|are|was|were|stays?) (?:\w+ )?(?:red|broken|flaky|failing)|(?:could|did|does|do)(?:n't| not))|‹\d+›(?: (?:now|still|also|itself|alone|then))? (?:(?:fails?|failed|breaks?|broke|crash\w*)\b|is (?:red|broken|failing|flaky))|\bfail(?:ing|ed|s) (?:on|in|for|without|because|since|as|here|locally|under|until|there)\b|\bpre-?existing (?:\w+ )?(?:fail|red|error|break)|\b(?:one|two|three|four|five|first|second|third|last|other|next|\d+) (?:\w+ )?(?:fail\w*|errors?|red|broken|crash\w*|panics?)|\b(?:broken|red|failing|failed) (?:ones?|runs?|tests?)\b|\bremain(?:s|ing)\b|\b(?:nothing|no changes?|issues?|tickets?|notes?|prs?|pull requests?|descriptions?|summar\w+|readme|comments?|todo|known|changelog|mention\w*|but)\b|\b(?:one|two|three|four|five|some|most|many|half|\d+) of\b|❌|✗|✘|⛔|🔴|🚫/i,
  conditional:
    /\b(?:an?|each|any) (?:\w+ )?(?:test|spec|suite|build|check|run)\b[^.]*\b(?:when|if|once|unless)\b|\b(?:if|once|unless|until|whenever|as long as|assuming|provided(?: that)?|in case|as soon as|when (?:you|the user|they|it|we|run|executed)|in isolation|individually|after you|before you|wherever|from (?:[a-z]+ ){0,3}(?:passing|succeeding|clean|green)|machines with|with \S+ running)\b|\b(?:tests?|specs?|suites?|checks?|results?|reports?|ci)\b(?:(?! (?:and|so|while|which) )[^,;]){0,80}? when (?:the|this|that|your) (?:\w+ )?(?:job|pipeline|workflow|build|run|deploy\w*) (?:ends|finishes|completes|is done)\b|^with (?!th|(?:all|my|our|no|tests)\b|\d)/i,
  future:
    /\b(?:will|going to|i'll|we'll|let me|let's|next(?!est\b|\.?js\b)(?: steps?)?|todo|to-do|to do:|plan(?:s|ned|ning)? to|need(?:s|ed)? to|pending|to be (?:confirmed|checked|verified|seen|tested|run)|tb[cd]|unconfirmed|want me to|remains? to|yet to|so that|in order to|waiting|about to|now (?:to|for)|(?:(?<!managed )to get|stands? between)\b|to (?:verify|check|confirm|ensure|see|make sure)|mak(?:e|es|ing) |lets? |allow(?:s|ing)? |help(?:s|ing)? |ensur(?:es?|ing) |whether |regardless |required? )/i,
  intention:
    /\b(?:will be|going to|i'll|we'll|let me|let's|todo|to-do|plan(?:s|ning)? to|need(?:s|ed)? to|pending|want me to|remains? to|yet to|about to|can be|to be)\b/i,
  instruction:
    /(?:^\s*(?:verify|ensure|confirm) ?:|^\s*(?:run|try|check|verify|ensure|make sure|confirm|test(?! (?:suites?|cases?|files?|runs?|results?|coverage)\b)|see|use|open|restart|rerun|re-run|remember|consider|note)\s(?!that all|✅)|\b(?:you (?:can|could|should|may|might|will|need|must|have to|want)|you'll|please|feel free|make sure|be sure to|let me know|recommend|suggest|acceptance|success criteria|definition of done)\b|^\s*(?:expected\b|(?:for (?:you|the reviewers?)|your turn|left for you|on your (?:side|machine))\s*[:–—-])|\b(?:expected(?: result| output)?|(?:example|sample)(?: (?:output|run|line))?|(?:target|goal|aim|objective)s?(?: (?:for|of) [^:.;]{1,30}| (?:is|was|remains|stays)(?=: (?:all|every|the|both|no|green|tests?|an?)\b))?):)/i,
  attribution:
    /\b(?:you (?:said|mentioned|reported|noted|asked|wanted|told|confirmed|saw(?= (?:that |how )?(?:(?:all|the|every|both|your|these|those|\d+) ){0,3}(?:\w+ )?(?:tests?|specs?|suites?|checks?|builds?|everything|it|them|all)\b(?:(?!\b(?:and|is|are)\b)[^.,;!?]){0,30}\b(?:pass|green|succeed|clean))|ran (?:all |the |your |these |both ){1,2}(?:\w+ )?(?:tests?|specs?|suites?|checks?)\b|(?:ran|pasted|posted)(?= (?:shows?|says?|has|have|tells?|reports?|lists?|ends?)\b))|(?:good|glad|great|nice|happy) to hear|according to|as (?:you|the user) (?:said|noted|mentioned|saw|ran|reported|confirmed|showed|wrote)|(?:in|by|on) your (?:own |last )?run|the (?:docs?|documentation|issue|ticket|reviewer|bot|readme|article|spec) (?:says?|states?|claims?|mentions?)|claims? that|says that|(?:author|user|team|colleagues?|maintainers?|reviewer|someone|they|he|she) (?:says?|said|reports?|reported|claims?|told|wrote)|(?:your|their) (?:machine|laptop|side|end)|pass(?:es|ed)? (?:locally |fine )?for you|your (?:\w+ )?(?:logs?|output|trace|paste|screenshot|report|run|build|job|pipeline) (?:shows?|says?|has|have|tells?|reports?|lists?|ends?)|upstream|elsewhere|yesterday|on (?:main|master)\b|(?:release|base|stable|target|default|production|main|master) branch|on the (?:old|original|untouched|unchanged|previous) (?:code|version|state)|(?:clean|fresh) checkout|before (?:my|this|these|the) change|pre-?existing|previously|originally|used to|earlier|in the previous|last (?:session|time))/i,
  attributed:
    /^(?:as (?:you|the \w+|they) (?!can\b|see\b)\w+|according to|per (?:your|the)|in your|from your|on (?:your|their)|you (?:said|mentioned|reported|noted)|before (?:i|we) (?:touched|changed|edited|started|began|did|made|upgraded)|before (?:any|my|the|these|this|our) (?:changes?|edits?|work|upgrade|refactor\w*|fix)|on (?:main|master)(?=[:,])|baseline|(?:at|from|in) the (?:start|beginning|outset)|(?:i )?start(?:ed|ing) (?:from|on|with)|(?:on|in|with) (?:a|the) (?:clean|fresh|untouched|unchanged|old|original|previous) (?:checkout|clone|copy|tree|code|version)|(?:the )?(?:predecessor|(?:last|previous|prior|former|earlier) (?:session|state|status|phase|release|version|handoff)(?:'s)?)(?=[^.;]{0,60}:)|history\b(?=[^.;]{0,40}:)|(?:main|master|upstream|develop|before|previously)(?= \|))\b/i,
  conditionBefore:
    /(?:\b(?:when(?:ever)?|after|until|unless|if|once|before|while|whether|as soon as|as long as|(?:in|for|of|on|with) which|whose|(?<!\b(?:i|we|can|now|also|hereby) )(?:verify|ensure|confirm|check|make sure)(?: that)?)|^\W*(?:(?:start|set|give|add|install|export|use)\b[^.;!?]{1,80} and|with [^.;!?]{1,60} (?:installed|running|available),))\s+(?:(?:all|the|every|your|its|these|those|any|both|unit|integration|e2e|new|existing|npm|pnpm|yarn|bun|mvn|cargo|go|dotnet|make|gradle|mix|swift|composer)\s+)*(?:(?!(?:this|that|which|it|[a-z]+ing)\b)[a-z]+[\s-])?$/i,
  conditionOpens: new RegExp(
    [
      `(?:^\\W*|[;–—(] ?|[,:] )(?:(?:and|but|so|then|even|only|now|also|of course|or),? )*${CONDITION}\\b[^;–—]*$`,
      `(?:^\\W*|[;–—:(] ?|\\d\\. )(?:(?:now|then|just|simply|first|next|finally|also|so|or|and|please|otherwise|again),? )*${ORDER} (?:\\w+ly )?(?=${ORDERED}(?:\\W|$))(?!.*\\b(?:done|complete|finished)\\b)[^.;!?]{1,160}(?:,|\\band|\\bthen|→|[–—:])\\s[^.;!?]{0,60}$`,
      // What is only said, hoped for, or so in another world.
      "^\\W*(?:on paper|in (?:an? )?(?:perfect|ideal|better) world|in theory|theoretically|usually|normally|ideally|hopefully|supposedly|allegedly|in principle)\\b[^;–—]*$",
      "\\b(?:doubt|(?:was|were|been) told|wrote|heard|rumou?r has it|certain|(?:can|could|can't|cannot|would|won't|wouldn't) (?:say|claim|promise|guarantee|tell))(?: (?:me|us|you))? (?:that )?(?:(?:all|the|every) )*$",
      "^\\W*[^:.;]{0,30}\\b(?:milestones?|(?:target|desired|wanted|end) state|missing|left|next|pending|to be done|to do|todo|wanted|needed|planned|desired)\\b[^:.;]{0,15}: ?(?:(?:all|the|every) )*$",
      "^\\W*(?:[\\w'-]+ ){0,2}(?:requirements?|constraints?|policy|rule|invariant|precondition|done when): (?:(?:all|the|every|existing|unit|tests|lint|types|and)\\W+)*$",
      // What is kept or added so that they go on as they did.
      "(?<![,;:–—]) so (?:(?:all|the|your|our|any) )*existing (?:unit )?$",
      // A thing, and what comes of it: "New fixture → …", "First ‹0›, then …".
      "^\\W*(?:an?|one|another|new|fresh|old|only|just) (?:(?!\\b(?:\\w+ed|is|are|was|were|has|have|i|we|works?|tests?|done)\\b)[^.;:,]){1,60}(?:,? and|,|:| =| ?(?:→|⇒|=>|->)) ?(?:(?:all|the|every) )*$",
      "^(?:(?!\\b(?:\\w+ed|ran|is|are|was|were|tests?|suite|results?|verification|status|checks?)\\b)[^.;:‹]){3,60}(?:→|⇒|=>|->) ?(?:(?:all|the|every) )*$",
      // What follows from something is so where that is so.
      "^[^.;]{3,80}⇒ ?(?:(?:all|the|every) )*$",
      "^\\W*(?:first,? ‹\\d+›|‹\\d+› first),? (?:and )?then (?:(?:all|the|every) )*$",
      "^\\W*(?:with|using|on|under|for) (?:the|an?) (?:old|previous|original|former|other|right|correct|proper)\\b[^;–—]*$",
      "\\b(?:in theory|theoretically|on paper|supposedly|allegedly|hopefully|in principle),? $",
      "^\\W*after ‹\\d+›,? (?:it|that|this|they|everything|all|the \\w+)(?:'s|'re| is| are)(?: \\w+,? and)? ?$",
      "(?<!\\bmanaged )\\bto (?:have|see|keep) (?:(?:all|the|every) )*$",
      "\\b(?:per|according to) (?:the |your )?\\w+, (?:(?:all|the|every) )*$",
      "^\\W*with (?:the|my|this|that) [^,;.]{1,50}? (?:reverted|stashed|undone|backed out|commented out|turned off),? (?:(?:all|the|every) )*$",
      "\\b(?:ways|options|choices|possibilities|alternatives)\\b[^:.;]{0,20}:[^]*$",
      // A text that is handed over, or stands in a file now.
      "\\b(?:section|paragraph|sentence|note|entry|badge|banner) (?:called |named )?‹q› ?:[^]*$",
      "\\b(?:commit message|(?:pr|mr|(?:pull|merge) request) (?:title|description|body|text)|changelog entry|release notes?)\\b[^:.;]{0,30}:[^]*$",
    ].join("|"),
    "i",
  ),
  thenOpens:
    /^\W*(?:and |but )?(?:only )?(?:then|afterwards|after (?:that|this|which)|that way|this way|in that case)\b[^;–—]*$/i,
  asksToDo: new RegExp(
    `\\b(?:must|ha(?:s|ve) to|needs? (?:to|an?|the|your)|please|should|i(?:'d| would)|we could|you can|you could|your side)\\b|^\\W*(?:(?:just|simply|first|so),? )*${ORDER} (?=${ORDERED}(?:\\W|$))`,
    "i",
  ),
  doneFirst:
    /^(?=\W*(?:one|two|three|a few|another|a single|just|say|give|after ‹\d+›)(?=\W)|.*\byour?\b.*\band\b)(?:(?!\b(?:\w+ed|done|set|made|built|wrote|written|ran|put|is|are|was|were|has|have|had|i|we|i've|we've|works?|ready|it's|that's)\b)[^.;,]){3,120}?\band (?:then )?(?:it|that|this|they|everything|all|your \w+|the \w+)(?:'s|'re| is| are| gets)(?: \w+)?(?:,? and(?: \w+)?)? ?$/i,
  optionOpens:
    /^\W*(?:option|variant|approach|alternative|choice|plan) (?:\d|[a-d]|one|two|three)\b\s*(?:\([^)]{1,60}\))?\s*[:–—.)-]/i,
  conditionFollows:
    /^[\w\s]{0,40}(?:[,(–—…]|\.{2,}(?!\.))+ ?(?:but |and )?(?:only )?(?:if(?! you(?:'d)? (?:leave|have|want|like|would|need|find|see|prefer|spot|notice|ask|look|wish|run into)\b)|once|as soon as|provided(?! (?:as|by|in|with|for|here|above|below)\b)|assuming|unless|as long as|the moment|when you|after you|when the|after the)\b(?! (?:fix|changes?|edit|i)\b)/i,
  joke: new RegExp(
    `(?:[\\s,;:.!?…–—(-]|^)${JOKE}(?![\\w-])|^[^.;]{0,20}: (?:false|no|nope|not yet|pending|open|tbd|todo)\\b|^[^.;]{0,20}[:(–—] ?(?:left )?(?:for you|yours) to (?:run|check|verify|confirm)\\b|🙃|🤡|(?<=\\s)\\/s\\b|\\(not\\)`,
    "i",
  ),
  jokeNext: new RegExp(
    `^\\W*(?:(?:well|ok(?:ay)?|hm+|er+|um+|oh|ah|ha|or)\\b[,.…!\\s–—-]*)?(?:${JOKE}|(?:not (?:quite|really|exactly|at all|so fast))\\b|(?:almost|nearly|not|no(?:pe)?|wrong|sadly not|unfortunately not)(?=\\s*(?:$|[.:!–—]))|(?:almost|nearly),|no, (?:not|they|wait|sorry|that)\\b|except\\b|apart from|aside from|other than|excluding|save for|(?:the (?:one|only) )?exceptions?\\b|(?:one|two|three|some|a few|\\d+)(?: of them)? (?:do|does|did|is|are|was|were|wo)(?: not|n't)\\b|at least\\b|or rather|that was before|correction\\b|that (?:would|was) (?:be )?(?:nice|the (?:dream|plan|hope|idea))|that's (?:the dream|what i(?:'d| would)))`,
    "i",
  ),
  conditionOver:
    /\b(?:when(?:ever)?|until|unless|if|once|whether|as soon as|as long as|provided(?: that)?|(?:requires?|demands?|ensures?|means?|counts?|stores?|stands? for:?)(?: that)?|(?:scripts?|hooks?|jobs?|steps?|gates?|workflows?|actions?|commands?|tasks?|targets?|guards?|rules?|functions?|helpers?|tools?|bots?|stages?)(?: \w+){0,3}? (?:checks?|verif(?:y|ies)|asserts?|validates?|confirms?|enforces?|guarantees?|makes? sure)(?: that)?|(?:\d+›|it|which) (?:(?:now|also|then) )*(?:checks?|enforces?|asserts?)(?: that)?|(?:notes?|page|badge|bot|mail|mock|server|comment|template|text|banner|message|title|label|description|ticket|log|readme(?:\.md)?|changelog|handoff)s?(?: [\w']+){0,5}?(?: [–—-])? (?:say|read|state|claim|show|is now|are now)s?(?: that)?:?)\s+(?:(?:all|the|every|your|its|any|both|no|unit|integration|e2e|new|existing)\s+)*(?:tests?|specs?|suites?|lint\w*|builds?|types?|type ?checks?|checks?|ci|pipeline)\b[^;—–]*$/i,
  conditionLeadIn:
    /\b(?:when(?:ever)?|if|once|unless|until|whether|as soon as|as long as|provided|means?|requires?|demands?|wants?|needs?)(?: that)?\s*:\s*$|\b(?:conditions|rules|criteria|requirements|states|outcomes)\b[^.!?]*:\s*$|^\W*before (?:\w+ing|the|it|this|that|any\w*)\b(?![^:]*\b(?:i|we)\b)[^.!?]*:\s*$/i,
  expectedColumn:
    /^(?!.*\b(?:actual\w*|results?|status|state|got|outcome|observed|seen)\b).*\b(?:expect\w*|you (?:should|will|ought|see|get)|should (?:see|be|give)|wanted|acceptance|requirements?|required|what it (?:means|checks|runs)|meaning)\b|^\W*(?:option|approach|alternative|variant|strategy)\b|\|\s*gates?\s*$/i,
  listsWanted:
    /\b(?:under|has|needs?|wants?) (?:\w+ ){0,3}(?:conditions?|checklist|criteria|rules)(?! (?:is|are|was|were|all|now) )[^.!?:]{0,40}:/i,
  stateLabel:
    /^(green|red|yellow|amber|gr[ae]y|orange|blue|pass(?:ed|ing)?|fail(?:ed|ing|ure)?|success|ok|error|skipped|pending|running|unknown|0|1|2|✅|❌|⚠️?|🟢|🔴|🟡|⚪)\s*(?:[-–—:=→]|means\b)/i,
  bareCount:
    /^[^a-z\d\u00c0-\u1fff\u3040-\ud7ff]*(?:all )?\d+(?:\s*\/\s*\d+)? pass(?:ed|ing)?(?:[\s,;]+(?:\d+|no|zero) (?:fail\w*|skip\w*|error\w*|pending|warnings?))*(?: in [\d.]+ ?m?s)?[^a-z\d\u00c0-\u1fff\u3040-\ud7ff]*$/i,
  testRunner:
    /\b(?:pytest|vitest|jest|mocha|ava|tap|rspec|phpunit|pest|junit|nunit|xunit|ctest|gtest|bats|karma|cypress|playwright|unittest|tox|nox|go test|cargo)\b/i,
  typeChecker: /\b(?:tsc|mypy|pyright|phpstan|psalm|sorbet|dialyzer)\b/i,
  probeTest:
    /\b(?:smoke|sanity|statistical|stationarity|normality|adf|kpss|t|overfit\S*|benchmark|load|import|manual|connection|connectivity|curl|endpoint|health|ping|restore|browser|live|ad-?hoc)[- ](?:\w+ ){0,2}(?:tests?|suite|run)\b|\btest(?:s|ed|ing)? (?:by hand|with curl|manually)\b|\b(?:throw-?away|scratch|temporary|temp|ad-?hoc|inline|one-off|quick|small|little) (?:\w+ )?(?:scripts?|snippets?|program|one-liner)\b/i,
  exampleHeading: /\b(?:examples?|samples?|templates?)\b/i,
  openHeading:
    /\b(?:next|remaining|todo|to do|follow[- ]?ups?|not (?:done|yet|included|covered|verified|tested|run|checked)|un(?:verified|tested)|open|pending|left|how to|usage|manual|you (?:can|should|need)|to (?:test|verify|run|try|use|reproduce)|test plan|testing instructions|recommend\w*|suggest\w*|propos\w*|ideas?|optional|future|known|limitations?|caveats?|previous\w*|risks?|out of scope|verification steps|acceptance|expected|examples?|scenarios?|options?|questions?|plan|what (?:to|it|this|ci) (?:do|does|test|checks?|runs?|shows?|means?)|why|exit (?:codes?|status\w*)|criteri(?:a|on)|conditions?|requirements?|constraints?|goals(?! (?:met|reached|achieved))|definition of done|legend|meanings?|before (?:merg(?:e|ing)|the merge|you merge|releas\w+|deploy\w+|shipping)|what (?:i|we) (?:did not|didn't|have not|haven't|could not|couldn't)|(?<=^|(?:checklist|notes?|steps?|left|tasks?) )for (?:you|the reviewers?)|your turn|on your (?:machine|side|end|laptop)|gaps?)\b/i,
};
