/** Our own agent, among the hosts whose sessions are kept. */
export const OWN_HOST = "coxswain";
