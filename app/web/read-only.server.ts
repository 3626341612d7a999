import type { Database } from "#db/client.server";
import { refusing } from "#db/refusing";
import { onlyReading } from "~/domain/access/crew-permissions";
import type { Actor } from "./actor";
import type { Call } from "./perform.server";
import { forbidden } from "./refusal";

const WHY = "You see what they see. Nothing can be changed from here.";

/** The same database for who only looks: what carries out a statement refuses, whatever asks for it. */
const readOnly = (db: Database): Database => ({
  read: db.read,
  write: db.write,
  batch: () => Promise.reject(forbidden(WHY)),
  version: () => db.version(),
  ready: () => db.ready(),
  catchUp: () => db.catchUp(),
  freshness: null,
  client: refusing(WHY),
  close: async () => {},
});

/** A call by which somebody looks through another's eyes: it has their read flags alone, and cannot commit. */
export const lookingAs = (call: Call, actor: Actor): Call => ({
  db: readOnly(call.db),
  actor: { ...actor, permissions: onlyReading(actor.permissions) },
  now: call.now,
  address: call.address,
  submission: null,
});
