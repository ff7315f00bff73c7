import { findInPlaces, type FoundFile } from "../audit/find-transcripts.ts";
import { type Home, transcriptPlaces } from "../audit/places.ts";
import { createFileReader } from "../audit/file-reader.ts";
import type { Config } from "../config.ts";
import { hostNamed } from "../hosts/hosts.ts";
import { evidenceLedger } from "../observer/evidence-ledger.ts";
import { OBSERVER_PROMPT } from "../observer/prompt.ts";
import { renderThread } from "../observer/render/render-thread.ts";
import { loadThread } from "../session/load-thread.ts";
import { composeJudgingBasics } from "./settings.ts";

export interface UsualDay {
  readonly stops: number;
  /** What one of them takes, a closer look now and then included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface UsualDayOptions extends Home {
  readonly config: Config;
  readonly hosts: readonly string[];
  readonly now?: () => number;
}

const DAY_MS = 24 * 3600 * 1000;
const DAYS = 14;
/** Enough for a number of one digit, and read in about a second. */
const MOST_FILES = 20;
const MOST_BYTES = 6_000_000;
const MOST_MS = 1000;
const MOST_RENDERED = 4;
export const CHARACTERS_PER_TOKEN = 4;
/** The schema of the answer, and what a provider adds around it. */
export const OVERHEAD_CHARACTERS = 2000;
export const ANSWER_TOKENS = 150;
/** How often an answer is unsure, and what the closer look adds then: the same prompt again, and what was wanted. */
const CLOSER_SHARE = 0.15;
const CLOSER_TOKENS = 4000;

export function usualDay(options: UsualDayOptions): UsualDay | undefined {
  const { config, hosts, env, now = Date.now } = options;
  const started = now();
  const places = transcriptPlaces(options).filter(({ host }) => hosts.includes(host));
  const { files } = findInPlaces(places);
  const since = started - DAYS * DAY_MS;
  const recent = files.filter(({ mtimeMs }) => mtimeMs >= since).sort((left, right) => right.mtimeMs - left.mtimeMs);
  const { redact: _, ...basics } = composeJudgingBasics({ config, env });
  const read = createFileReader({ settings: { ...basics, threshold: config.evidence.threshold, lowered: [] } });
  const seen = new Set<string>();
  const open: { readonly file: FoundFile; readonly turn: number }[] = [];
  let sampled = 0;
  for (const file of recent.filter(({ size }) => size <= MOST_BYTES).slice(0, MOST_FILES)) {
    if (sampled > 0 && now() - started > MOST_MS) break;
    sampled += 1;
    const result = read({ path: file.path, ...(file.host === undefined ? {} : { host: file.host }) });
    if (result.type !== "read" || result.record.subagent) continue;
    for (const { key, at, look, turn } of result.record.turns) {
      const isOld = at !== undefined && Date.parse(at) < since;
      if (look?.open !== true || isOld || seen.has(key)) continue;
      seen.add(key);
      open.push({ file, turn });
    }
  }
  const lengths = lengthsOf(open, config, () => now() - started > 2 * MOST_MS);
  if (lengths.length === 0) return undefined;
  const oldest = Math.min(...files.map(({ mtimeMs }) => mtimeMs));
  const days = Math.min(DAYS, Math.max(1, Math.ceil((started - oldest) / DAY_MS)));
  const stops = ((open.length / sampled) * recent.length) / days;
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const first = (mean + OBSERVER_PROMPT.length + OVERHEAD_CHARACTERS) / CHARACTERS_PER_TOKEN;
  const closer = config.observer.closerLook.enabled ? CLOSER_SHARE : 0;
  return {
    stops,
    inputTokens: Math.round(first + closer * (first + CLOSER_TOKENS)),
    outputTokens: Math.round(ANSWER_TOKENS * (1 + closer)),
  };
}

function lengthsOf(
  open: readonly { readonly file: FoundFile; readonly turn: number }[],
  config: Config,
  isLate: () => boolean,
): number[] {
  const { rendering, budgetCharacters: budget } = config.observer;
  const every = Math.max(1, Math.floor(open.length / MOST_RENDERED));
  return open
    .filter((_, index) => index % every === 0)
    .slice(0, MOST_RENDERED)
    .flatMap(({ file, turn: number }, index) => {
      if (index > 0 && isLate()) return [];
      try {
        const { thread } = loadThread(file.path, hostNamed(file.host ?? ""));
        const turn = thread.turns[number - 1];
        return turn ? [renderThread(thread, turn, { rendering, budget, ledger: evidenceLedger }).length] : [];
      } catch {
        return [];
      }
    });
}
