/** The variables our own model access may come from. What a command prints goes to a model, so it must not see them. */
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

/** Programs then print plainly and ask nobody. */
const QUIET = { TERM: "dumb", NO_COLOR: "1", PAGER: "cat", GIT_PAGER: "cat", GIT_TERMINAL_PROMPT: "0" };

/** The environment that commands get: the user's, without our keys unless the user asks to pass one on. */
export function commandEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  pass: readonly string[] = [],
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const ours = name.toUpperCase().startsWith("COX_") || OUR_KEYS.has(name.toUpperCase());
    if (value !== undefined && (!ours || pass.includes(name))) result[name] = value;
  }
  return { ...result, ...QUIET };
}
