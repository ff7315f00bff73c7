import type { Asked, Reply } from "../support/provider-server/reply.ts";
import { standingOf } from "./conversation.ts";
import { type Story, TASK } from "./stories.ts";
import { callFor } from "./toolbox.ts";

/**
 * The model that tells a story through whatever agent asks. It remembers nothing: the page is found from the
 * conversation in each request, so retries, resumed sessions and questions on the side cannot bring it out of step.
 */
export function scriptedAgent(story: Story, workspace: string, task = TASK): (asked: Asked) => Reply {
  return (asked) => {
    const standing = standingOf(asked, task);
    if (!standing) return { type: "answer", text: [asideFor(asked)], usage: { input: 10, output: 5 } };
    const { objections, calls, callsInAll } = standing;
    const chapter = story.chapters[Math.min(objections.length, story.chapters.length - 1)];
    if (!chapter) throw new Error("a story without chapters");
    const deed = chapter.deeds[calls];
    const id = `s${objections.length}c${callsInAll}`;
    const usage = { input: 1000 + 100 * callsInAll, output: 50 };
    if (!deed && chapter.closing === undefined) return { type: "silence" };
    if (!deed) return { type: "answer", id, text: closingPieces(chapter.closing ?? ""), usage };
    return { type: "answer", id, calls: [callFor(deed, asked, workspace, `call_${id}`)], usage };
  };
}

/** Titles and summaries want a few words; a request for JSON gets an object. */
function asideFor(asked: Asked): string {
  const wantsJson = asked.said.some((said) => /\bjson\b/i.test(said.text ?? ""));
  return wantsJson ? '{"title":"Median","isNewTopic":false}' : "Median";
}

function closingPieces(closing: string): string[] {
  const middle = closing.indexOf(" ") + 1;
  return [closing.slice(0, middle), closing.slice(middle)];
}
