import type { Verdict } from "../verdict.ts";
import { neutralise } from "../neutralise.ts";

/** Enough for one finding: a sentence with what it quotes. */
const LONGEST_FINDING = 500;
const LONGEST = 1200;

/**
 * The verdict in plain words. They go to an agent in the person's name, and they quote a path, a command or the
 * agent's own words. None of that may control a terminal, hide letters, start a paragraph of its own or look like
 * another speaker's turn.
 */
export function sayPlainly(verdict: Verdict): Verdict {
  const findings = verdict.findings.map((finding) => {
    const message = plainWords(finding.message, LONGEST_FINDING);
    return message === finding.message ? finding : { ...finding, message };
  });
  const message = verdict.findings.reduce(
    (said, { message: raw }, index) => said?.replace(raw, () => findings[index]?.message ?? "") ?? null,
    verdict.message,
  );
  return { ...verdict, message: message === null ? null : plainWords(message, LONGEST), findings };
}

function plainWords(text: string, longest: number): string {
  const plain = neutralise(text).replaceAll(BREAK, " ").replaceAll(SOMEBODYS_TURN, " ");
  if (plain.length <= longest) return plain;
  return `${plain.slice(0, longest - END)}…${plain.slice(1 - END)}`.toWellFormed();
}

/** How much of the end is kept: it says what to do. */
const END = 150;
const BREAK = /[\n\t]\s*/g;

/** Tags and labels with which agents mark who is speaking. */
const SOMEBODYS_TURN =
  /<\/?(?:system|user|human|assistant|developer|tool|function|invoke|antml)(?:[-_:]\w{1,40})*(?:\s[^<>]{0,200})?>|\[\/?(?:INST|SYS)\]|<\|[^|<>]{0,60}\|>/gi;
