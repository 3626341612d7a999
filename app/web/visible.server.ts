import type { CompanyActor } from "./actor";
import type { ReadCtx } from "./procedure";
import type { Call } from "./run-procedure.server";

/** Return a company user's call as the context that a feature's readers take; it cannot write. */
export const toReading = (call: Call): ReadCtx => ({
  read: call.db.read,
  actor: call.actor as CompanyActor,
  now: call.now,
});
