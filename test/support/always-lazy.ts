import { LazyPattern } from "../../src/patterns/lazy-pattern.ts";

/** A process of tests lives long; here no pattern is ever made as a whole. */
LazyPattern.patience = Infinity;
