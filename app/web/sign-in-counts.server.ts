import type { Database } from "#db/client.server";
import { countTries } from "./rate-limit.server";

/** Buckets that count failed sign-ins of all accounts together, for site operators. */
export const FAILED_SIGN_IN_BUCKETS = { refused: "sign-ins-refused", stopped: "sign-ins-stopped" } as const;

/**
 * Count a sign-in that was refused or stopped by a limit. The total of all accounts has no limit, because anyone could
 * exhaust it.
 */
export const countFailedSignIn = (
  db: Database,
  now: Date,
  outcome: keyof typeof FAILED_SIGN_IN_BUCKETS,
): Promise<void> =>
  countTries(db, now, [{ limit: Number.MAX_SAFE_INTEGER, bucket: FAILED_SIGN_IN_BUCKETS[outcome] }]);
