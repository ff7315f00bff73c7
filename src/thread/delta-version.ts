/** The version that every delta is written with. An older one needs a migration; a newer one is an error. */
export const DELTA_VERSION = 1;
