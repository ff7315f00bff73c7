import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as z from "zod/mini";
import { fromJson } from "../text/json.ts";
import type { Access } from "./access.ts";

/** Holds the token of whoever opened the dashboard. Scripts cannot read it, and other sites cannot send it. */
export const SESSION_COOKIE = "cox_session";
const DAYS = 30;

const Given = z.object({ token: z.string().check(z.maxLength(200)) });

interface Door {
  readonly access: Access;
  readonly addressOf: (context: Context) => string;
}

/** `POST {token}` opens the dashboard in this browser, `GET` tells as whom, `DELETE` closes it. */
export function sessionRoutes({ access, addressOf }: Door) {
  const enter = async (text: string | undefined, context: Context) => access.enter(text, "read", addressOf(context));
  return new Hono()
    .post("/", async (context) => {
      // Another site shall not open it here as somebody else.
      if (!["same-origin", "none", undefined].includes(context.req.header("Sec-Fetch-Site")))
        return context.json({ error: "another site sent this" }, 403);
      const given = Given.safeParse(fromJson(await context.req.text()));
      const text = given.success ? given.data.token.trim() : undefined;
      const entry = await enter(text, context);
      if (entry.type === "closed" || text === undefined) return context.json({ error: whyNot(entry) }, statusOf(entry));
      setCookie(context, SESSION_COOKIE, text, {
        httpOnly: true,
        sameSite: "Strict",
        path: "/",
        maxAge: DAYS * 24 * 3600,
        secure: isEncrypted(context),
      });
      return context.json(asWhom(entry.token));
    })
    .get("/", async (context) => {
      const entry = await enter(getCookie(context, SESSION_COOKIE), context);
      return entry.type === "open"
        ? context.json(asWhom(entry.token))
        : context.json({ error: entry.why }, entry.status);
    })
    .delete("/", (context) => {
      deleteCookie(context, SESSION_COOKIE, { path: "/" });
      return context.json({ ok: true });
    });
}

/** As the browser sees it; not every proxy tells. */
function isEncrypted({ req }: Context): boolean {
  return /^https\b/.test(req.header("X-Forwarded-Proto") ?? req.header("Origin") ?? "");
}

type Entry = Awaited<ReturnType<Access["enter"]>>;

function asWhom({ name, team, scopes }: Extract<Entry, { type: "open" }>["token"]) {
  return { name, team, scopes };
}

function whyNot(entry: Entry): string {
  return entry.type === "closed" ? entry.why : "a token is needed";
}

function statusOf(entry: Entry): 401 | 403 | 429 {
  return entry.type === "closed" ? entry.status : 401;
}
