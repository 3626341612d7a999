import type { Database } from "#db/client.server";
import { countTries } from "./rate-limit.server";

/** Buckets that count failed sign-ins for all accounts together; site operators read them. */
export const SIGN_INS = { refused: "sign-ins-refused", stopped: "sign-ins-stopped" } as const;

/** Count a sign-in that was refused or stopped. There is no limit on all accounts together: anyone could reach it. */
export const countSignIn = (db: Database, now: Date, outcome: keyof typeof SIGN_INS): Promise<void> =>
  countTries(db, now, [{ limit: Number.MAX_SAFE_INTEGER, bucket: SIGN_INS[outcome] }]);
