import type { Database } from "#db/client.server";
import { countTries } from "./rate-limit.server";

/** Where sign-ins that came to nothing are counted for all accounts together; those who run the site read it. */
export const SIGN_INS = { refused: "sign-ins-refused", stopped: "sign-ins-stopped" } as const;

/** Counts a sign-in that was refused or stopped. No limit is put on all accounts together: anyone could reach it. */
export const countSignIn = (db: Database, now: Date, outcome: keyof typeof SIGN_INS): Promise<void> =>
  countTries(db, now, [{ limit: Number.MAX_SAFE_INTEGER, bucket: SIGN_INS[outcome] }]);
