export type Dialect = "sqlite" | "postgres";

interface Types {
  readonly key: string;
  readonly whole: string;
  readonly decimal: string;
  /** What stands behind the columns of a table. */
  readonly end: string;
}

const TYPES: Record<Dialect, Types> = {
  sqlite: { key: "INTEGER PRIMARY KEY", whole: "INTEGER", decimal: "REAL", end: ") STRICT;" },
  postgres: {
    key: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    whole: "BIGINT",
    decimal: "DOUBLE PRECISION",
    end: ");",
  },
};

/** Counts of the decisions of one day, one repository, one agent and its model. Views read these, never all reports. */
export const DAILY_COUNTS = [
  "stops",
  "corrections",
  "spoken",
  "shadow",
  "blocked",
  "unchecked",
  "asked_model",
  "claims_shown",
  "claims_contradicted",
  "claims_open",
  "code_turns",
  "no_check",
  "met",
  "unmet",
  "marked_right",
  "marked_wrong",
  "duration_ms",
] as const;

export const USAGE_COUNTS = ["calls", "input_tokens", "output_tokens", "cached_tokens", "unpriced"] as const;

/** Of one session on one day, as the agent itself told of it. */
export const HEARD_COUNTS = ["requests", "input_tokens", "output_tokens", "cached_tokens", "unpriced"] as const;

/** Step N leads from version N-1 to N. Released steps never change: another server may still run the one before. */
export function migrationsFor(dialect: Dialect): readonly string[] {
  return STEPS.map((step) => step(TYPES[dialect]));
}

