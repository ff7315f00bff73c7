import type * as z from "zod/mini";

/** What does not fit a schema, in words; the small zod leaves the wording to us. */
export function schemaProblems(error: z.core.$ZodError): string {
  return error.issues.map((issue) => `${issue.path.join(".") || "(all)"}: ${problemOf(issue)}`).join("; ");
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
    default:
      return "does not fit";
  }
}
