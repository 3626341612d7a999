import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeJobCompany, makeUser } from "#db/factories";
import { crewPermission } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { ENTITIES } from "~/lib/access/crew-permissions";
import type { StatusId } from "../rules/trip-ticket";
import { getTicketPage } from "../shared/detail.server";
import { TicketActionButtons } from "../ui/ticket-steps";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await db.batch([
    {
      sql: "UPDATE company SET contact_phone_number = '+19895550142' WHERE id = ?",
      params: [h.ids.mill.id],
    },
  ]);
});

const loadOf = (status: StatusId) =>
  h.ticket({ hauler_company_id: h.ids.hauler.id, trip_ticket_status_id: status });
const phone = async (id: number, who = h.hauler) => (await who.call(getTicketPage, { id })).mill_phone;

test("shows a mill's phone number only to a hauler under way that may read it anyway", async () => {
  const [claimed, onTheRoad, there] = [await loadOf(1), await loadOf(2), await loadOf(3)];
  // A mill that only receives wood shows its phone number to nobody.
  for (const id of [claimed, onTheRoad]) expect(await phone(id)).toBeNull();
  await makeJobCompany(db, h.ids.job, h.ids.mill.id, { is_land_owner: true });
  for (const id of [claimed, onTheRoad]) expect(await phone(id)).toBe("+19895550142");
  expect(await phone(there)).toBeNull();
  expect(await phone(onTheRoad, h.manager)).toBeNull();
  const ticket = await h.hauler.call(getTicketPage, { id: onTheRoad });
  expect(
    renderToStaticMarkup(<TicketActionButtons ticket={ticket} submissionId="0b7e3c1e-form" />),
  ).toContain('href="tel:+19895550142">Call mill<span class="sr">: ');

  const { crew, id } = h.ids.hauler;
  await insertRow(db, crewPermission, {
    crew_id: crew,
    entity_id: ENTITIES.indexOf("job_company") + 1,
    can_create: false,
    can_read: false,
    can_update: false,
    can_delete: false,
  });
  const driver = await actAs(db, await makeUser(db, {}, [crew]), id);
  expect(await phone(onTheRoad, driver)).toBeNull();
});
