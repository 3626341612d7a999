import { expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { getTicketHead } from "./head.server";

test("a ticket's header is empty for people who may not read tickets, and 404 for other companies", async () => {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  const id = await h.ticket({ hauler_company_id: h.ids.hauler.id });
  expect(await h.hauler.call(getTicketHead, { id })).toMatchObject({ status: 7, job: expect.any(String) });
  const blind = await actWithoutPermissions(db, h.ids.hauler.id, "trip_ticket.read");
  expect(await blind.call(getTicketHead, { id })).toBeNull();
  expect((await catchError(h.rival.call(getTicketHead, { id }))).kind).toBe("missing");
});
