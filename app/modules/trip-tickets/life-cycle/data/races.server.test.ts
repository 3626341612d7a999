import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database, Statement } from "#db/client.server";
import { insertRow, makeUser } from "#db/factories";
import { comment, photo, storedFile, tripTicket } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { createRaceDatabase } from "#db/testing/overtaken";
import { openTestDatabase } from "#db/testing/test-database";
import {
  addComment,
  getOwnComment,
  removeComment,
  updateComment,
} from "~/modules/comments/data/comments.server";
import { getPhotoFile, removePhoto } from "~/modules/photos/data/photos.server";
import { updateTicket } from "../../shared/update.server";
import { deleteTicket, moveTicket } from "./change-status.server";

/** Tests rows that change between being read and the commit; no user's change may be overwritten. */
let db: Database;
let h: Harvest;
let office: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  office = await makeUser(db, {}, [h.ids.manager.admins]);
});
const AT = "2026-09-02T12:00:00.000Z";
/** Return the land manager's user with a database in which the given SQL statement runs before the user's commit. */
const late = (by: Statement) => actAs(createRaceDatabase(db, by), office, h.ids.manager.id);
const read = async (id: number) => (await db.read.select().from(tripTicket).where(eq(tripTicket.id, id)))[0];
const ofAnother = (id: number): Statement => ({
  sql: "UPDATE trip_ticket SET version = version + 1, scale_ticket_number = 'FIRST' WHERE id = ?",
  params: [id],
});

test("a ticket changed by another user is not overwritten, moved or deleted", async () => {
  const asks = [
    (who: Harvest["manager"], id: number) =>
      who.call(updateTicket, { id, version: 2, scale_ticket_number: "SECOND" }),
    (who: Harvest["manager"], id: number) => who.call(moveTicket, { id, version: 2, verb: "cancellation" }),
  ];
  for (const ask of asks) {
    const id = await h.ticket();
    expect((await catchError(ask(await late(ofAnother(id)), id))).kind).toBe("stale");
    expect(await read(id)).toMatchObject({
      scale_ticket_number: "FIRST",
      version: 2,
      trip_ticket_status_id: 7,
    });
  }
  const id = await h.ticket();
  const scaled = await catchError((await late(ofAnother(id))).call(deleteTicket, { id, version: 2 }));
  expect([scaled.kind, (await read(id))?.is_deleted]).toEqual(["notNow", false]);
});

test("an edit with an outdated version is refused before anything is written", async () => {
  const id = await h.ticket({ version: 3 });
  const edit = (version: number) => h.manager.call(updateTicket, { id, version, scale_ticket_number: "G" });
  for (const version of [2, 3, 5]) expect((await catchError(edit(version))).kind).toBe("stale");
  expect((await read(id))?.scale_ticket_number).toBeNull();
  await edit(4);
});

async function remark() {
  const ticket = await h.ticket();
  const writer = await actAs(db, office, h.ids.manager.id);
  await writer.call(addComment, { trip_ticket_id: ticket, content: "Mine" });
  const [row] = await db.read.select().from(comment).where(eq(comment.trip_ticket_id, ticket));
  return { trip_ticket_id: ticket, comment_id: row?.id ?? 0 };
}
const contentOf = async (id: number) => (await db.read.select().from(comment).where(eq(comment.id, id)))[0];

test("a comment changed on another device is neither overwritten nor removed", async () => {
  const elsewhere = (id: number): Statement => ({
    sql: "UPDATE comment SET version = 2, content = 'From my phone' WHERE id = ?",
    params: [id],
  });
  const first = await remark();
  const edit = (await late(elsewhere(first.comment_id))).call(updateComment, {
    ...first,
    version: 2,
    content: "From my desk",
  });
  expect((await catchError(edit)).kind).toBe("stale");
  const second = await remark();
  const removal = (await late(elsewhere(second.comment_id))).call(removeComment, { ...second, version: 2 });
  expect((await catchError(removal)).kind).toBe("stale");
  for (const { comment_id } of [first, second])
    expect(await contentOf(comment_id)).toMatchObject({ content: "From my phone", is_deleted: false });
});

test("a comment or photo is accessible only through its own ticket", async () => {
  const hidden = await remark();
  const open = await h.ticket({ hauler_company_id: h.ids.hauler.id });
  const comment = h.hauler.call(getOwnComment, { ...hidden, trip_ticket_id: open });
  expect((await catchError(comment)).kind).toBe("missing");
  const { photo_id } = await picture(await h.ticket({ trip_ticket_status_id: 2 }));
  const looked = h.hauler.call(getPhotoFile, { trip_ticket_id: open, photo_id, small: false });
  expect((await catchError(looked)).kind).toBe("missing");
});

async function picture(ticket: number) {
  const file = await insertRow(db, storedFile, {
    storage_key: crypto.randomUUID(),
    file_name: "load.webp",
    content_type: "image/webp",
    bytes: 1,
    sha256: "x",
    created_at: AT,
  });
  const photo_id = await insertRow(db, photo, {
    trip_ticket_id: ticket,
    stored_file_id: file,
    creator_user_id: office,
    creator_company_id: h.ids.manager.id,
    created_at: AT,
  });
  return { trip_ticket_id: ticket, photo_id };
}

test("a deleted photo is not shown, and can't be deleted again", async () => {
  const named = await picture(await h.ticket());
  const gone: Statement = {
    sql: "UPDATE photo SET is_deleted = 1, version = 2 WHERE id = ?",
    params: [named.photo_id],
  };
  const removal = (await late(gone)).call(removePhoto, { ...named, version: 2 });
  expect((await catchError(removal)).kind).toBe("missing");
  const looked = h.manager.call(getPhotoFile, { ...named, small: false });
  expect((await catchError(looked)).kind).toBe("missing");
});
