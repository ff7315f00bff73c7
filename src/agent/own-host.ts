/** The name of our own agent as a host of sessions. */
export const OWN_HOST = "coxswain";
