import { COMPANY_LITERALS } from "./companies";
import { JOB_LITERALS } from "./jobs";
import type { Literal } from "./literal";

/** Fixed texts: all labels, messages and names that must not change. */
export const LITERALS: readonly Literal[] = [...JOB_LITERALS, ...COMPANY_LITERALS];
