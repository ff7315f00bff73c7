import { createHash, randomBytes } from "node:crypto";
import type { Query } from "./database.ts";

export const SCOPES = ["report", "ask", "read", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** Only its hash is kept, so that a copy of the records opens no door. */
export interface Token {
  readonly id: string;
  readonly name: string;
  /** What comes with it belongs to this team; what is read with it too, unless it is an admin's. */
  readonly team: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
}

export interface NewToken extends Pick<Token, "name" | "team" | "scopes"> {
  readonly now: Date;
}

/** The only time that its text is seen. */
export async function createToken(
  query: Query,
  { name, team, scopes, now }: NewToken,
): Promise<Token & { readonly text: string }> {
  const text = `cox_${randomBytes(24).toString("base64url")}`;
  const id = randomBytes(6).toString("hex");
  const createdAt = now.toISOString();
  await query("INSERT INTO tokens (id, hash, name, team, scopes, created_at) VALUES (?, ?, ?, ?, ?, ?)", [
    id,
    hashOf(text),
    name,
    team,
    scopes.join(" "),
    createdAt,
  ]);
  return { id, name, team, scopes, createdAt, text };
}

/** The token with this text, unless it was taken back. Looked up by its hash: comparing takes no time that tells. */
export async function findToken(query: Query, text: string): Promise<Token | undefined> {
  const [row] = await query("SELECT * FROM tokens WHERE hash = ? AND revoked_at IS NULL", [hashOf(text)]);
  return row && tokenFrom(row);
}

export async function listTokens(query: Query): Promise<readonly Token[]> {
  const rows = await query("SELECT * FROM tokens WHERE revoked_at IS NULL ORDER BY created_at, id");
  return rows.map(tokenFrom);
}

/** False where there is none. */
export async function revokeToken(query: Query, id: string, now: Date): Promise<boolean> {
  const rows = await query("UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL RETURNING id", [
    now.toISOString(),
    id,
  ]);
  return rows.length > 0;
}

function tokenFrom(row: Readonly<Record<string, unknown>>): Token {
  const words = String(row["scopes"]).split(" ");
  return {
    id: String(row["id"]),
    name: String(row["name"]),
    team: String(row["team"]),
    scopes: SCOPES.filter((scope) => words.includes(scope)),
    createdAt: String(row["created_at"]),
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
