/**
 * For git on a repository of somebody else: an object that is missing would be asked for where its settings say, by a
 * program that they name. An old git knows only the first of the two ways to forbid it, and a new one need not even try.
 */
export const NO_FETCH = { GIT_ALLOW_PROTOCOL: "", GIT_NO_LAZY_FETCH: "1" } as const;
