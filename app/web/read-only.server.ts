import type { Database } from "#db/client.server";
import { createThrowingClient } from "#db/throwing-client";
import { toReadOnly } from "~/lib/access/crew-permissions";
import type { Actor } from "./actor";
import { forbidden } from "./refusal";
import type { Call } from "./run-procedure.server";

const WHY = "You see what they see. Nothing can be changed from here.";

/** Return the same database for read-only use: every write is refused. */
const readOnly = (db: Database): Database => ({
  read: db.read,
  write: db.write,
  batch: () => Promise.reject(forbidden(WHY)),
  version: () => db.version(),
  ready: () => db.ready(),
  catchUp: () => db.catchUp(),
  freshness: null,
  client: createThrowingClient(WHY),
  close: async () => {},
});

/** Return a call for viewing as another user: it has only their read flags, and cannot commit. */
export const readOnlyCall = (call: Call, actor: Actor): Call => ({
  db: readOnly(call.db),
  actor: { ...actor, permissions: toReadOnly(actor.permissions) },
  now: call.now,
  address: call.address,
  submission: null,
});
