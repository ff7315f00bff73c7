import * as z from "zod/mini";
import { fromJson } from "../../text/json.ts";
import { shortText, whyUnanswered } from "../../text/answer.ts";

export type Met =
  | { readonly type: "met"; readonly team: string; readonly version: string }
  | { readonly type: "failed"; readonly why: string };

const Answer = z.object({ service: z.literal("coxswain"), version: z.string(), team: z.string() });
const LONGEST_MS = 10_000;

/** Whether there is a service at an address that takes reports with this token. */
export async function introduce(url: string, token: string): Promise<Met> {
  try {
    const response = await fetch(new URL("/v1/membership", url), {
      headers: { Authorization: `Bearer ${token}` },
      redirect: "error",
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    if (response.status === 401) return { type: "failed", why: `${url} does not know this token` };
    if (response.status === 403) return { type: "failed", why: "this token has no scope to report" };
    const answer = Answer.safeParse(fromJson(await shortText(response)));
    if (!answer.success) return { type: "failed", why: `what answers at ${url} is no Coxswain service` };
    return { type: "met", team: answer.data.team, version: answer.data.version };
  } catch (error) {
    return { type: "failed", why: `${url} did not answer: ${whyUnanswered(error)}` };
  }
}
