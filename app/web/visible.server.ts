import type { CompanyActor } from "./actor";
import type { ReadCtx } from "./procedure";
import type { Call } from "./run-procedure.server";

/** Return the read context of a company user's call, for a feature's readers. It can't write. */
export const toReadContext = (call: Call): ReadCtx => ({
  read: call.db.read,
  actor: call.actor as CompanyActor,
  now: call.now,
});
