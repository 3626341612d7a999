import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { landing } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { updateTicket } from "~/modules/trip-tickets/shared/update.server";
import { getJobChecks } from "./checks.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

test("lists loads with implausible figures and the reasons, only to companies that see the loads", async () => {
  const truck = {
    trip_ticket_status_id: 3 as const,
    truck_plate: "LOG 1",
    hauler_company_id: h.ids.hauler.id,
  };
  const weights = (gross_pounds: number, tare_pounds: number) => ({
    gross_pounds,
    tare_pounds,
    net_pounds: gross_pounds - tare_pounds,
  });
  for (const net of [50_000, 51_000, 52_000, 50_500])
    await h.ticket({ ...truck, ...weights(30_000 + net, 30_000) });
  const heavy = await h.ticket({ ...truck, ...weights(110_000, 30_000) });
  const wrong = await h.ticket({
    trip_ticket_status_id: 3,
    ...weights(80_000, 30_000),
    scaled_volume: 31_000,
    scaled_wood_unit_type_id: 2,
  });
  const later = new Date(Date.now() + 90 * 86_400_000).toISOString();
  const future = await h.ticket({ trip_ticket_status_id: 3, picked_up_at: later, dropped_off_at: later });
  const called = await h.ticket({ trip_ticket_status_id: 4, picked_up_at: later });
  const { unfitting } = await h.manager.call(getJobChecks, { job_id: h.ids.job });
  const words = new Map(unfitting.tickets.map((t) => [t.id, t.words.join(" ")]));
  expect([...words.keys()].sort()).toEqual([heavy, wrong, future].sort());
  expect(words.get(heavy)).toContain("This truck's last 4 loads weighed 50,000 lb to 52,000 lb.");
  expect(words.get(wrong)).toContain("The scaled volume is 31 tons, but the net weight of 50,000 lb");
  expect(words.get(future)).toContain("is in the future");
  expect(words.has(called)).toBe(false);
  const mine = await h.hauler.call(getJobChecks, { job_id: h.ids.job });
  expect(mine.unfitting.tickets.map((t) => t.id)).toEqual([heavy]);

  // The load's page shows the warning, but saving needs no confirmation, since a half load is ordinary.
  expect((await h.manager.call(getTicketPage, { id: heavy })).warnings.join(" ")).toContain(
    "This truck's last",
  );
  const next = await h.ticket(truck);
  const change = { id: next, version: 2, gross_pounds: 150_000, tare_pounds: 30_000 };
  expect((await h.manager.call(updateTicket, change)).warnings).toBeUndefined();
  expect((await h.manager.call(getTicketPage, { id: next })).warnings.join(" ")).toContain(
    "This truck's last",
  );
});

test("shows the landing's note to the driver and never to a mill", async () => {
  const landing_id = await insertRow(db, landing, {
    job_id: h.ids.job,
    name: "North",
    notes: "Gate code at the office",
    creator_company_id: h.ids.manager.id,
    created_at: "2026-01-01T00:00:00.000Z",
  });
  const id = await h.ticket({ trip_ticket_status_id: 1, hauler_company_id: h.ids.hauler.id, landing_id });
  expect((await h.hauler.call(getTicketPage, { id })).landing_notes).toBe("Gate code at the office");
  const details = await h.mill.call(getTicketPage, { id }).catch(() => null);
  expect(details?.landing_notes ?? null).toBeNull();
  expect(JSON.stringify(details)).not.toContain("Gate code");
});
