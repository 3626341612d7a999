import { beforeAll, expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createTicket } from "../../create/data/create.server";
import { getTicketPage } from "../../shared/detail.server";
import { moveTicket } from "./change-status.server";
import { getVerbPage } from "./verb-page.server";

let h: Harvest;
beforeAll(async () => {
  h = await makeHarvest(await openTestDatabase());
});
const TAKEN = /^.+ already claimed this load, \w{3}, .+ \d+:\d\d [AP]M\.$/;
const claim = (who: Harvest["hauler"], id: number, verb: "claim" | "pickup" = "claim") =>
  who.call(moveTicket, { id, verb, version: 2 });

test("a late claim is refused with the first claimant and the time, if both haulers could see the load", async () => {
  const id = await h.ticket();
  await claim(h.hauler, id);
  const late = await catchError(claim(h.second, id));
  expect([late.kind, late.message]).toEqual(["notNow", expect.stringMatching(TAKEN)]);
  // The second hauler can't open the load's page. A company that doesn't haul on the job, or a load that was never
  // free, gets no claim details.
  expect((await catchError(h.second.call(getTicketPage, { id }))).kind).toBe("missing");
  expect((await catchError(claim(h.second, id, "pickup"))).kind).toBe("missing");
  expect((await catchError(claim(h.rival, id))).kind).toBe("missing");
  const named = await h.manager.call(createTicket, {
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
    product: "5-746-0",
    hauler_company_id: h.ids.hauler.id,
  });
  expect((await catchError(claim(h.second, named.id))).kind).toBe("missing");
});

test("the office, which still sees the load, gets the same refusal from the claim page and the claim button", async () => {
  const id = await h.ticket();
  await claim(h.hauler, id);
  expect((await catchError(claim(h.manager, id))).message).toMatch(TAKEN);
  expect((await h.manager.call(getVerbPage, { id, verb: "claim" })).refused).toMatch(TAKEN);
});
