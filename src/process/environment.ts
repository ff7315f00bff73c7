/** Variables with our own model keys. A command's output goes to a model, so commands must not see them. */
const OUR_KEYS = new Set([
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "OPENAI_API_KEY",
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GOOGLE_VERTEX_API_KEY",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "XAI_API_KEY",
  "OPENROUTER_API_KEY",
]);

/** Makes programs print plainly and ask nobody; Node warns where FORCE_COLOR stands beside it. */
const QUIET = { TERM: "dumb", NO_COLOR: "1", PAGER: "cat", GIT_PAGER: "cat", GIT_TERMINAL_PROMPT: "0" };

/** The environment for commands: the user's, without our keys. Settings may name more variables with keys. */
export function commandEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  moreKeys: readonly string[] = [],
): Record<string, string> {
  const ours = new Set([...OUR_KEYS, ...moreKeys.map((name) => name.toUpperCase())]);
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const written = name.toUpperCase();
    if (written === "FORCE_COLOR") continue;
    if (value !== undefined && !written.startsWith("COX_") && !ours.has(written)) result[name] = value;
  }
  return { ...result, ...QUIET };
}

/** What toolchains need to find themselves, their caches and the network; no tokens or keys. */
const PASSED = [
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|XDG_\w+|CC|CXX)$/i,
  /^(?:SYSTEMROOT|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMFILES.*|DOTNET_\w+|NUGET_PACKAGES)$/i,
  /^(?:(?:HTTPS?|ALL|NO)_PROXY|SSL_CERT_(?:FILE|DIR)|MISE_\w+|ASDF_\w+)$/i,
  /^(?:NODE_EXTRA_CA_CERTS|NVM_\w+|FNM_\w+|VOLTA_HOME|PNPM_HOME|BUN_INSTALL|COREPACK_HOME|COMPOSER_HOME)$/i,
  /^(?:VIRTUAL_ENV|CONDA_PREFIX|PYENV_\w+|UV_CACHE_DIR|PYTHONPATH|GEM_(?:HOME|PATH)|BUNDLE_(?:PATH|GEMFILE)|RBENV_\w+)$/i,
  /^(?:CARGO_HOME|RUSTUP_\w+|GOROOT|GOPATH|GOMODCACHE|GOCACHE|GOFLAGS|GOPROXY)$/i,
  /^(?:JAVA_HOME|MAVEN_HOME|M2_HOME|GRADLE_(?:HOME|USER_HOME)|ANDROID_(?:HOME|SDK_ROOT))$/i,
];
const SECRET = /TOKEN|SECRET|PASSWORD|CREDENTIAL|API_?KEY|AUTH/i;

/** The environment for checks: only listed variables, because the output is stored and shown. */
export function checkEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const passed = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && isPassed(entry[0]),
  );
  return { ...Object.fromEntries(passed), ...QUIET };
}

function isPassed(name: string): boolean {
  return PASSED.some((names) => names.test(name)) && !SECRET.test(name);
}
