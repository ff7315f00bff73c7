import { CONTENT, type Policy, parsePolicy } from "../../config/policy.ts";
import { fromJson } from "../../text/json.ts";
import { hexFingerprint } from "../../text/strings.ts";
import type { Query } from "./database.ts";

export interface SetPolicy {
  readonly policy: Policy;
  /** Null where none was ever set. */
  readonly since: string | null;
}

/** A key of a newer version, which this one does not know, is left out. */
export async function readPolicy(query: Query, team: string): Promise<SetPolicy> {
  const [row] = await query("SELECT body, changed_at FROM policy WHERE team = ?", [team]);
  const parsed = parsePolicy(row && fromJson(String(row["body"])));
  return { policy: parsed?.policy ?? { [CONTENT]: false }, since: row ? String(row["changed_at"]) : null };
}

/** On record with who did it. */
export async function writePolicy(
  query: Query,
  { team, policy, by, now }: { team: string; policy: Policy; by: string; now: Date },
): Promise<void> {
  await query(
    `INSERT INTO policy (team, body, changed_at) VALUES (?, ?, ?)
     ON CONFLICT (team) DO UPDATE SET body = excluded.body, changed_at = excluded.changed_at`,
    [team, JSON.stringify(policy), now.toISOString()],
  );
  await noteChange(query, by, "policy", `${team}: ${JSON.stringify(policy)}`, now);
}

/** The same for the same policy, on every server. */
export function etagOf(policy: Policy): string {
  return `"${hexFingerprint(JSON.stringify(policy))}"`;
}

/** Who changed what; never what was reported. */
export async function noteChange(
  query: Query,
  token: string,
  action: string,
  detail: string,
  now: Date,
): Promise<void> {
  await query("INSERT INTO audit_log (at, token, action, detail) VALUES (?, ?, ?, ?)", [
    now.toISOString(),
    token,
    action,
    detail.slice(0, 300),
  ]);
}

export async function listChanges(query: Query): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return query("SELECT at, token, action, detail FROM audit_log ORDER BY key DESC LIMIT 500");
}
