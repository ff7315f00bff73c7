import type { Query } from "./records/database.ts";
import { type Scope, type Token, findToken } from "./records/tokens.ts";

/** A token of this team reads those of all teams; what is reported with it belongs to `DEFAULT_TEAM`. */
export const ALL_TEAMS = "*";
export const DEFAULT_TEAM = "default";

/** What the routes know of whoever asks. */
export interface Env {
  Variables: { token: Token };
}

export type Entry =
  | { readonly type: "open"; readonly token: Token }
  | { readonly type: "closed"; readonly status: 401 | 403 | 429; readonly why: string };

export interface Access {
  /** Whether a token opens the door of this scope; `from` is the address that asks. */
  enter(text: string | undefined, scope: Scope, from: string): Promise<Entry>;
}

export interface AccessOptions {
  readonly query: Query;
  readonly clock?: () => number;
  /** Most requests a second with one token, and a minute without a valid one from one address. */
  readonly perSecond?: number;
  readonly wrongPerMinute?: number;
}

/** A token that was taken back is refused after this long at the latest. */
const KNOWN_FOR_MS = 5000;

export function createAccess({
  query,
  clock = Date.now,
  perSecond = 2000,
  wrongPerMinute = 30,
}: AccessOptions): Access {
  const known = new Map<string, { readonly token: Token; readonly until: number }>();
  const requests = createLimiter(perSecond, 1000, clock);
  const wrong = createLimiter(wrongPerMinute, 60_000, clock);

  async function tokenOf(text: string): Promise<Token | undefined> {
    const remembered = known.get(text);
    if (remembered && remembered.until > clock()) return remembered.token;
    const token = await findToken(query, text);
    known.delete(text);
    if (known.size >= MOST_KNOWN) known.clear();
    if (token) known.set(text, { token, until: clock() + KNOWN_FOR_MS });
    return token;
  }

  return {
    async enter(text, scope, from) {
      const token = text === undefined || text.length > LONGEST_TOKEN ? undefined : await tokenOf(text);
      // Right ones always pass: behind a proxy, everybody has the same address.
      if (!token && !wrong.take(from))
        return { type: "closed", status: 429, why: "too many requests without a valid token" };
      if (!token) return { type: "closed", status: 401, why: "a valid token is needed" };
      if (!token.scopes.includes(scope))
        return { type: "closed", status: 403, why: `the token has no scope "${scope}"` };
      if (!requests.take(token.id)) return { type: "closed", status: 429, why: "too many requests with this token" };
      return { type: "open", token };
    },
  };
}

const MOST_KNOWN = 10_000;
const LONGEST_TOKEN = 200;

/** The team whose data a token may read; undefined means all. */
export function teamToRead({ team }: Token): string | undefined {
  return team === ALL_TEAMS ? undefined : team;
}

export function teamToReport({ team }: Token): string {
  return team === ALL_TEAMS ? DEFAULT_TEAM : team;
}

/** So many in a span of time, for each name. */
export function createLimiter(most: number, spanMs: number, clock: () => number) {
  const spans = new Map<string, { readonly start: number; taken: number }>();
  const spanOf = (name: string) => {
    const span = spans.get(name);
    // Also where the clock was put back.
    if (span && Math.abs(clock() - span.start) < spanMs) return span;
    if (spans.size >= MOST_KNOWN) spans.clear();
    const fresh = { start: clock(), taken: 0 };
    spans.set(name, fresh);
    return fresh;
  };
  return {
    /** False when there were as many already. */
    take(name: string): boolean {
      const span = spanOf(name);
      span.taken += 1;
      return span.taken <= most;
    },
  };
}
