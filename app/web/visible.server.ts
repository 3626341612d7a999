import type { CompanyActor } from "./actor";
import type { ReadCtx } from "./procedure";
import type { Call } from "./run-procedure.server";

/** Return a context that can only read, from a company user's call, for a feature's read functions. */
export const toReadContext = (call: Call): ReadCtx => ({
  read: call.db.read,
  actor: call.actor as CompanyActor,
  now: call.now,
});
