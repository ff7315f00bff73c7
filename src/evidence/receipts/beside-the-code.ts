import { rememberingLines } from "../../thread/shell/remembering-lines.ts";
import { baseName } from "../changes/paths.ts";
import { expression } from "../../patterns/expression.ts";
import type { Receipt } from "./receipt.ts";

/**
 * True for styles, shell scripts, infrastructure, samples, pages, seeds, and settings of tools that neither test nor
 * bundle: tests of the code around them seldom look at them.
 */
export const isBesideTheCode = rememberingLines(
  (path) =>
    /\.(?:css|scss|sass|less|styl|sh|bash|zsh|fish|ps1|bat|cmd|tf|hcl|tfvars)$|\.stories\.\w+$/i.test(path) ||
    /(?:^|\/)(?:examples?|samples?|demos?|playgrounds?|docs?|website|benchmarks?|bench|k6|load-?tests?|\.storybook|stories|\.changeset|data-raw|vignettes)\//i.test(
      path,
    ) ||
    isToolSettings(path) ||
    SEED_OR_PAGE.test(path) ||
    isOfBrowserSuite(path) ||
    isDeclaration(path),
);

/**
 * Settings of tools for commits, releases, formats, processes and dependencies. Many of these files begin with a dot.
 * Settings of runners, bundlers and compilers are not here: they decide what a test sees.
 */
const TOOL_SETTINGS = expression("i")`
  (?:^|\/)\.?(?:
    commitlint|lint-?staged|release|semantic-release|release-it|ecosystem|pm2|prettier|stylelint|eslint|knip
    |renovate|dependency-cruiser|syncpack|size-limit|lighthouse|cz|oxlint|cspell|typedoc|next-sitemap
  )(?:rc|\.config)\.[cm]?[jt]s$|(?:^|\/)(?:plopfile|dangerfile)\.[cm]?[jt]s$
  |(?:^|\/)(?:rector|ecs|phpinsights|_ide_helper\w*|deploy)\.php$
  |(?:^|\/)config\/(?:deploy(?:\/\w+)?|puma|unicorn|schedule|sitemap)\.rb$
  |(?:^|\/)dev\/user\.clj$
`;
const HIDDEN_SETTINGS =
  /(?:^|\/)\.(?!env|mocha|babel|swc|jest|ava|tap|nyc|c8|postcss|simplecov)[a-z][\w.-]*\.(?:[cm]?[jt]s|php|exs|rb|lua|py)$/i;

function isToolSettings(path: string): boolean {
  const mayBeHidden = path.startsWith(".") || path.includes("/.");
  return TOOL_SETTINGS.test(path) || (mayBeHidden && HIDDEN_SETTINGS.test(path));
}

const SEED_OR_PAGE =
  /(?:^|\/)(?:prisma|db|database|drizzle|priv\/\w+)\/seed(?:s|ers?)?\b|^(?!.*(?:templates?|views|src|app|resources)\/).*(?:^|\/)index\.html$/i;

/** True for tests that run in a browser, by a runner of their own and not with the other tests. */
function isOfBrowserSuite(path: string): boolean {
  return /(?:^|\/)(?:e2e|cypress|playwright)(?:-tests?)?\/.*\.[cm]?[jt]sx?$|\.(?:cy|e2e|e2e-spec|pw)\.[cm]?[jt]sx?$/i.test(
    path,
  );
}

/** True for files that hold only types, which no test sees. */
function isDeclaration(path: string): boolean {
  return /\.(?:d\.[cm]?ts|pyi|rbi|rbs)$/i.test(path);
}

/** True when the runner is made for such files, or the run names this one. */
export function speaksOf({ runner, command, kind }: Receipt, path: string): boolean {
  if (/^(?:bats|shellcheck|shfmt|terraform|tofu|stylelint|Invoke-Pester)\b/.test(runner)) return true;
  if (command.includes(baseName(path))) return true;
  if (kind !== "test" && (isDeclaration(path) || isToolSettings(path))) return true;
  return isOfBrowserSuite(path) && BROWSER_RUN.test(`${runner} ${command}`);
}

const BROWSER_RUN =
  /e2e|end-to-end|playwright|cypress|wdio|webdriver|testcafe|nightwatch|puppeteer|detox|browser|acceptance|ui-test|test:ui/i;
