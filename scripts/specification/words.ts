import { COMPANIES } from "./companies";
import { JOBS } from "./jobs";
import type { Literal } from "./literal";

/** Every label, message and name that may not change. */
export const LITERALS: readonly Literal[] = [...JOBS, ...COMPANIES];
