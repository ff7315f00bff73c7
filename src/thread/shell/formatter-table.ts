import { programOf, writtenByName } from "./rules-by-name.ts";

/** A formatter or fixer: with which words it rewrites files, and with which it only looks. */
export interface Formatter {
  /** The name, then the sub-commands of which one has to follow. */
  readonly call: string;
  readonly subs?: string;
  /** Flags that make it write; absent when it writes by default. */
  readonly writes?: string;
  /** Flags that keep it from writing. */
  readonly looks?: string;
}

const FORMATTERS: readonly Formatter[] = [
  { call: "prettier", writes: "--write -w" },
  { call: "eslint", writes: "--fix" },
  { call: "biome", subs: "check format lint", writes: "--write --apply --apply-unsafe --fix" },
  { call: "oxlint", writes: "--fix --fix-suggestions --fix-dangerously" },
  { call: "oxfmt", looks: "--check --list-different" },
  { call: "dprint", subs: "fmt" },
  { call: "stylelint", writes: "--fix" },
  { call: "standard", writes: "--fix" },
  { call: "xo", writes: "--fix" },
  { call: "ruff", subs: "check", writes: "--fix --unsafe-fixes" },
  { call: "ruff", subs: "format", looks: "--check --diff" },
  { call: "ruff", writes: "--fix" },
  { call: "black", looks: "--check --diff" },
  { call: "isort", looks: "--check --check-only -c --diff" },
  { call: "autopep8", writes: "-i --in-place" },
  { call: "yapf", writes: "-i --in-place" },
  { call: "autoflake", writes: "-i --in-place" },
  { call: "gofmt", writes: "-w" },
  { call: "goimports", writes: "-w" },
  { call: "gofumpt", writes: "-w" },
  { call: "golines", writes: "-w" },
  { call: "go", subs: "fmt" },
  { call: "golangci-lint", subs: "run", writes: "--fix" },
  { call: "golangci-lint", subs: "fmt", looks: "--diff" },
  { call: "cargo", subs: "fmt", looks: "--check" },
  { call: "cargo", subs: "fix" },
  { call: "cargo", subs: "clippy", writes: "--fix" },
  { call: "rustfmt", looks: "--check" },
  { call: "rubocop", writes: "-a -A -x --autocorrect --autocorrect-all --auto-correct --fix-layout" },
  { call: "standardrb", writes: "--fix --fix-unsafely" },
  { call: "php-cs-fixer", subs: "fix", looks: "--dry-run" },
  { call: "pint", looks: "--test" },
  { call: "phpcbf" },
  { call: "rector", subs: "process", looks: "--dry-run -n" },
  { call: "clang-format", writes: "-i" },
  { call: "shfmt", writes: "-w --write" },
  { call: "terraform", subs: "fmt", looks: "-check --check" },
  { call: "tofu", subs: "fmt", looks: "-check --check" },
  { call: "dotnet", subs: "format", looks: "--verify-no-changes" },
  { call: "swiftformat", looks: "--lint" },
  { call: "ktlint", writes: "-F --format" },
  { call: "google-java-format", writes: "-i --replace" },
  { call: "mix", subs: "format", looks: "--check-formatted" },
  { call: "deno", subs: "fmt", looks: "--check" },
  { call: "zig", subs: "fmt", looks: "--check" },
  { call: "dart", subs: "format" },
  { call: "taplo", subs: "fmt format", looks: "--check" },
  { call: "stylua", looks: "--check" },
  { call: "markdownlint", writes: "--fix -f" },
  { call: "markdownlint-cli2", writes: "--fix" },
  { call: "sqlfluff", subs: "fix format" },
  { call: "djlint", writes: "--reformat" },
];

export const WRITTEN_FORMATTERS: string = writtenByName(FORMATTERS, programOf);
