import type { Database } from "#db/client.server";
import { createThrowingClient } from "#db/throwing-client";
import { toReadOnlyPermissions } from "~/lib/access/crew-permissions";
import type { Actor } from "./actor";
import { forbidden } from "./refusal";
import type { Call } from "./run-procedure.server";

const WHY = "You see what they see. Nothing can be changed from here.";

/** Return the database for read-only use, where every write is refused. */
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

/** Return a context for viewing the site as another user: it has only that user's read permissions, and can't commit. */
export const toReadOnlyCall = (call: Call, actor: Actor): Call => ({
  db: readOnly(call.db),
  actor: { ...actor, permissions: toReadOnlyPermissions(actor.permissions) },
  now: call.now,
  address: call.address,
  submission: null,
});
