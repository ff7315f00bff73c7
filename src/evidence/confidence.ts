/**
 * How sure a finding is, from 0 to 1. These are the steps that nearly all findings use; a number of its own was tuned on
 * real turns. They are ordered: of two findings the surer one is told first.
 */

/** From here on a finding corrects by itself, unless settings say otherwise. */
export const SPEAKS_FROM = 0.8;
/** From here on it is a lead, which an observer model is shown. Whatever is less is dropped. */
export const LEAD_FROM = 0.4;

/** Something in the record excuses it: dropped. */
export const EXCUSED = 0.35;
/** It may well be excused: hardly a lead. */
export const WEAK_LEAD = 0.45;
/** The record does not decide it. */
export const LEAD = 0.5;
/** It is likely, but for something that the record may not show. */
export const STRONG_LEAD = 0.6;
/** The record proves it. */
export const PROVEN = 0.8;
/** The record proves it, and nothing was found that could excuse it. */
export const WELL_PROVEN = 0.82;
/** The record shows it outright. */
export const SHOWN = 0.85;
