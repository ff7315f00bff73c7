import * as z from "zod/mini";
import { fromJson } from "../../text/json.ts";
import { hexFingerprint } from "../../thread/fingerprint.ts";
import type { Query } from "./database.ts";

/** What a team asks of its machines. Each may be stricter by itself, never laxer in what leaves it. */
export const Policy = z.object({
  /** The words of decisions, redacted, of those machines that joined with `--content`. */
  content: z._default(z.boolean(), false),
});
export type Policy = z.infer<typeof Policy>;

export const NO_POLICY: Policy = { content: false };

export async function readPolicy(query: Query, team: string): Promise<Policy> {
  const [row] = await query("SELECT body FROM policy WHERE team = ?", [team]);
  const policy = Policy.safeParse(row && fromJson(String(row["body"])));
  return policy.success ? policy.data : NO_POLICY;
}

export async function writePolicy(query: Query, team: string, policy: Policy, now: Date): Promise<void> {
  await query(
    `INSERT INTO policy (team, body, changed_at) VALUES (?, ?, ?)
     ON CONFLICT (team) DO UPDATE SET body = excluded.body, changed_at = excluded.changed_at`,
    [team, JSON.stringify(policy), now.toISOString()],
  );
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
