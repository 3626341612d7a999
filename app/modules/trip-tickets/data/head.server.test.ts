import { expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { actWithout } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { getTicketHead } from "./head.server";

test("the head of a ticket tells nothing to who may not read tickets, and isn't there for a stranger", async () => {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  const id = await h.ticket({ hauler_company_id: h.ids.hauler.id });
  expect(await h.hauler.call(getTicketHead, { id })).toMatchObject({ status: 7, job: expect.any(String) });
  const blind = await actWithout(db, h.ids.hauler.id, "trip_ticket.read");
  expect(await blind.call(getTicketHead, { id })).toBeNull();
  expect((await catchError(h.rival.call(getTicketHead, { id }))).kind).toBe("missing");
});
