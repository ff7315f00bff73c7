import type { ClosingTables } from "./closing-tables.ts";

/** How checks are told of that a service, an editor or a helper ran. */
export const ENGLISH_ELSEWHERE: Pick<
  ClosingTables,
  "ofNew" | "helperFailed" | "helperPassed" | "serviceItself" | "ofService" | "serviceNarrowed" | "tellsRed"
> = {
  ofNew: /\bnew\b|\bintroduced?\b/i,
  helperFailed:
    /\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?)\b|\b(?:could not|couldn't|cannot|unable to|not able to) (?:run|execute|start) (?:the |any |its )?(?:\w+ )?(?:tests?|suite)\b/i,
  helperPassed: /\btests (?:now )?pass/i,
  serviceItself:
    /\b(?:ci|pipeline|workflow)(?: run)?(?: #?\d+)? (?:(?:is|are|was) )?(?:now |all |back )*(?:to )?(?:green|pass|succe)/i,
  ofService: /\b(?:pr|pull request|ci|pipeline|github|actions)\b|#\d/i,
  serviceNarrowed:
    /\b(?:required|local(?:ly)?|other|relevant|before|until|since|after|when|but|while|though|except|stop\w*|nightly)\b|;/i,
  tellsRed: /\bred\b|❌|🔴/i,
};
