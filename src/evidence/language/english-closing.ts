import type { ClosingTables } from "./closing-tables.ts";
import { ENGLISH_BLOCKERS, LACKING } from "./english-blockers.ts";
import { ENGLISH_BOUNDS } from "./english-bounds.ts";
import { ENGLISH_UNRUN } from "./english-unrun.ts";
import { ENGLISH_ELSEWHERE } from "./english-elsewhere.ts";
import { ENGLISH_PARTS } from "./english-parts.ts";
import { ENGLISH_SILENCING } from "./english-silencing.ts";
import { ENGLISH_SUBJECTS } from "./english-subjects.ts";
import { ENGLISH_WRITTEN } from "./english-written.ts";
import { FOREIGN_CLAIMS } from "./foreign-claims.ts";

/** Verbs of work, as they begin. */
const STEPS =
  "add|creat|updat|fix|run|implement|writ|remov|replac|wir|check|verif|build|test|edit|refactor|mov|rewrit|continu|start|begin|proceed|look|investigat|examin|search|read|apply|set|install|configur|clean|commit|push|delet|renam|extract|generat|debug|re-?run|restor|revert|migrat|convert|adjust|correct|chang|modif|mak|extend|complet|finish|do|tackl|address|handl|work";
/** More of them after "let me", which otherwise opens a remark as often as a step. */
const LOOKS =
  "see|grep|trac|inspect|view|open|find|dig|confirm|double-?check|us|get|fetch|pull|list|count|compar|validat|ensur|document|merg|rebas|port|split|dump|print|reproduc|simplif|stash|bump|patch|try|deploy|publish|rebuild|restart|kill|queri|query|monitor|analy[sz]|understand|figure|go|improv|optimi[sz]|format|lint|enabl|disabl|switch|swap|trigger|sync|integrat|expos|export|import|load|map|pars|resolv|review|rework|scan|sort|tweak|upgrad|wrap";

/** Words before the announcement of a step. None may match what another matches, or the time to try them all doubles with each. */
const OPENINGS =
  "(?:(?:ok(?:ay)?|good|great|perfect|right|alright|excellent|done|sure|now|next|first|then|finally|so|and|also)[,.!:]?\\s+)*";

/** What a claim says goes well ends in one of these. */
const WELL =
  "(?:\\b(?:pass(?:es|ed|ing)?|green|clean|ok|succe(?:ss\\w*|eds?|eded)|builds?|compil(?:es|ed)|types?|errors?|warnings?|tests?|specs?|suites?|check(?:s|ed)?|everything|all)|✅)";
const LEAVING_OUT =
  "(?:ignoring|disregarding)(?! (?:the )?(?:(?:upper|lower|letter) )?(?:case|whitespace|spaces|blanks?|nulls?|empty|unknown|invalid|missing|duplicates?)\\b)|discounting|omitting|not (?:counting|including)|(?:setting|leaving|putting) (?:[^,.;]{1,40} )?(?:out|aside)";

/** How far something was seen to go well; as far as anybody can tell is no bound. */
const AS_FAR = "as far as(?! (?:i|we|one)(?: can| could)? (?:see|tell|know|judge)\\b)";

/** Of a state: it was there before. */
const OLDER = "old|older|previous|prior|original|first|last|earlier|former|initial";
/** What is back when it passes again, though nothing was put back. */
const OF_TESTS = "(?:tests?|specs?|suites?|checks?|builds?|ci|pipeline|lint(?:er)?|types?|coverage)\\b";

