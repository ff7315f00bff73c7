/** Languages that a runner looks at; other runners may look at anything. */
const LANGUAGES: readonly (readonly [runner: RegExp, extensions: RegExp])[] = [
  [
    /^(?:go|gotestsum|golangci-lint|gofmt|staticcheck|ginkgo)\b/,
    /^(?:go|mod|sum|tmpl|golden|json|ya?ml|sql|proto|html|txt|s|c|h)$/,
  ],
  [/^(?:cargo|rustc|rustfmt)\b/, /^(?:rs|toml|lock|json|sql|proto|wgsl|glsl|c|h|cpp|html)$/],
  [
    /^(?:pytest|unittest|mypy|pyright|ruff|black|flake8|pylint|isort|tox|nox)\b/,
    /^(?:pyi?|toml|cfg|ini|json|ya?ml|sql|html|jinja2?|csv|ipynb|pyx)$/,
  ],
  [
    /^(?:vitest|jest|mocha|tsc|tsgo|eslint|oxlint|biome|playwright|ava|bun test|node|vite|next|svelte-check|vue-tsc)\b/,
    /^(?:[cm]?[jt]sx?|vue|svelte|astro|json[c5]?|s?css|less|html?|graphql|ya?ml|sql|prisma|mdx|proto|wasm)$/,
  ],
  [/^(?:rspec|rubocop|rails|minitest)\b/, /^(?:rb|erb|haml|slim|ya?ml|rake|ru|gemspec|json|html|js|css|sql)$/],
  [
    /^(?:phpunit|pest|paratest|phpspec|codecept|behat|phpstan|psalm|phpcs|pint|artisan|composer)\b/,
    /^(?:php|phtml|phpt|inc|twig|neon|xml|json|ya?ml|ini|env|sql|html|stub|txt)$/,
  ],
  [
    /^(?:gradlew?|mvnw?|maven|sbt|mill|lein|bleep)\b/,
    /^(?:java|kts?|scala|sc|groovy|clj[cs]?|edn|gradle|xml|properties|toml|json|ya?ml|sql|proto|html|ftl|conf|avsc|c|cc|cpp|h|hpp)$/,
  ],
  [
    /^dotnet\b/,
    /^(?:cs|fsx?|fsi|vb|\w+proj|slnx?|props|targets|razor|cshtml|xaml|resx|config|json|xml|ya?ml|sql|proto|html)$/,
  ],
  [/^(?:mix|rebar3)\b/, /^(?:exs?|[hl]?eex|erl|hrl|xrl|yrl|src|config|po|json|ya?ml|sql|proto|html|c|h|rs)$/],
  [
    /^(?:swift|xcodebuild|xctest|swiftlint)\b/,
    /^(?:swift|mm?|h|c|cc|cpp|plist|xib|storyboard|metal|xc\w+|strings|json|ya?ml|xml)$/,
  ],
  [/^(?:dart|flutter|melos)\b/, /^(?:dart|ya?ml|json|arb|html|xml|frag|glsl)$/],
  [
    /^(?:ctest|cmake|ninja|meson)\b/,
    /^(?:c|cc|cpp|cxx|c\+\+|m|mm|h|hh|hpp|hxx|ipp|inl|inc|tpp|cu|cuh|s|asm|cmake|in|txt|py|sh|lua|json|ya?ml|toml|proto)$/,
  ],
  [/^(?:dune|opam)\b/, /^(?:ml|mli|mll|mly|re|rei|opam|c|h|t|json|ya?ml|sql)$/],
  [/^(?:cabal|stack|hlint)\b/, /^(?:hs|lhs|hsc|cabal|project|ya?ml|json|toml|sql|c|h|x|y)$/],
  [/^(?:R|Rscript)\b/, /^(?:r|rmd|qmd|rds|rda|stan|cc?|cpp|h|hpp|f\d*|csv|json|ya?ml|toml|sql)$/],
  [/^julia\b/, /^(?:jl|toml|json|csv|ya?ml|c|h|f\d*)$/],
  [/^shellcheck\b/, /^(?:sh|bash|zsh)$/],
];

/** Remembered: there are few runners, and each is asked about for every change. */
const known = new Map<string, RegExp | undefined>();
const MOST_KNOWN = 200;

/** The endings of files that a runner looks at; nothing where it may look at any. */
export function extensionsReadBy(runner: string): RegExp | undefined {
  if (known.has(runner)) return known.get(runner);
  const extensions = LANGUAGES.find(([named]) => named.test(runner))?.[1];
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(runner, extensions);
  return extensions;
}
