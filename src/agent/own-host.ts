export const OWN_HOST = "coxswain";
