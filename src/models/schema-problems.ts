import type * as z from "zod/mini";

/** What does not fit a schema, in words; the small zod has no messages of its own. */
export function schemaProblems(error: z.core.$ZodError): string {
  return error.issues.map((issue) => [...place(issue), problemOf(issue)].join(": ")).join("; ");
}

/** The path of a problem; empty when it is about the whole value. */
function place({ path }: z.core.$ZodIssue): string[] {
  return path.length === 0 ? [] : [path.join(".")];
}

function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${issue.expected}`;
    case "invalid_value":
      return `expected ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "unrecognized_keys":
      return `there is no key ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
    case "too_small":
      return `expected at least ${issue.minimum}`;
    case "too_big":
      return `expected at most ${issue.maximum}`;
    case "invalid_union":
      return [...new Set(issue.errors.flat().map(problemOf))].join(" or ").replaceAll(" or expected ", " or ");
    default:
      return "does not fit";
  }
}