export const ENGLISH_CLOSING: ClosingTables = {
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
    answered:
      /\b(?:return(?:s|ed|ing)?|respon(?:ds|ded|ding|se)|answer(?:s|ed|ing)?|repl(?:ies|ied)|got|gives?|status)\b[^.;!?]{0,30}?\b(20[0-4])\b/i,
    works:
      /\b(?:endpoint|route|api|server|page|service)\b[^.;!?]{0,30}\b(?:works|is (?:working|up)|(?:responds|answers) (?:correctly|properly|fine|as expected))\b/i,
    leavesOpen:
      /\b(?:not|never|should|would|will|could|can|expect\w*|once|when|if|until|unless|after|before|previously|instead|used to|you|your|reading|code|docs?|spec\w*|mock\w*|stub\w*|review\w*|without|off|(?:type|static\w*)[- ]?check\w*|with (?:an?|the|no) (?!(?:get|post|put|request|curl|real|running|local)\b)\w+|\w+n't)\b/i,
    tellsError:
      /\b(?:5\d\d|000)\b|refus|connect|time[ds]? ?out|\bdown\b|unreach|not running|restart|rebuil|no (?:running |live |local )?server|sandbox/i,
    wantsError:
      /\b(?:error|fail|crash|throw|exception|fallback|maintenance|block|den(?:y|ied)|stop|shut|clos|remov|delet|disabl|restrict|protect|firewall|limit|reject|guard|gateway|chaos|unavailab|not implemented|unimplemented|stub|mock|simulat|drain|degrad|outage|circuit|teapot|offline)/i,
  },
  words: {
    decision: [" waiting", " awaitin", " let ", " need ", " please", " tell ", " up ", " your "],
    offer: [" anythin", " do ", " happy", " can ", " you", " me", " ready", " shall", " should", " what", " would"],
    plan: [" awaitin", "here", " d ", " would", " impleme", " plan", " propose", " ready"],
    blocker: [
      " actu",
      " real",
      " in ",
      "blocked",
      "stuck",
      "unable",
      "unsucces",
      " able",
      " can",
      " could",
      " did",
      " had",
      " have",
      " was",
      " were",
      " won",
      "impossib",
      " feas",
      " poss",
      " isn",
      " require",
      " permiss",
      " inte",
      " netw",
      " reve",
      " gave",
      " stopped",
    ],
    waiting: [
      " current",
      " run",
      " still",
      " in ",
      " waiting",
      " will",
      "once",
      " agent",
      " backgro",
      " job",
      " subagen",
      " worker",
      " tak",
      " check",
      " ll ",
      " monitor",
    ],
  },
  decision:
    /\b(?:let me know (?:which|how you(?:'d| would) like|what you(?:'d| would)|your (?:preference|decision|choice|thoughts)|if (?:that|this) (?:sounds|works|is|looks))|waiting for your|awaiting your|need (?:your|you to (?:decide|confirm|choose|pick|tell))|your call|up to you|tell me (?:which|what|how|if|whether)|please (?:confirm|choose|decide|clarify|advise|pick|provide|share|let me know))\b/i,
  offer:
    /\b(?:(?:would|do) you (?:like|want) (?:me to|to)|want me to|shall (?:i|we)|should (?:i|we)|let me know if|if you(?:'d| would)? (?:like|want)|happy to|i can also|ready to|anything else|what's next|what next)\b/i,
  extra:
    /\b(?:commit|push|pr\b|pull request|merge|branch|tag|release|stage|squash|anything else|what's next|what next|additional|further|any (?:other|more)|another|more tests|also|move on|next (?:task|item|step|one|issue|phase|pr)|follow[- ]?up|continue with)\b/i,
  choice:
    /(?:\boptions?\b[^.?!]{0,40}:|\b(?:two|three|four|several|a few|some|2|3|4)\b[^.?!]{0,30}\b(?:options?|approaches|ways|choices|alternatives|paths)\b|\boption (?:1|2|3|a|b|c)\b|\b(?:either|alternatively)\b[^.?!]{0,80}\bor\b)/i,
  plan: /\b(?:here(?:'s| is) (?:the|my|a) (?:\w+ ){0,3}(?:plan|proposal|approach|design|outline)|plan (?:complete|is ready|written|saved|updated)|proposed (?:plan|approach|changes|design)|implementation plan|ready for your review|awaiting (?:your )?approval|i(?:'d| would) (?:propose|suggest|recommend))\b/i,
  admission:
    /\b(?:not (?:yet |been |fully |all )*(?:run|ran|tested|verified|checked|done|implemented|included|covered|addressed|changed|touched|fixed|updated|created|written|added|complete|working|able|possible|committed|executed|exercised|validated|built|compiled)|(?:haven't|hasn't|didn't|don't|couldn't|can't|cannot|wasn't|weren't|isn't|aren't|won't|doesn't|unable|did not|do not|does not|could not|have not|has not|was not|were not|is not|are not)\b|un(?:tested|verified|finished|done|related|resolved)|fail(?:s|ed|ing|ures?)?\b|broken|error(?:s|ed)?\b|issues? remain|remaining|remains|still (?:need|open|fail|red|to do\b|outstanding|missing)|skip(?:s|ped|ping)?\b|left (?:out|open|as|for|untouched|unchanged|alone)|leaving|omitted|todo\b|to do\b|follow[- ]?up|pre-?existing|unrelated|known (?:issue|limitation|failure)|flaky|limitation|caveat|partial(?:ly)?|incomplete|workaround|placeholder|stub(?:bed)?|temporar(?:y|ily)|for now|except|instead of|only (?:the|ran|tested|checked|partially)|warnings?\b|timed? ?out|blocked|manual(?:ly)? (?:test|verif|check|step)|needs? (?:to be|your|manual)|out of scope|deferred|postponed|not in scope|⚠|❌|⛔|🔴|🚫)/i,
  share: /\b(\d+)(?: ?\/ ?| of (?:the )?| out of )(\d+)\b/i,
  notRun:
    /\b(?:not|never|cannot|unable to|could not|without|skip(?:ped)?|left|no way to|nothing to)\b[^.;!?]{0,40}\b(?:run|ran|running|execut\w*|re-?run|tested|try|tried|verif\w+|launch\w*|start)\b|n't\b[^.;!?]{0,40}\b(?:run|ran|execut\w*|re-?run|tested|try|tried|verif\w+|launch\w*|start)\b|\bun(?:tested|verified)\b|\b(?:run|ran) before (?:this|that|it)(?=\s*(?:$|[.,;:()–—]))|\b(?:after|since) (?:the|that|this|my) (?:last )?(?:test )?run\b|\bruns? (?:them|it|the tests|everything) (?:once more|again)\b|\bnothing (?:(?:is|was|has been|has|here) )*(?:ran|run|executed)\b|\bnone of (?:these|those|them|this|it)\b[^.;!?]{0,30}\b(?:ran|run|checked|tested|verified|executed)\b|\b(?:ran|run|executed|started) nothing\b|\b(?:that|which|other) (?:\w+ )?has no tests\b|\b(?:test|last) runs? (?:\([^)]{1,40}\) )?predates?\b|\(run before (?!(?:(?:i|we|the|my|each|every|any) )*(?:commit|push|merg|releas|pr\b|pull|deploy|review))|\bpassed at that point(?=\s*(?:$|[.;)]|,? then\b))|\bplease re-?run\b|\bworth (?:a |another )?(?:re-?run|running|fresh run)\w*|\b(?:pass(?:ed|ing)?|green|ran) (?:(?:with|on|for) [^.;]{1,40}?)?(?:that is )?(?:before|prior to) (?:the|my|that|this|these)\b(?! (?:commit|push|merge|release|pr|pull|deploy|review|hand))|\bno (?:(?:test )?runner|node|python|toolchain|interpreter|compiler|sdk|docker) (?:here|in (?:this|the) (?:sandbox|container|environment))\b|\bnothing (?:was|has been) started\b|\bwhat (?:remains|is left)\b[^.;!?]{0,30}\b(?:runs?|pass|suite|tests?|checks?)\b|(?<![-\w])blind(?=\s*(?:$|[.,;!)]))|\bby (?:inspection|hand|eye|reading|(?:static|mere|pure) (?:reasoning|analysis))\b|\b(?:mentally|in my head|eyeballed|(?:going|judging) by|how it should)\b|\b(?:runs?|suites?|tests?|verification|checks?|ci)\b[^.;!?]{0,20}\bpending\b|\bno (?:command|proof|evidence)\b|\b(?:missing|unavailable) (?:here\b|(?:in|on|from) this\b)|\b(?:delegated|left|deferred) to (?:ci|you|the pipeline)\b|\btake (?:that|this|it) from\b|\b(?:offline|absent) here\b|\b(?:prediction|forecast|projected|on paper|in theory|theoretical(?:ly)?|reasoning only|no execution)\b|\b(?:proof|evidence|runs?)\b[^.;!?:]{0,10}: none\b|\b(?:shell|bash|terminal|test command)\b[^.;!?]{0,30}\b(?:denied|refused|disabled|declined|rejected|blocked)\b|\bpending\W*$/i,
  byHook: /\b(?:hooks?|pre-?commit|pre-?push|husky|lefthook|lint-staged|ci|pipeline|github actions|workflow)\b/i,
  onService:
    /^(?:in|on) (?:the |our )?(?:ci|pipeline|github actions),? (?:(?!and\b)[^\s,;:–—]{1,60} ){1,5}(?:pass|succeed|(?:is|are) (?:green|clean))|(?:pass(?:es)?|succeeds?|green|clean) (?:in|on) (?:the |our )?(?:ci|pipeline|github actions)(?=\s*(?:$|[.,;(–—]))/i,
  lackedHere:
    /\bno (?:\w+ )?(?:network|internet|docker|daemon|database|postgres|redis|server|connection|key|token|credentials|display|browser|gpu) (?:here|up|to (?:talk|connect|reach)|(?:in|on) this)\b|\b(?:is|are)(?:n't| not) (?:up|running|reachable|available|there) (?:here|(?:in|on) this)\b|\b(?:in|on) this \w+ there (?:is|are) none\b|^not here\W*$|\bstops there: no\b|\b(?:ended|stopped|stops|ends) (?:one|two|three|[1-9]\d*) of them\b|\b(?:credentials|keys?|tokens?|accounts?|access) (?:that )?(?:i|we) (?:don't|do not) have\b(?! to)|› wants (?:\w+ )?(?:credentials|keys|tokens|access)\b|\b(?:in this|here the) (?:time )?zone\b[^.;]{0,40} off by\b/i,
  takesOut: new RegExp(
    [
      `${WELL},? \\(?(?:save|bar|ex|sans|excl)\\b(?! (?:and|or|to|is|are|was|works?|buttons?|charts?|changes?|as|post|for later)\\b)`,
      `${WELL}[^.;!?]{0,30}? (?:short of|up to(?! (?:now|date|speed|here|this point|par|\\d)))\\b`,
      `${WELL} (?:outside(?! (?:and|as well)\\b)|${AS_FAR}|otherwise(?! than\\b))\\b`,
      `${WELL},? \\(?(?:provided(?! (?:as|by|in|with|for|here|above|below)\\b)|assuming|as long as(?! it took)|given(?! (?:that|how|what|enough|the (?:new|fix\\w*|chang\\w+))\\b)|if (?:one|you|we)(?! (?:ask|like|want|look)\\b))\\b`,
      `[,(–—] ?(?:${LEAVING_OUT})\\b`,
      `^(?:${LEAVING_OUT})\\b[^,;]{0,60},`,
      "^(?:bar|save for|otherwise|(?:if (?:we|one) (?:leave|skip|ignore|exclude|drop|take|set|put|discount|disregard|do|don't)\\b|were)[^,;]{1,60},)(?=\\s)",
      "\\bnon-\\w+ (?:tests?|specs?|suites?|ones|packages?|modules?)\\b",
    ].join("|"),
    "i",
  ),
  narrows: new RegExp(
    `\\b(?:pass(?:es|ed|ing)?|green|clean) (?:(?!\\b(?:not|never)\\b)[^.;!?]){0,60}(?<!\\bread[- ])\\bonly(?=\\s*(?:$|[.;,)]))|\\b(?:pass(?:es|ed|ing)?|green|clean) ${AS_FAR}\\b`,
    "i",
  ),
  leavesOpen:
    /\b(?:left (?:open|for|to|over|alone|as)|(?:is|are|one|two|three) left|open(?! \w+ (?:is|are|was|were|gets?|can)\b)|(?<!\b(?:good|ready|free) )to go|to do|to-do|not yet|still (?:to|open|red|missing|wrong|off|gives?|comes?)|(?:outstanding|unsolved|unresolved)(?! \w+ (?:is|are|was|were|gets?|can)\b)|for you to|up to you|tb[cd]|(?<!\b(?:that|which|who) )could(?: not|n't))\b/i,
  lacking: new RegExp(LACKING, "i"),
  setApart: new RegExp(
    `${LACKING}|\\b(?:as (?:it|they) (?:is|are|was|were)|alone|unchanged|untouched|unrelated|pre-?existing|flak\\w+|here|sandbox|connect\\w*|environment|network|minus|short|hits?|runs? into|machine|being|older|on you|\\w*(?:error|exception)|depends?|relies|expects|asks?|awaits?|belongs|raises?|throws?|breaks?|slow|only|separate|ci|ticket|remains?|deserves|beyond|looks? for|next|follow|could|to begin with|like that|story)\\b|\\w's\\b`,
    "i",
  ),
  someOfThem:
    /\b(?:ones?|some|others?|part|half|(?:two|three|four|five|[1-9]\d*)(?= (?:of (?:them|those|these)|can|could|do|are|need|want)\b))\b/i,
  putBack: new RegExp(
    [
      // What the agent did, or shall do: what a program gives back or restores is no such thing.
      `(?:^\\W*(?:(?:ok(?:ay)?|yes|no|so|then|and|now|just|please),? ){0,3}|\\b(?:i|i've|we|we've|have|by|after|and) )(?:(?:revert(?:ed|ing)?|undo(?:ing)?|undid|undone|restor(?:ed|ing)|roll(?:ed|ing)? back)(?=\\s*(?:$|[.,;:!–—\`])| (?:it|that|this|the|my|your|all|both|everything|them|those|these|to)\\b)|restore (?:it|that|this|the (?:${OLDER}))\\b|(?:go(?:ing)?|went|put|set|br(?:ing|ought)|roll(?:ed)?|turned|switch(?:ed)?|changed?) (?:\\S+ ){0,3}?back(?=\\s*(?:$|[.,;:!–—])| (?:to|in|at|then|again|as|and|now|please|so)\\b))`,
      `^\\W*(?:it|that|this|everything|all of it|the [\\w-]+(?: [\\w-]+)?|\`[^\`]{1,80}\`) (?:is|are|was|were|has been|have been) (?:now |all )?(?:reverted|undone|rolled back|restored (?=to\\b|as\\b))|\\b(?:reverted|undone|rolled back)(?=\\s*(?:$|[.,;:!–—]))`,
      `^\\W*(?:it|the (?!${OF_TESTS})[\\w-]+(?: (?!${OF_TESTS})[\\w-]+)?|\`[^\`]{1,80}\`) (?:is|are) back(?=\\s*(?:$|[.,;:!–—])| (?:again|in place|in use|there|where it was)\\b)`,
      `^\\W*back (?:to|at|on) (?:the|my|your|our|how|what) (?![^.,;]{0,40}\\b(?:green|passing|${OF_TESTS}))`,
      `(?<!\\b${OF_TESTS} (?:is|are|was|were|go|went) (?:\\w+ )?)\\bback (?:to|at|on|with|in) (?:how (?:it|they|this|that|things|everything)|what (?:it|they|i|we|you)|where (?:it|we|i)|the way|(?:the|its|my|your|our|their|an?) (?:${OLDER}))\\b`,
    ].join("|"),
    "i",
  ),
  heldEarlier:
    /\b(?:pass(?:ed|ing)|green|clean|built|compiled|succeeded|fine|ran)\b[^.;!?]{0,30}? (?:before|until|prior to|while(?= [^.;!?]{1,60}\b(?:was|were|had)\b)(?! (?:i|we)\b)|up to(?! (?:now|date|speed|here|\d)))\b(?![^.;!?]{0,60}\b(?:and|or) after\b| (?:the )?tests?\s*(?:$|[.,;]))(?!(?: (?:i|we|the|my|this|that|our|any|each|every))* (?:commit|push|merg|releas|pr\b|pull|deploy|review|hand|finish|clos|end|stop|wr(?:ote|iting)|tagg|rebas\w* and)\w*)/i,
  deniesRest:
    /\b(?:is|are|do|does|did|has|have)(?:n't| not)(?: yet)?(?=\s*(?:$|[.;!)]))|\b(?:not (?:yet )?(?:covered|tested)|untested|ha(?:s|ve) no tests?)\b/i,
  changedSince:
    /\b(?:came|comes|landed|went in|(?:was|were|is|are) (?:done|made|added|changed|written))\b[^.;!?]{0,20}?\b(?:after (?:that|this|it|them|the run)|afterwards|later)\b|\b(?:edits?|changes?|tweaks?|tid(?:y|ied)[- ]?up|clean-?up|renam\w+|refactor\w*|commits?) (?:followed|(?:is|are) newer)\b|\b(?:one|two|three|a few|some|an?|\d+) (?:\w+ )?(?:edits?|changes?|commits?) ago\b|\bat the time\b(?! of (?:writing|this)\b)|(?<=[(,;–—] ?)(?:run|ran) (?:just |right |shortly )*(?:before|prior to)\b(?! (?:commit|push|merg|finish|stopp)\w*)|\bnot counting (?:(?:the|my|this|that|these|those) )?(?:last|later|latest|final|edits?|changes?|tweaks?|renam\w+|tid)\w*/i,
  lackedThing:
    /([\w@./-]{2,80})[`"'*]* (?:is|are|was|were)(?:n't| not)(?: (?:installed|available|present|there|set|configured|mounted|to be found))? (?:here(?=\s*(?:$|[.,;:!)–—]|(?:so|and|yet)\b))|(?:in|on) this (?:sandbox|container|environment|machine|image|box|session|shell|setup|checkout|runner|host|ci|vm|system|laptop|workspace)\b)/i,
  flags:
    /‹(\d+)›[^.;!?]{0,60}?\b(?:(?:flags|catches|rejects|refuses|complains|points (?:at|out))(?! (?:nothing|none|no)\b)|(?:reports|finds|lists|shows|prints) (?:the |exactly |just |only |all )*(?:(?:one|two|three|four|five|[1-9]\d*) (?:\w+ ){0,2})?(?:errors?|violations?|findings?|offen[cs]es?|problems?|issues?|warnings?|faults?|mistakes?|(?:deleted|removed|unused|missing|broken|changed|unknown|invalid|wrong|bad|forbidden|deprecated|outdated|vulnerable) \w+)\b(?! (?:as|in) (?:json|xml|sarif|text|colou?r)))/i,
  goesWell: /\b(?:pass\w*|green|catches)\b/i,
  aroundNames: /^(?:the|and|or|of|in|for|with|on|tests?|specs?|suites?|modules?|packages?|cases?|ones?|[\d.]+)$/,
  countsIn:
    /\b(?:pass\w*|green|clean\w*|ok|fine|well|succe\w+|incl\w*|too|also|even|both|all|every\w*|now|again|works?|done|ready|properly|correctly|no longer|no changes? to|needs? no|nothing in|none of|could use|(?:is|are|was|were) (?:handled|logged|kept|summed))\b|^\W*(?:fix(?:es|ed)|closes)\b|[✅✓✔]/i,
  ofOthers:
    /\b(?:(?:other|remaining|rest of (?:the|our)) (?:\d+ )?(?:\w+ )?(?:tests?|specs?|suites?|checks?|ones|packages?)|(?:others?|rest|remaining|else)(?: \d+| two| three| four| five| six)?) (?:all |still |now )?(?:pass|lint|build|compil|succeed|(?:is|are) (?:all |still |now )?(?:green|clean|passing))|\b(?:besides|beyond|without|outside(?: of)?) (?:these|those|them|that)(?: (?:one|two|three|four|five|\d+|tests?|ones|cases?))*(?=\s*(?:$|[.,;:!)])| (?:all |still )?(?:pass|succeed|is|are)\b)|\b(?:these|those|that)(?: (?:one|two|three|four|five|\d+|tests?|ones|cases?))* apart\b/i,
  failureTold:
    /\b(?:(?:do|does|did)(?:n't| not)(?=\s*(?:$|[.,;!]|yet\b|get\b|always\b))|but (?:one|two|three|\d+)\b|breaks?\b|broke\b(?! (?:up|down|out|apart|into|it|the|this)\b)|panics?\b|crash(?:es|ed)?\b|regress(?:ions?|es|ed)\b|reproduces?\b|had an? errors?\b|(?:[1-9]\d*|one|two|three|four|five) (?:known |old |existing |legacy |other |remaining )?errors?\b|(?:errors?|failures?|warnings?|findings?|issues?|problems?|offen[cs]es?)\b[^.;!?]{0,60}\b(?:old|older|legacy|before|predat\w+|elsewhere|existing)\b|fail(?:s|ed|ing|ures?)?\b|broken|red\b|(?:do|does|did|is|are|was|were|have|has|could|can)(?:n't| not|not) (?:yet |been |be |all |fully )*(?:pass|run|ran|green|clean|execut|test|verif|check|compil|build|work|complete)\w*|cannot|couldn't|unable|un(?:tested|verified)|not (?:yet )?(?:run|tested|verified|checked|pass(?:ed|ing)|green)|pre-?existing|unrelated|known (?:issue|failure)|flaky|timed? ?out|errors? (?:remain|left|in)|remaining (?:errors?|failures?|issues?|warnings?)|still (?:fail|red|broken|open|need|complain)\w*|still reports? (?:\w+ ){0,2}(?:errors?|problems?|issues?|findings?|warnings?)|except|skip(?:ped|ping) (?:the |running |because)|left (?:out|failing)|needs? (?:an?|the|to) |(?:(?<!\bno )tests?|ones?|two|three|(?:test|spec)\.[jt]sx?) (?:needs?|wants?) (?!no\b|\w+ing\b|review|clean|change|update|work)|(?<!\bnothing )(?:ends|stops) the build here\b|wants (?:an? |the |‹)|requires? |(?:not|n't) (?:be )?(?:built|available|installed|reachable))|❌|✗|✘|⛔|🔴|🚫/i,
  failureLeft:
    /\b(?:fail(?:s|ed|ing|ures?)?|excepted|red|broken|breaks?|broke(?! (?:up|down|out|apart|into|it|the|this)\b)|flaky|pre-?existing|unrelated|crash(?:es|ed)?|panics?|timed? ?out|known (?:issue|failure)s?|remaining (?:one|two|three|four|five|\d+|errors?|failures?|issues?|problems?)|the (?:other|remaining) (?:one|two|three|four|five|\d+)|(?:last|latest|final) (?:run|output|result)s?\b(?![^.;]*(?<!\b(?:not|never) |n't )\b(?:pass\w*|green|clean|ok|fine|well|no|zero|0)\b)|exits? (?:with )?(?:code )?[1-9]\d*|exit (?:code|status)\b[^.;]{0,20}\b[1-9]\d*|there(?:'s| is| are) (?:still )?(?:one|two|three|an?|\d+) (?:error|failure|problem|finding)s?|no longer (?:true|so|holds?|the case)|outliers?|all bar|(?<=^\W*)minus (?:the|one|two)|be aware|full disclosure|non-?zero|regressions?: [1-9]|not all\b|(?:one|two|three|some)(?: of (?:them|these|those))? (?:do|does|did|is|are|was|were)(?:n't| not)|(?:one|two|three|\d+) (?:errors?|failures?|problems?) (?:was|were|is|are|remains?|left)|not (?:been )?fixed(?! here)|(?:cannot|can't|can not|couldn't|could not) (?:be )?(?:fix|mend|repair)(?:ed)?(?![^.;]{0,120}, so (?:i|we)\b)|(?:everything|all|each|every one) but|the (?:rest|others?|(?:complete|full|whole|entire) (?:test )?(?:run|suite)) (?:needs?|wants?|requires?|gets?|waits?|stays?|is|are|cannot|can't)|(?:gets?|got|returns?|answers?|with|https?|an?) [45]\d\d)\b|❌|✗|✘|⛔|🔴|🚫/i,
  waiting:
    /\b(?:(?:still|currently|now) running|in the background|waiting (?:for|on)|will (?:report|notify|check back|let you know)|once (?:it|they|that|the \w+(?: \w+)?) (?:finish|complete|return|end|land)|(?:running|started|launched|kicked off|spawned)[^.?!]{0,40}\b(?:background|agents?|subagents?|workers?|job)|will take (?:a|some|about|around|~|\d)|check back|i'll (?:wait|monitor|be notified|continue (?:once|when))|monitoring)\b/i,
  artefact:
    /^(?:no response requested\.?|\[request interrupted[^\]]*\]|\(no content\)|interrupted(?: by user)?\.?|prompt is too long|credit balance is too low|api error.*|request timed out\.?|execution error|please run \/login.*|invalid api key.*)$/is,
  limitReached: /limit (?:reached|exceeded)(?<=(?:usage|rate|session|weekly|5-hour) limit \w+)/i,
  announcement: new RegExp(
    `^${OPENINGS}(?:(?:both|all) [^.,]{0,30}[,.!:]?\\s+${OPENINGS})?(?:now\\s+)?(?:let me\\s+(?:now |also |first |quickly |just |go ahead and |next |then |start |begin |continue |try |do |finally )*(?:${STEPS}|${LOOKS})\\w*|(?:let's|i'll|i will|i'm going to|i am going to|i need to|we need to|i should|time to|going to)\\s+(?:now |also |first |then |next |quickly |just |go ahead and |start |begin |continue |try )*(?:to )?(?:by )?(?:${STEPS})\\w*\\b|(?:now|next)[,:]?\\s+(?:add|create|update|fix|run|implement|write|remove|replace|wire|check|verify|build|test|edit|refactor|move)\\b|(?:(?:re-?)?running (?:the |all |full |whole )*(?:\\w+ ){0,2}(?:tests?|suite|build|linter?|checks?|type ?checks?)\\b(?: suite)?|(?:moving on|continuing|proceeding) (?:to|with) (?:the )?(?:next|second|third|step|phase|part|\\d)[\\w ]{0,30})(?: now)?\\s*(?:\\.{3}|…|:|\\bnow\\.)$)`,
    "i",
  ),
  notAnAnnouncement:
    /\b(?:if you|when you|once you|whenever|let me know|would you|do you|unless you|after you|for you to|your (?:approval|confirmation|go-ahead|answer|review|input|phone|device|machine|data|side|end)|in the next (?:session|turn)|next time|tomorrow|later|from now on|going forward|in (?:the )?future|background|notif(?:y|ied)|you need|you'll need|add that|separate(?:ly)?|follow-?ups?|any(?:thing|one)?\b[^.!?]{0,20}\b(?:you|comes?|came|issues?|problems?|feedback|comments?|left|found)|comes? up|as (?:they|it) comes?|(?:if|when|as|once|where) (?:needed|necessary|ready|asked)|on request|other repo\w*|upstream|eventually|some ?day|at some point|is merged|is released|nothing(?! (?:else )?(?:broke|breaks|regress))|one (?:last |more )?thing|myself|(?:an?|one|some|two|another|few) (?:\w+ )?(?:notes?|caveats?|remarks?|words?|points?|warnings?|thoughts?|observations?)|what you|how you|which (?:one )?you|your (?:feedback|thoughts?|opinion|preference|take|view)|(?:in|with|as|for) (?:the|an?|another|my|our|its) (?:(?:next|new|second|other|further|coming|fresh|own) )*(?:prs?|pull requests?|session|branch|issue|ticket|sprint|release|version|iteration|conversation|chat)|after (?:the|your|this|that|its?) (?:\w+ )?(?:merg|review|release|deploy|approv|rollout|launch|freeze|call|meeting|holiday)\w*|next (?:week|month|sprint|release)|as soon as|(?<!at )the moment|at your|your (?:ok|okay|word|go|call|sign-?off|nod|yes)|(?:until|before|once|when|as|if) you (?:say|approve|agree|confirm|tell|decide)|before (?:each|every|any)|after that|with you|(?:mon|tues|wednes|thurs|fri)day)\b|\?\s*$|^(?!.*\blet me\b).*(?<!\b(?:see|check|verify|test|confirm|find out|know) )\b(?:if|when|once|unless|until)\b/i,
  wholeSuite:
    /\b(?:whole|entire|full|complete) (?:(?:unit|test|spec) )?(?:test[- ])?(?:suites?|codebase|project|repo(?:sitory)?)\b/i,
  ownStep: /\b(?:i'll|i will|let me|i'm going to|i am going to)\b|^(?:now\s+)?(?:\w+ing)\b/i,
  atOnce: /^(?:\S+\s+){0,4}?(?:now|next|then|first|continue|proceed)\b/i,
  beginsStep: /\blet me\b|^(?:now\s+)?\w+ing\b|(?:\.{3}|…)$/i,
  loosening:
    /\b(?:relax(?:ed|ing)?|loosen(?:ed|ing)?|weaken(?:ed|ing)?|lenient|less strict|more (?:reasonable|flexible|tolerant|forgiving|permissive|lenient|robust) (?:expectation|assertion|check|threshold|bound|match|test)s?|(?:lower(?:ed)?|rais(?:e|ed)|widen(?:ed)?|reduc(?:e|ed)) (?:the |its )?(?:threshold|tolerance|bound|expectation|expected (?:count|number|value))s?|more (?:reasonable|flexible|tolerant|forgiving|permissive|lenient)|made (?:the |these )?(?:assertions?|tests?|expectations?) (?:more )?(?:tolerant|flexible|optional|conditional)|skip(?:ped|ping)? (?:the |this |that |these |failing )*tests?|commented out|no longer (?:assert|check|expect|verif)\w*)\b/i,
  unrelated:
    /\b(?:pre-?existing|unrelated|not (?:related|caused|from (?:my|our|these|this)|part of|introduced)|already (?:failing|broken|there|fails|failed)|(?:exist|fail)(?:s|ed|ing)? (?:on|in) (?:main|master|the base)|same (?:failures?|errors?) (?:on|without|before)|no (?:new|additional|further|extra) (?:\w+ )?(?:errors?|failures?|issues?|warnings?|problems?|findings?|violations?)|known (?:issue|failure|flake)|flaky|environment(?:al)?|network|sandbox|not installed|missing (?:dependency|binary|tool|module|package)|expected (?:failure|to fail|error|since|because|as))\b/i,
  explainedAway:
    /\b(?:(?:is|are|was|were|that's|this is|error is|failure is) (?:expected|normal|fine|harmless|benign|ok|okay|a false (?:positive|alarm))|can be (?:ignored|safely ignored)|safe to ignore|ignor(?:e|ing) (?:this|that|the|it)|not (?:a )?(?:real |actual )?(?:problem|issue|error|concern)|just (?:a|an) (?:warning|artifact|artefact|quirk)|cosmetic|handles? (?:this|these|it)|should be fine)\b/i,
  advice:
    /\b(?:you (?:can|could|should|need to|may|would|'ll need to|will need to|have to)|just|simply|please) (?:\w+ )?(?:add|change|replace|update|edit|modify|put|insert|use|apply|paste|set|create|remove)\b|^(?:add|change|replace|update|edit|modify|put|insert|paste|apply) (?:this|the|it|these|following|‹)/i,
  createdBefore:
    /(?<!\b(?:the|auto|previously|already|user)[- ])\b(?:created|wrote|generated|scaffolded|added|new files?)\b(?:[\s`"'*:,&+(]|\b(?:a|an|the|new|two|three|four|five|\d+|following|both|also|and|initial|small|simple|short|dedicated|separate|shared|single|detailed|comprehensive|complete|full|basic|minimal|files?|scripts?|modules?|components?|pages?|docs?|documents?|documentation|guides?|tests?|unit|integration|e2e|config|configuration|migrations?|helpers?|hooks?|class|classes|types?|utils?|utility|schemas?|specs?|workflow|readme|report|summary|plan|markdown|json|yaml|typescript|javascript|python|shell|called|named|at)\b)*$/i,
  ownCreation:
    /(?:^|[.;:,(|✅✓✔–—]\s*|\b(?:i|we|i've|we've|and|also|then|now|have|has|been|was|were|is|are)\s+)[`"'*]*(?:\w+ly )?(?:created|wrote|generated|scaffolded|added)\b[^.;]*$|^\W*(?:(?:a|an|the|one|two|three|\d+) )?(?:\w+ )?new files?\b/i,
  notCreated: /^[`"'*]*-\w|^[`"'*,\s]*(?:is|are|gets?|will be|would be|entry|entries|support|handling|to)\b/i,
  changedBefore:
    /\b(?:updated|modified|changed|edited|rewrote|refactored|extended|replaced|renamed|moved|added|adjusted|wired|extracted|raised|bumped|lowered|increased|reduced|switched|converted|patched|fixed|created|wrote|written)\b(?:(?!\b(?:which|that|already|from|by|used|imports?|like)\b)[^.;])*$/i,
  noWarnings:
    /\b(?:(?:no|zero|0) (?:errors? (?:and|or|nor) )?(?:(?:no|zero|0) )?warnings?|without (?:any )?(?:errors? (?:and|or) )?warnings?|warning[- ]free)(?=\s*(?:$|[.,;:!)|]|(?:now|and|at all|any ?more|again)\b))/i,
  someWarnings:
    /\b(?:new|other|more|further|additional|remaining|own|my|mine|our|added|introduced|touched|changed|except|besides|apart|beyond|real|serious|relevant|related|in|from|of|for|under|inside|on)\b/i,
  partChecked:
    /\b(?!(?:it|they|all|everything|projects?|repo\w*|code\w*|workspace|solution|app|application|builds?|lint|linter|linting|eslint|oxlint|biome|clippy|ruff|rustc|cargo|tsc|dotnet|sphinx|compiler|compilation|docs|documentation|tests?|suite|run|output|checks?|there|that|which|now|and|also|still)\b)\w+ (?:(?:now|also|itself|all) )?(?:lints?|builds?|compiles?|type-?checks?|has|have|gives?|shows?|is|are) (?=(?:clean|fine|ok|no|zero|0|with|without|warning)\b)/i,
  coverageReached:
    /(?:^|[.;:,(|✅✓✔–—]\s*|\band )(?:(?:the|our|overall|total|global|test|line|code|unit) )*coverage (?:thresholds?|gates?|targets?|requirements?) (?:is|are) (?:now )?(?:all )?(?:met|reached|satisfied)\b|(?:^|[.;:,(|✅✓✔–—]\s*|\band )(?:(?:the|our|overall|total|global|test|line|code|unit) )*coverage (?:is|stands|sits) (?:now )?(?:at )?(?:over|above|at least|more than|beyond|≥|>=?) ?(?:the |our )?(\d+(?:\.\d+)?) ?%/i,
  coverageOfPart: /\b(?:for|there|of|in|on|here|module|files?)\b/i,
  ownRun:
    /(?:(?:^|[.;:,(–—] ?|\b(?:and|then|finally|also) )(?:i|we|i've|we've|i have|we have) (?:also |then |just |now )*(?:re-?)?(?:ran|run|executed)|^(?:(?:wrote|built|[a-z]{2,20}ed) (?:(?!\b(?:that|which|who|how|where|when|while|it|they|job|step|script|container|hook|workflow|pipeline|ci)\b)[^.;:]){0,120}?\band (?:then |also )*)?(?:re-?)?(?:ran|executed)) ‹(\d+)›(?!.*\b(?:last|ago|yesterday|earlier|before|once|example|mentally|head|hand|hook|alias)\b)/i,
  ownRunOf:
    /(?:^|[.;:,(–—] ?|\b(?:and|then|also) )(?:i|i've|i have) (?:also |then |just |now |even )*(?:re-?)?(?:ran|run|executed) ((?:(?:the|all|your|our|my|full|whole|entire|unit|existing|e2e|integration|new|local) )*(?:tests?|test suite|suite|app|application|server|script|program|build|linter|formatter|type[- ]?checker|benchmarks?|migrations?))(?=\s*(?:$|[.,;:!()]|(?:and|again|twice|locally|with|to|on|several|many|\w+ times)\b))(?!.*\b(?:last|ago|yesterday|earlier|before|once|example|mentally|head|hand|hook|alias)\b)/i,
  byOthers:
    /\b(?:which|who|they|he|she|you|it [a-z]+ed|authors?|commits?|upstream|prs?|team|colleague|someone|last|yesterday|ago|back(?!-)|previous(?:ly)?|earlier|sprint|release|branch|history|log|changelog|so far|in v?\d)\b|#\d/i,
  wentWell:
    /‹(\d+)›(?:\s+(?:now |still |also |all |both |then )*(?:pass(?:es|ed)?(?=\s*(?:$|\(\d|[.,;:!)✅✓✔—–]|(?:now|and|again|with|cleanly|too|without)\b))|succeed(?:s|ed)?|(?:complet|finish)(?:es|ed) (?:successfully|cleanly|fine|without (?:any )?(?:errors?|failures?|issues?|problems?)|with no (?:errors?|failures?|issues?|problems?))\b|(?:is|was|runs?|ran|renders?) (?:now |all )*(?:clean(?:ly)?|green|successful(?:ly)?|fine|without (?:any )?(?:errors?|failures?|issues?|problems?))\b|comes? back (?:all )?(?:clean|green|ok)\b|reports? (?:no|zero|0) )|\s*(?:[|:→—–-]+\s*(?:[✅✓✔]️?\s*)?|[✅✓✔]️?\s*)(?:all )?(?:pass(?:es|ed|ing)?|green|clean|succe(?:ss|eds|eded))[\s.!|]*$|\s*[:→—–-]?\s*[✅✓✔]️?[\s.!]*$|(?<=[✅✓✔]️?\s?‹\d+›)[\s.!]*$)/i,
  elsewhere:
    /(?:^|[.;:,—–(]\s*|\band )(?:with|after|at|on|in|from|against|under|using|once|when|before|until|by|for|add|set|change|replace|remove|bump|use|run|drop|rename)\b[^|;]{0,200}\||\|[^;]{0,200}\b(?:on|at|in(?! \d)|with(?! (?:no|zero|0)\b)|after\w*|once|when|if|before|for)\b/i,
  ofExitCode: /\bexit(?:s|ed|ing)?\b|\bnon-?zero\b|\b(?:return|status) code\b/i,
  resolved:
    /\bconflicts?\b[^.;!?]{0,40}\b(?:resolved|solved|settled|fixed|kept)\b|\b(?:resolved|solved|settled|fixed)\b[^.;!?]{0,40}\bconflicts?\b/i,
  takenBack:
    /\b(?:revert\w*|restor\w*|und(?:o|id|one)|discard\w*|reset|roll(?:ed|ing)? back|(?:put|took|taken|taking|set|brought) (?:\w+ )?back|back (?:to|as|at)|original|as (?:it|they) (?:was|were)|removed again|dropp?ed|stays?|stayed|keep|kept|leave|left|tr(?:y|ies|ied|ial)|experiment\w*|compar\w+|whether|temporar\w+)\b/i,
  probe:
    /\b(?:logs?|logging|log (?:line|call)s?|prints?|print(?:f|ln)|probes?|trac(?:e|es|ing)|debug\w*|instrument\w*|breakpoints?|dumps?)\b/i,
  deedOpen:
    /\b(?:to-?do|left|remain\w*|pending|outstanding|missing|next|open|how|where|having|get|getting|wait\w*|await\w*|needs?|wants?|ready|until|before)\b/i,
  deedOfOthers:
    /\b(?!(?:it|this|that|they|these|those|all|both|everything|changes?|fix|fixes|work|commits?|branch|code|update|updates|edits?|files?|patch|docs?)\b)\w+ (?:(?:now|all|both|also) ){0,3}(?:is|are|was|were|gets?|(?:has|have) been)(?: (?:now|also|all|both|first|then)){0,3}(?: (?!(?:fixed|implemented|updated|finished|tested|reviewed|staged|committed)\b)\w+(?:ed|[lnptu]t|[eow]n)\b(?:(?!\b(?:i|we|i've|we've|it|everything|changes?|fix|work)\b)[^.;:!?]){0,80})? ?$/i,
  afterDeed:
    /^(?: successfully)?(?: (?:it|this|that|them|all|both|everything|(?:(?:the|your|my|our|these|both|all) )?(?:changes?|branch|fix|work|commits?|tags?|files?)))?(?: together)?(?:$|[.,;:!?()&+]| (?:and|then|please|now|when|once|if|as|so|‹)| (?:on|to) (?:‹|main|master|origin|github|gitlab|the remote|(?:an? |the )?(?:\w+ )?branch)| with (?:(?:an?|the) )?(?:(?:\w+ ){0,2}message|(?:new )?tests?\b))/i,
  afterOpened: /^(?![-\s]+(?:desc|temp|title|text|body|summ|check|comm|label|review))/i,
  productDoes: /\b(?:make|let|have)\b(?! sure)[^,;]*$|\b(?:each|every|whenever|always)\b/i,
  partLeft:
    /\b(?:local(?:ly)?|histor(?:y|ical)|head (?:is|still|points)|in the index|(?:version|source) control|vcs|scm|check(?:ed|ing)?[- ](?:it |them |this |that )?in|working (?:tree|copy|dir\w*)|diff|(?<!\bis ready for )review\w*|approv\w*|verif(?:y|ication)|validation|a?wait\w*|pending|outstanding|on my (?:side|end)|in use|drafts?|first (?:version|cut|pass|go|shot)|yet to|out of time|to sort out|caveats?|where it stands|a (?:try|go|shot)|have a look|rest|remain\w*|left|leave|paus\w+|stopped|i(?:'ll| will| need)|your (?:turn|call|side|machine|end|ok|go|review|approval)|(?:up|over|left) to you|yours(?:elf)?|for you|you (?:can|may|could|should|have to|need|must|declined|rejected|approve|confirm)|please|say (?:so|the word)|let me know|only|alone|sign(?:ing|ed)|gpg|identity|passphrase|missing|denied|den(?:y|ies)|declin\w+|reject\w+|refus\w+|block\w*|disabled|unavailable|sandbox\w*|read-only|permissions?|offline|unsaved|still (?:open|to|points?|has|have|needs?|in)|ship|upload\w*|code part|(?:last|next|second|final) (?:part|step)|step two|ci|whether|on disk|until|unless|h[eo]ld(?:ing)?|hand(?:s|ed|ing)|honou?rs|as far as|protected|dirty|unrelated|mixed|(?<!\bis )ready|ready(?! for review\b)|your word)\b/i,
  doneInShort:
    /^\W*(?:(?:all|both|everything|it|that|this)(?:'s| is| are)? )?(?:\w+ )?(?:done|finished|complete|works|set|ready|fixed)(?: now)?\W*$/i,
  anyWork:
    /^(?:the|and|for|but|not|all|any|you|your|our|his|her|its|that|thi|these|those|with|from|into|when|then|than|there|here|what|which|who|ha|have|had|wa|were|are|will|can|let|const|var|new|return|import|export|function|add|make|please|change|edit|commit|push|work|file|run|one|two|first|now|more|also|after|before|out|done|whenever|like|main)$/i,
  fileStays:
    /\b(?:stay\w*|keeps?|kept|in use|exists?|needs?|needed|imports?|imported|break|rm|symlink|old (?:file|one|name|module)|as it was|shall|go)\b/i,
  fileGone: /\b(?:deleted|removed|renamed|moved|gone|dropped)\b/i,
  aboutGit: /commit|push|pull|merge|branch|remote|\bpr\b|git|repo|\bstaged?\b/i,
  committedBySelf:
    /\bauto(?:matically|-| )?(?:commit|push|sav)|(?<!pre-)\b(?:commit|push|save)\w*[^.\n]{0,40}\b(?:automatic|for you|by (?:an?|the) (?:[\w-]+ )?hook)|\bhooks? (?:that )?(?:will |then |also )?(?:commit|push)|\bcheckpoint/i,
  ownDeedBefore:
    /(?:^|(?:^\W*|[✅✓✔]\s*)(?:(?:the|my|all|this|both) )*(?:changes?|commits?|branch|fix|code|work|it|tags?|release|version|image|update|everything) |[.;:(|✅✓✔–—]\s*|\b(?:i|we|i've|we've|have|has|been|is|are|was|were|it's|that's|everything|successfully|now|also|then)\s+|^(?:(?:[\w-]+(?:ed|lt|ut)|(?:all )?done)\b(?:[^.;:]|\.(?=\w))*?,?\s+(?:and\s+)?(?:then\s+)?)|\b(?:is|are|was|were|been|have|has|i|we|i've|we've|it|it's) (?:now |also |both |all )*\w+(?:ed|lt)(?:, (?:tested|verified|reviewed|formatted|linted|staged|committed|tagged|merged)){0,3},? (?:and |then )*|^(?:i|we|i've|we've) (?:(?!\b(?:that|which|who|whose|how|why|what|when|where|because|since|after|before|as|while|until|if|whether|so)\b)[^.;:,])*,? and (?:also |now |then )*|, (?:and )?(?:also |now |then )*)(?:\w+ly )?$/i,
  othersDeed:
    /\b(?:pushed|committed|deployed|published|opened|tagged)\b[^.;]{0,40}\b(?:by (?!me\b|us\b)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|last (?:week|month|night|year|time)|this morning|earlier|ago\b|in the meantime|meanwhile|as before)|\b(?:already|previously|still) (?:has |have |been )*(?:pushed|committed|deployed|published|opened|tagged)\b|(?<!\b(?:i|we|all|everything|changes|fix|work) (?:have |has )?)\b(?:is|are|was|were|been) (?:pushed|committed|deployed|published|opened|tagged) (?:already\b|before(?=\s*(?:$|[.,;)])))|\b(?:get|gets|getting|stays?|remains?) (?:pushed|committed|deployed|published|opened|tagged)\b|\b(?:somebody|someone|they|he|she|you) (?:\w+ )?(?:pushed|committed|deployed|published|opened|tagged)\b|^\W*when(?:ever)? [^.;]*\b(?:is|are) (?:\w+ )?(?:pushed|committed|published|deployed)\b|\b(?:offsets?|transactions?|rows?|records?|drafts?|batch(?:es)?|messages?|events?|items?|values?|readings?|entr(?:y|ies)|sessions?|writes?|metrics?|notifications?) (?:is|are) (?:\w+ )?(?:pushed|committed|published|released)\b|\b(?:workflow|job|pipeline|hook|action|worker)s? (?:\w+ )?(?!is\b|was\b|has\b)[a-z]+s\b[^.;]*\b(?:is|are) (?:\w+ )?(?:pushed|published|deployed|tagged)\b/i,
  turnedDown:
    /\b(?:refus(?:e|es|ed|ing)|reject(?:s|ed|ing)?|den(?:y|ies|ied)|declin(?:e|es|ed)|turn(?:s|ed) \S+(?: \S+)? (?:down|away)|turned (?:down|away)|forbid(?:s|den)?|(?:is|are|was|state is|still) locked|(?:state )?lock (?:is|was|held)|wants? (?:a|an|the|your)|asks? (?:for|you)|(?:needs?|requires?|without|lacks?|no|missing) (?:(?:an?|the|your) )?(?:\S+ )?(?:log ?in|password|token|key|credentials?|quota|account)\b|one-time|expired|is (?:down|held)|stops? (?:with|at|on)|as (?:it|they) (?:was|were)\b|stays? (?:as|at|on)|wait(?:s|ing)? for|(?:your|the) decision|ready (?:once|when))\b/i,
  handedOver:
    /\b(?:yourself|left (?:to|for) you|still (?:has|have|needs?) to|ha(?:s|ve) to be|unreachable|unavailable|offline|(?:answer|return|respond)(?:ed|s)? (?:with )?[45]\d\d|no such (?:package|module|version|tag|image|target|command)|not (?:in|on) (?:the|this|any|our) registry|(?:does not|doesn't) exist|please (?:install|run|execute)|you (?:need|will need|have|must)|on your (?:side|machine|end)|(?:someone|somebody|anyone|who(?:ever)?)\b[^.;]{0,40}\b(?:has|have|needs?|can)|(?:is|are) yours|nothing (?:is|was|has been|got) (?:deployed|applied|pushed|published|released|installed|migrated|started|rolled out)|(?:token|key|secret|credentials?|log-?in|password|permissions?|access) (?:is|are|was|were) (?:missing|empty|unset|absent|gone|expired))\b/i,
  partTold:
    /\b(?:(?:phase|step|part|stage|milestone|task|item|point|slice) (?:\d+|one|two|three|four|five)\b|next\b|remaining|remains?\b|later\b|the rest\b|so far\b|to follow\b|your word\b|not yet\b|still\b|for now\b|stop(?:ped|ping)? (?:here|there|after|now)|pick(?:ing)? up|(?:the )?first (?:one|part|half|step|of (?:the|these|them)))\b/i,
  needless:
    /\b(?:no|not|nothing)\b[^.;!?]{0,40}\b(?:necessary|needed|required|to (?:do|change))\b|n't (?:necessary|needed|required|need\b)|\bunne(?:cessary|eded)\b|\balready (?:exist|there|in place|ha[sd]|handle|support|do)\w*/i,
  againstWord:
    /\b(?:even though|although|though|despite|contrary to|against)\b[^.]{0,60}\byour?\b|\byou (?:said|asked|told|wanted)\b[^.]{0,60}\b(?:not|leave|untouched|off[- ]limits)\b[^.]{0,120}\bbut\b|\b(?:sorry|apolog\w+|(?:i|we) had to|no way around|unavoidabl\w+|mistakenly|by mistake|by accident|accidentally)\b/i,
  namedAside: /\b(?:because|since|instead|but|not|without|while|whereas|although)\b/i,
  createdAfter:
    /^[`"'*\s]*(?:\((?:new|created)\b|[-–—:]\s*(?:new (?:file\b|(?:tests?|page|module|script|component|migration|document)(?=\s*(?:$|[.,;:()—–]|(?:for|of|with|covering|that|which|and)\b)))|created\b(?! (?:by|on|at|per|when|if|during)\b))|\|\s*(?:created|new(?: file)?)\s*(?:\||$))/i,
  illustration:
    /\b(?:example|e\.g|for instance|would|could|can|will|sample|illustrat\w+|like this|such as|looks? like|format|usage|to (?:use|run|test|try|verify|install)|how to|you (?:can|should|need|may)|template|expected|before|proposal|option|try|install|run (?:it|this|the|with)|commands?|quick start|steps?)\b/i,
};
