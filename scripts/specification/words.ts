import { COMPANY_LITERALS } from "./companies";
import { JOB_LITERALS } from "./jobs";
import type { Literal } from "./literal";

/** Every label, message and name that may not change. */
export const LITERALS: readonly Literal[] = [...JOB_LITERALS, ...COMPANY_LITERALS];
