/**
 * For git in somebody else's repository: a missing object would be fetched from where its settings say, by a program
 * that they name. Old versions of git know only the first of these two ways to forbid it; newer ones need not even
 * try.
 */
export const NO_FETCH = { GIT_ALLOW_PROTOCOL: "", GIT_NO_LAZY_FETCH: "1" } as const;
