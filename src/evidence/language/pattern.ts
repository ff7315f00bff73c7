/** What the tables need of an expression. */
export type Pattern = Pick<RegExp, "test" | "exec">;
