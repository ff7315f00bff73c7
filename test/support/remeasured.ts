/** A bound in real time holds for us, not for whoever else uses the machine: it may be measured again. */
export const REMEASURED = { retry: 2 };
