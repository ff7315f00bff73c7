import { expression } from "../../../patterns/expression.ts";
import type { RuleTables, Topics } from "../language.ts";

export const ENGLISH_TOPICS: Topics = {
  assertions: /\b(?:tests?|specs?|assert\w*|expect\w*|checks?|thresholds?|tolerances?)\b/i,
  tests: /\b(?:tests?|specs?|suites?|coverage|assertions?|test_\w+|test[A-Z]\w*)\b/i,
  lint: expression("i")`
    \b(?:
      lint\w*|eslint|biome|oxlint|ruff|clippy|golangci-lint|rubocop|actionlint|hadolint|yamllint|tflint|stylelint
      |pre-commit|detekt|ktlint|checkstyle|swiftlint|clang-tidy|credo|vet|staticcheck|phpcs|analy[sz]er|warnings?
    )\b
  `,
  types: /\b(?:type[- ]?check\w*|types?|tsc|mypy|pyright|phpstan|psalm|sorbet|dialyzer|typescript)\b/i,
  build: /\b(?:builds?|compil\w+|bundl\w+)\b/i,
  format: /\b(?:format\w*|fmt|prettier)\b/i,
  docs: /\b(?:readme|changelog|docs?|documentation|documented|claude\.md|agents\.md)\b/i,
  skip: /\b(?:skip\w*|disabl\w+|xfail|ignored?|quarantin\w+)\b/i,
  removal: expression("i")`
    \b(?:
      remov\w+|delet\w+|dropp\w+|obsolete|no longer|replac\w+|renam\w+|consolidat\w+|merged|moved|gone|went
      |tak(?:en|es?) (?:out|away)|took|inlin\w+|folded|superseded|retired
    )\b
  `,
  gap: /\b(?:stub\w*|placeholders?|todo|not (?:yet )?implemented|unimplemented|skeleton|left|later|follow-up)\b/i,
  report: expression("i")`
    \b(?:
      summari[sz]e|summary|report (?:back|to|on|results?|findings|the)|present|wrap[- ]?up
      |final (?:answer|report|message|response)|hand(?:ing)?[- ]?over|tell the|inform|notify|explain|share
    )\b
  `,
};

export const ENGLISH_RULES: RuleTables = {
  never: expression("i")`
    (?:^|[,;:(]\s*|\b(?:and|please|you)\s+)(?:never|do not|don't|must not|avoid)\s+
    (?:use|run|call|invoke|using|running|execute|write|import|add|introduce)\b
  `,
  instead:
    /\b(?:use|instead|prefer|but|rather|in favou?r of|unless|except|when|if|outside|inside|in (?:tests?|production))\b/i,
  before:
    /^(?:always |please |you must |must )?(?:run|execute)\b[^.\n]{0,80}\b(?:before|after|prior to|when(?:ever)?|at the end|once)\b/i,
};
