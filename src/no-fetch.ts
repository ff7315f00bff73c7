/** A missing object would be fetched by a program that the settings name. Old git knows only the first of these. */
export const NO_FETCH = { GIT_ALLOW_PROTOCOL: "", GIT_NO_LAZY_FETCH: "1" } as const;
