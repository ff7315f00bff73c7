import { asList, asRecord, asText, asWord } from "../text/loose.ts";

/** Absent without a list, or with tasks only that run for ever: then the agent's own words tell whether it waits. */
export function awaitedTasks(listed: unknown): { readonly backgroundTasks?: number } {
  if (!Array.isArray(listed)) return {};
  const awaited = asList(listed)
    .slice(0, MOST_TASKS)
    .filter((task) => !runsOn(task)).length;
  return awaited > 0 || listed.length === 0 ? { backgroundTasks: awaited } : {};
}

/** One that is awaited among so many is enough. */
const MOST_TASKS = 1000;

/** True for a development server or a watcher: waiting for it would keep us silent for the whole session. */
function runsOn(task: unknown): boolean {
  const { type, command } = asRecord(task) ?? {};
  return asWord(type) === "shell" && SERVERS.some((server) => server.test(lastProgram(asText(command) ?? "")));
}

/** The program that a line ends with and waits for (`PORT=3000 npx vite > log 2>&1 &`); empty when unclear. */
function lastProgram(line: string): string {
  const kept = line.slice(-MOST).replaceAll(OUTPUT, " ").trimEnd().replace(/&$/, "");
  if (/(?<!&)&(?!&)/.test(kept)) return "";
  const [last = ""] = /[^;&|\n]*$/.exec(kept) ?? [];
  return last.trim().replace(BEFORE, "");
}

const MOST = 500;
const OUTPUT = /\d?>&\d|[\d&]?>>? ?[^\s;&|]+|\| ?tee [^;&|\n]+/g;
const BEFORE =
  /^(?:\w+=\S* |(?:sudo|env|nohup|exec|time|npx|bunx|pnpx|pnpm exec|yarn exec|uv run|poetry run|bundle exec) )+/;

const SERVERS = [
  /^(?:npm|pnpm|yarn|bun|deno|just|make)(?: --?\S+(?: [^\s-]\S*)?)*?(?: run| task)? (?:dev|start|serve|server|preview|watch|storybook)(?::\w+)?(?: |$)/,
  /^(?:vite|nodemon|http-server|live-server|json-server|webpack-dev-server|uvicorn|gunicorn|hypercorn|air)(?! (?:build|optimize|--version))(?: |$)/,
  /^(?:next|nuxt|nuxi|astro|remix|gatsby|wrangler|vercel|netlify|expo|ng|vue-cli-service|webpack|hugo|jekyll|mkdocs|foreman|overmind) (?:dev|develop|start|serve|server)(?: |$)/,
  /^(?:\S*\/)?(?:rails (?:s|server)|bin\/dev|php artisan serve|php -S|mix phx\.server|flask (?:--?\S+(?: \S+)? )*run)(?: |$)/,
  /^(?:\S*\/)?python[\d.]* (?:-m http\.server|(?:\S*\/)?manage\.py runserver)(?: |$)/,
  /^(?:tsx|node|bun|cargo|dotnet|tsc|vitest|jest|rollup|esbuild|tailwindcss|sass) (?:\S+ )*(?:--watch|watch|-w)(?: |$)/,
  /^docker[ -]compose (?:-f \S+ )?up(?!.* (?:-d|--detach|--abort-on-container-exit))(?: |$)/,
  /^tail (?:-\w*[fF]|--follow)/,
];
