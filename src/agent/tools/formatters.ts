/** A formatter that we can call: it reads the text on stdin and writes it formatted to stdout. */
export interface Formatter {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly configFiles: readonly string[];
  readonly mention?: { readonly file: string; readonly pattern: RegExp };
  /** Where its program is searched below a directory of the project; if not there, on the PATH. */
  readonly directories: readonly string[];
  /** True for the one standard formatter of a language, which is used without any configuration. */
  readonly standard?: boolean;
  readonly parameters: (file: string) => readonly string[];
}

const WEB = [".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".json", ".jsonc", ".css"];
const MARKUP = [".html", ".vue", ".scss", ".less", ".md", ".mdx", ".yaml", ".yml", ".graphql", ".svelte"];
const PYTHON = [".py", ".pyi"];
const NODE_PROGRAMS = ["node_modules/.bin"];
const PYTHON_PROGRAMS = [".venv/bin", "venv/bin"];

/** In the order in which they are tried. Only these programs are ever run; no text of a model becomes a command. */
export const FORMATTERS: readonly Formatter[] = [
  {
    name: "oxfmt",
    extensions: [...WEB, ...MARKUP],
    configFiles: [".oxfmtrc.json", ".oxfmtrc.jsonc"],
    directories: NODE_PROGRAMS,
    parameters: (file) => [`--stdin-filepath=${file}`],
  },
  {
    name: "biome",
    extensions: [...WEB, ".graphql", ".html", ".vue", ".svelte"],
    configFiles: ["biome.json", "biome.jsonc"],
    directories: NODE_PROGRAMS,
    parameters: (file) => ["format", `--stdin-file-path=${file}`],
  },
  {
    name: "prettier",
    extensions: [...WEB, ...MARKUP],
    configFiles: [
      ...["", ".json", ".yaml", ".yml", ".toml", ".js", ".cjs", ".mjs", ".ts"].map((end) => `.prettierrc${end}`),
      ...[".js", ".cjs", ".mjs", ".ts"].map((end) => `prettier.config${end}`),
    ],
    mention: { file: "package.json", pattern: /"prettier"\s*:\s*[{"]/ },
    directories: NODE_PROGRAMS,
    parameters: (file) => [`--stdin-filepath=${file}`],
  },
  {
    name: "ruff",
    extensions: PYTHON,
    configFiles: ["ruff.toml", ".ruff.toml"],
    mention: { file: "pyproject.toml", pattern: /^\[tool\.ruff/m },
    directories: PYTHON_PROGRAMS,
    parameters: (file) => ["format", `--stdin-filename=${file}`, "-"],
  },
  {
    name: "black",
    extensions: PYTHON,
    configFiles: [],
    mention: { file: "pyproject.toml", pattern: /^\[tool\.black/m },
    directories: PYTHON_PROGRAMS,
    parameters: (file) => ["--quiet", `--stdin-filename=${file}`, "-"],
  },
  {
    name: "gofmt",
    extensions: [".go"],
    configFiles: ["go.mod"],
    directories: [],
    standard: true,
    parameters: () => [],
  },
  {
    name: "rustfmt",
    extensions: [".rs"],
    configFiles: ["rustfmt.toml", ".rustfmt.toml"],
    mention: { file: "Cargo.toml", pattern: /^\[(?:package|workspace)\]/m },
    directories: [],
    standard: true,
    parameters: () => ["--emit=stdout"],
  },
];