const STEPS: readonly ((types: Types) => string)[] = [
  ({ key, whole, decimal, end }) => `
  CREATE TABLE reports (
    key ${key},
    team TEXT NOT NULL,
    machine TEXT NOT NULL,
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    received_at TEXT NOT NULL,
    repository TEXT NOT NULL,
    agent TEXT NOT NULL,
    model TEXT NOT NULL,
    verdict TEXT NOT NULL,
    judge TEXT NOT NULL,
    finding TEXT,
    no_check ${whole} NOT NULL,
    mark TEXT,
    marked_at TEXT,
    body TEXT NOT NULL,
    UNIQUE (team, machine, id)
  ${end}
  CREATE INDEX reports_by_time ON reports (at, key);
  CREATE INDEX reports_by_verdict ON reports (verdict, at, key);
  CREATE INDEX reports_by_team ON reports (team, at, key);
  CREATE INDEX reports_by_repository ON reports (repository, at, key);
  CREATE INDEX reports_by_agent ON reports (agent, at, key);
  CREATE INDEX reports_by_model ON reports (model, at, key);
  CREATE INDEX reports_by_finding ON reports (finding, at, key) WHERE finding IS NOT NULL;
  CREATE INDEX reports_without_check ON reports (at, key) WHERE no_check = 1;
  CREATE INDEX reports_with_mark ON reports (at, key) WHERE mark IS NOT NULL;

  CREATE TABLE daily (
    day TEXT NOT NULL,
    team TEXT NOT NULL,
    repository TEXT NOT NULL,
    agent TEXT NOT NULL,
    model TEXT NOT NULL,
    ${DAILY_COUNTS.map((name) => `${name} ${whole} NOT NULL`).join(",\n    ")},
    PRIMARY KEY (day, team, repository, agent, model)
  ${end}

  CREATE TABLE daily_findings (
    day TEXT NOT NULL,
    team TEXT NOT NULL,
    repository TEXT NOT NULL,
    agent TEXT NOT NULL,
    model TEXT NOT NULL,
    finding TEXT NOT NULL,
    raised ${whole} NOT NULL,
    marked_right ${whole} NOT NULL,
    marked_wrong ${whole} NOT NULL,
    PRIMARY KEY (day, team, repository, agent, model, finding)
  ${end}

  CREATE TABLE daily_usage (
    day TEXT NOT NULL,
    team TEXT NOT NULL,
    repository TEXT NOT NULL,
    agent TEXT NOT NULL,
    model TEXT NOT NULL,
    observer TEXT NOT NULL,
    operation TEXT NOT NULL,
    ${USAGE_COUNTS.map((name) => `${name} ${whole} NOT NULL`).join(",\n    ")},
    cost ${decimal} NOT NULL,
    PRIMARY KEY (day, team, repository, agent, model, observer, operation)
  ${end}

  CREATE TABLE machines (
    team TEXT NOT NULL,
    machine TEXT NOT NULL,
    first_at TEXT NOT NULL,
    last_at TEXT NOT NULL,
    reports ${whole} NOT NULL,
    engine TEXT NOT NULL,
    PRIMARY KEY (team, machine)
  ${end}

  CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    team TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at TEXT NOT NULL,
    revoked_at TEXT
  ${end}

  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts ${whole} NOT NULL,
    due_at ${whole} NOT NULL,
    lease TEXT NOT NULL,
    why TEXT
  ${end}
  CREATE INDEX jobs_by_time ON jobs (due_at, id) WHERE state = 'open';

  CREATE TABLE policy (
    team TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    changed_at TEXT NOT NULL
  ${end}

  CREATE TABLE audit_log (
    key ${key},
    at TEXT NOT NULL,
    token TEXT NOT NULL,
    action TEXT NOT NULL,
    detail TEXT NOT NULL
  ${end}
  `,
  ({ whole, decimal, end }) => `
  CREATE TABLE asked (
    team TEXT NOT NULL,
    day TEXT NOT NULL,
    calls ${whole} NOT NULL,
    input_tokens ${whole} NOT NULL,
    output_tokens ${whole} NOT NULL,
    cost ${decimal} NOT NULL,
    PRIMARY KEY (team, day)
  ${end}
  `,
  // Step 4: what agents tell of themselves, by session as long as a hook may still tell of it, then by day.
  ({ whole, decimal, end }) => `
  CREATE TABLE heard (
    team TEXT NOT NULL,
    key TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (team, key)
  ${end}

  CREATE TABLE hooked_sessions (
    team TEXT NOT NULL,
    session TEXT NOT NULL,
    day TEXT NOT NULL,
    PRIMARY KEY (team, session)
  ${end}

  CREATE TABLE daily_sessions (
    day TEXT NOT NULL,
    team TEXT NOT NULL,
    agent TEXT NOT NULL,
    model TEXT NOT NULL,
    session TEXT NOT NULL,
    ${HEARD_COUNTS.map((name) => `${name} ${whole} NOT NULL`).join(",\n    ")},
    cost ${decimal} NOT NULL,
    PRIMARY KEY (day, team, agent, model, session)
  ${end}

  CREATE TABLE daily_heard (
    day TEXT NOT NULL,
    team TEXT NOT NULL,
    agent TEXT NOT NULL,
    model TEXT NOT NULL,
    hooked ${whole} NOT NULL,
    sessions ${whole} NOT NULL,
    ${HEARD_COUNTS.map((name) => `${name} ${whole} NOT NULL`).join(",\n    ")},
    cost ${decimal} NOT NULL,
    PRIMARY KEY (day, team, agent, model, hooked)
  ${end}

  CREATE VIEW all_heard AS
    SELECT day, team, agent, model, hooked, sessions, ${HEARD_COUNTS.join(", ")}, cost FROM daily_heard
    UNION ALL
    SELECT told.day, told.team, told.agent, told.model, CASE WHEN hooked.session IS NULL THEN 0 ELSE 1 END,
      CASE told.session WHEN '' THEN 0 ELSE 1 END, ${HEARD_COUNTS.join(", ")}, cost
    FROM daily_sessions AS told
    LEFT JOIN hooked_sessions AS hooked ON hooked.team = told.team AND hooked.session = told.session;
  `,
];
