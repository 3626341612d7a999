import type { CompanyActor } from "./actor";
import type { Call } from "./perform.server";
import type { Reading } from "./procedure";

/** A call of a company's person as the context that a feature's readers take; it cannot write. */
export const visibleCtx = (call: Call): Reading => ({
  read: call.db.read,
  actor: call.actor as CompanyActor,
  now: call.now,
});
