/**
 * True for an objection that proposes a git operation or misses one: that is the user's business, and never said. A
 * commit, a branch or a CI file may be named as proof. It is the third protection, after both prompts.
 */
export function proposesGit(message: string): boolean {
  const open = message.replaceAll(DONE, "$1 did");
  return [COMMAND, VERB, THING].some((proposal) => proposal.test(open));
}

/** What was done is no proposal: "you pushed it without running the tests". */
const DONE =
  /\b(you|was|were|got|already)(?:\s+(?:already|just|then|also|even))?\s+(?:committed|pushed|pulled|staged|stashed|rebased|merged|squashed|amended)(?:\s+and\s+(?:committed|pushed|merged))?\b/gi;

/** Where a sentence or its part begins, or after the words that ask for something or say that it was not done. */
const ASKED = String.raw`(?:^|[.!?;,:(–—]\s*|\s-\s|\b(?:you|we|i|and|or|to|then|now|just|also|first|please|still|never|not|forgot|\w+n['’]t|must|should|can|could)\s+|\b(?:before|after|with|by|let['’]s|run|use|try|do)\s+)["'\`“(]*`;

/** What may stand between the verb and the thing: "open *a new draft* pull request", "put *it on its own* branch". */
const BETWEEN = String.raw`(?:(?:an?|the|this|that|it|them|your|its|own|new|another|one|first|separate|git|draft|feature|in|into|on|to|as)\s+)*`;

/** The thing ends there: "the commit *message*" and "the branch *selector*" are something else. */
const ENDS = String.raw`(?=["'\`”)]*(?:$|[.,;:!?)]|\s(?:-|first|now|too|again|for|with|from|before|after|and|or|so|to|on|named|called|instead)))`;

/** Not as proof: "git checkout in step 4 threw your fix away". */
const COMMAND = new RegExp(
  String.raw`${ASKED}(?:git|gh)\s+(?!(?:diff|log|status|show|blame)\b)[a-z][a-z-]+\b(?!\s+(?:\S+\s+){0,2}(?:in|at)\s+step\s)`,
  "i",
);

/** Not as proof: "commit 3f2a1b9 lacks it", "merge conflict markers", "push_common.go". */
const VERB = new RegExp(
  String.raw`${ASKED}(?:(?:commit|push|pull|stage|stash|rebase|merge|cherry-pick|squash|amend)(?:ted|ed|d|ing)?|tag\s+(?:it|the\s+\w+))\b(?!\s+(?:requests?|messages?|hash|hooks?|conflicts?|[\da-f]{7,40})\b|[-_/.]\w)`,
  "i",
);

/** "Make a commit", "you never opened a pull request", "don't forget the push". */
const THING = new RegExp(
  String.raw`\b(?:mak|creat|open|rais|submit|fil|start|cut|prepar|do|forg[eo]t|need|want|miss|without|put|split|mov|revert|undo)(?:e|es|s|d|t?ed|t?ing|t?en)?\s+${BETWEEN}(?:commits?|push|pull(?:\s+requests?)?|prs?|merge(?:\s+requests?)?|branch(?:es)?|tags?|rebase|stash)${ENDS}`,
  "i",
);
