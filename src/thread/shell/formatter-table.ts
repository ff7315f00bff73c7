/** A formatter or fixer: with which words it rewrites files, and with which it only reports. */
export interface Formatter {
  /** The name of the program. `subs`: sub-commands, one of which has to follow. */
  readonly call: string;
  readonly subs?: string;
  /** Flags that make it write files; absent when it writes by default. */
  readonly writes?: string;
  /** Flags that keep it from writing; one with a value matches both `--emit=stdout` and `--emit stdout`. */
  readonly looks?: string;
}

export const FORMATTERS: readonly Formatter[] = [
  { call: "prettier", writes: "--write -w" },
  { call: "eslint", writes: "--fix" },
  { call: "biome", subs: "check format lint", writes: "--write --apply --apply-unsafe --fix" },
  { call: "oxlint", writes: "--fix --fix-suggestions --fix-dangerously" },
  { call: "oxfmt", looks: "--check --list-different" },
  { call: "dprint", subs: "fmt" },
  { call: "stylelint", writes: "--fix" },
  { call: "standard", writes: "--fix" },
  { call: "xo", writes: "--fix" },
  { call: "ruff", subs: "check", writes: "--fix --fix-only", looks: "--diff" },
  { call: "ruff", subs: "format", looks: "--check --diff" },
  { call: "ruff", writes: "--fix", looks: "--diff" },
  { call: "black", looks: "--check --diff -c --code" },
  { call: "isort", looks: "--check --check-only -c --diff --df --stdout -d --show-config --show-files" },
  { call: "autopep8", writes: "-i --in-place" },
  { call: "yapf", writes: "-i --in-place" },
  { call: "autoflake", writes: "-i --in-place", looks: "--check -c --check-diff -cd" },
  { call: "gofmt", writes: "-w" },
  { call: "goimports", writes: "-w" },
  { call: "gofumpt", writes: "-w" },
  { call: "golines", writes: "-w", looks: "--dry-run" },
  { call: "go", subs: "fmt", looks: "-n" },
  { call: "golangci-lint", subs: "run", writes: "--fix" },
  { call: "golangci-lint", subs: "fmt", looks: "--diff -d --diff-colored" },
  { call: "cargo", subs: "fmt", looks: "--check --emit=stdout" },
  { call: "cargo", subs: "fix" },
  { call: "cargo", subs: "clippy", writes: "--fix" },
  { call: "rustfmt", looks: "--check --emit=stdout" },
  { call: "rubocop", writes: "-a -A -x --autocorrect --autocorrect-all --auto-correct --fix-layout" },
  { call: "standardrb", writes: "--fix --fix-unsafely" },
  { call: "php-cs-fixer", subs: "fix", looks: "--dry-run" },
  { call: "pint", looks: "--test --bail" },
  { call: "phpcbf" },
  { call: "rector", subs: "process", looks: "--dry-run -n" },
  { call: "clang-format", writes: "-i", looks: "-n --dry-run" },
  { call: "shfmt", writes: "-w --write" },
  { call: "terraform", subs: "fmt", looks: "-check --check -write=false --write=false" },
  { call: "tofu", subs: "fmt", looks: "-check --check -write=false --write=false" },
  { call: "dotnet", subs: "format", looks: "--verify-no-changes --dry-run" },
  { call: "swiftformat", looks: "--lint --dryrun --dry-run --inferoptions --infer-options --output=stdout" },
  { call: "ktlint", writes: "-F --format" },
  { call: "google-java-format", writes: "-i --replace" },
  { call: "mix", subs: "format", looks: "--check-formatted --dry-run" },
  { call: "deno", subs: "fmt", looks: "--check" },
  { call: "zig", subs: "fmt", looks: "--check" },
  { call: "dart", subs: "format", looks: "--output=none --output=show --output=json -o=none -o=show -o=json" },
  { call: "taplo", subs: "fmt format", looks: "--check" },
  { call: "stylua", looks: "--check" },
  { call: "markdownlint", writes: "--fix -f" },
  { call: "markdownlint-cli2", writes: "--fix" },
  { call: "sqlfluff", subs: "fix format" },
  { call: "djlint", writes: "--reformat", looks: "--check" },
];
