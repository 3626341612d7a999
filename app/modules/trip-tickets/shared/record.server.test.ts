import { expect, test } from "vitest";
import { insertRow } from "#db/factories";
import { jobFile, landing, landingInventory, storedFile } from "#db/schema";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobRecord } from "~/modules/jobs/data/record.server";
import { ticketRecordOutput } from "../rules/ticket-output";
import { getTicket } from "./record.server";

const instant = "2026-09-01T12:00:00.000Z";

test("a ticket shows the amount taken from a landing to companies working on the job, never to the mill", async () => {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  const created = { creator_company_id: h.ids.manager.id, created_at: instant };
  const pile = await insertRow(db, landing, { job_id: h.ids.job, name: "North landing", ...created });
  await insertRow(db, landingInventory, {
    landing_id: pile,
    product_type_id: 5,
    wood_species_id: 746,
    wood_unit_type_id: 2,
    estimated_volume_remaining: 100_000,
    ...created,
  });
  const waiting = await h.ticket();
  const hauled = await h.ticket({
    trip_ticket_status_id: 2,
    hauler_company_id: h.ids.hauler.id,
    picked_up_at: instant,
  });
  for (const who of [h.manager, h.hauler]) {
    const record = await who.call(getTicket, { id: hauled });
    expect(record.trip_ticket_landing_inventory).toEqual({
      landing: { id: pile, name: "North landing" },
      estimated_volume: 55,
      wood_unit_type_id: 2,
    });
    expect(ticketRecordOutput.safeParse(record).error).toBeUndefined();
  }
  expect((await h.manager.call(getTicket, { id: waiting })).trip_ticket_landing_inventory).toBeNull();
  expect((await h.mill.call(getTicket, { id: hauled })).trip_ticket_landing_inventory).toBeNull();
});

test("a job shows its creator, plan map and state to companies that work on it", async () => {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  const me = h.manager.actor.user;
  await db.batch([{ sql: "UPDATE job SET creator_user_id = ? WHERE id = ?", params: [me?.id, h.ids.job] }]);
  const stored = await insertRow(db, storedFile, {
    storage_key: "files/plan",
    file_name: "plan.pdf",
    content_type: "application/pdf",
    bytes: 10,
    sha256: "0",
    created_at: instant,
  });
  const map = await insertRow(db, jobFile, {
    job_id: h.ids.job,
    stored_file_id: stored,
    file_name: "plan.pdf",
    is_plan_map: true,
    creator_company_id: h.ids.manager.id,
    created_at: instant,
  });
  const mine = await h.manager.call(getJobRecord, { id: h.ids.job });
  expect(mine.job).toMatchObject({
    creator_user: { id: me?.id, first_name: me?.first_name },
    job_map: `/api/jobs/${h.ids.job}/files/${map}/content`,
    is_deleted: false,
  });
  expect(getJobRecord.output.safeParse(mine).error).toBeUndefined();
  const mills = await h.mill.call(getJobRecord, { id: h.ids.job });
  expect(mills.job).toMatchObject({ creator_user: null, job_map: null });
});
