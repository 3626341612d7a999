import type { CompanyActor } from "./actor";
import type { Call } from "./perform.server";
import type { Ctx } from "./procedure";

/** A call of a company's person as the context that a feature's readers take; it cannot commit. */
export function visibleCtx(call: Call): Ctx<CompanyActor> {
  return {
    read: call.db.read,
    write: call.db.write,
    actor: call.actor as CompanyActor,
    now: call.now,
    address: call.address,
    commit: () => Promise.reject(new Error("A reader does not commit.")),
    count: async () => {},
    apart: () => Promise.reject(new Error("A reader does not commit.")),
  };
}
