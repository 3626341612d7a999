import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { auditEntry, tripTicket } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getBook, printBook, voidSheet } from "~/modules/sheets/shared/sheets.server";
import { createReplayContext } from "~/web/offline-replay";
import { runProcedure } from "~/web/run-procedure.server";
import { createTicket } from "../../create/data/create.server";
import { moveTicket } from "../../life-cycle/data/change-status.server";
import { signQr } from "../../shared/qr.server";
import { findSheets, getSheetsAtHand, toSheetRanges } from "./sheets-at-hand.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const input = () => ({ job_id: h.ids.job, job_destination_id: h.ids.destination, product: "5-746-0" });
const bookOf = async (who: Harvest["manager"], sheets: number) => {
  const { id } = await who.call(printBook, { job_id: h.ids.job, sheets });
  return (await who.call(getBook, { job_id: h.ids.job, book_id: id })).sheets;
};
const idsOf = async (who: Harvest["manager"]) =>
  (await who.call(getSheetsAtHand, {})).runs.flatMap(({ id, count }) =>
    Array.from({ length: count }, (_, n) => id + n),
  );

test("groups consecutive sheets, each with its id, number, load number and job", () => {
  const sheet = (job: number, n: number) => ({ job, id: 10 + n, number: 1010 + n, load: n });
  expect(toSheetRanges([])).toEqual([]);
  expect(toSheetRanges([sheet(1, 1), sheet(1, 2), sheet(1, 4), sheet(2, 5)])).toEqual([
    { ...sheet(1, 1), count: 2 },
    { ...sheet(1, 4), count: 1 },
    { ...sheet(2, 5), count: 1 },
  ]);
});

test("a device gets the unused sheets of its company's books, all unused sheets of its own jobs, and no others", async () => {
  const [own, spoiled, claimed] = await bookOf(h.hauler, 3);
  const [office] = await bookOf(h.manager, 1);
  await h.hauler.call(voidSheet, { sheet_id: spoiled?.id ?? 0, reason: "Wet" });
  await h.hauler.call(createTicket, { ...input(), blank_sheet_id: claimed?.id });
  expect(await idsOf(h.hauler)).toEqual([own?.id]);
  expect(await idsOf(h.manager)).toEqual(expect.arrayContaining([own?.id, office?.id]));
  expect(await idsOf(h.rival)).not.toContain(own?.id);
  const find = async (who: Harvest["manager"], number = 0) =>
    (await who.call(findSheets, { number })).sheets.map(({ id }) => id);
  expect(await find(h.hauler, own?.trip_ticket_number)).toEqual([own?.id]);
  expect(await find(h.manager, own?.trip_ticket_number)).toEqual([own?.id]);
  expect(await find(h.hauler, office?.trip_ticket_number)).toEqual([]);
  expect(await find(h.rival, own?.trip_ticket_number)).toEqual([]);
});

test("the company that keeps a sheet claims it by number; another company needs its code, and a wrong number is refused", async () => {
  const [own] = await bookOf(h.hauler, 1);
  const [office, other] = await bookOf(h.manager, 2);
  const claim = (more: object) => h.hauler.call(createTicket, { ...input(), ...more });
  const [ours = 0, theirs = 0] = [own?.trip_ticket_number, office?.trip_ticket_number];
  const refused = async (more: object) =>
    Object.keys((await catchError(claim(more))).refusal.facts.fields ?? {});
  expect(await refused({ sheet_number: theirs })).toEqual(["sheet_number"]);
  expect(await refused({ sheet_number: 999_999 })).toEqual(["sheet_number"]);
  const code = { blank_sheet_id: office?.id, sheet_sig: signQr("sheet", office?.id ?? 0) };
  expect(await refused({ ...code, sheet_number: other?.trip_ticket_number })).toEqual(["sheet_number"]);
  const numberOf = async ({ id }: { id: number }) =>
    (await db.read.select().from(tripTicket).where(eq(tripTicket.id, id)))[0]?.trip_ticket_number;
  expect(await numberOf(await claim({ sheet_number: ours }))).toBe(ours);
  expect(await numberOf(await claim({ ...code, sheet_number: theirs }))).toBe(theirs);
  expect((await catchError(claim({ sheet_number: ours }))).kind).toBe("notNow");
});

test("actions queued on a phone are dated when the buttons were pressed, and history names the clock used", async () => {
  const { id } = await h.hauler.call(createTicket, input());
  const now = new Date();
  const HOUR = 3_600_000;
  const press = (verb: "pickup" | "dropoff", version: number, ago: number, ahead: number) => {
    const clock = now.getTime() + ahead;
    const request = new Request("http://here/x", {
      method: "POST",
      headers: { "X-Replay": "1.1", "X-Typed": `${clock - ago} ${clock} America/Chicago` },
    });
    const call = createReplayContext(request, { db, actor: h.hauler.actor, now, address: "127.0.0.1" });
    return runProcedure(moveTicket, call, { id, verb, version });
  };
  await press("pickup", 2, 3 * HOUR, 0);
  // The clock was off by half a day when this step was sent.
  await press("dropoff", 3, HOUR, 12 * HOUR);
  const [t] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, id));
  expect([t?.picked_up_at, t?.dropped_off_at]).toEqual(
    [3, 1].map((hours) => new Date(now.getTime() - hours * HOUR).toISOString()),
  );
  const entries = await db.read.select().from(auditEntry).where(eq(auditEntry.trip_ticket_id, id));
  expect(entries.map(({ details }) => details.device?.ahead_seconds ?? null)).toEqual([null, 0, 12 * 3600]);
  expect(entries.at(-1)?.details.device).toMatchObject({ is_clock_wrong: true, zone: "America/Chicago" });
});

test("a clock corrected between two actions can't put a drop-off before its pickup", async () => {
  const { id } = await h.hauler.call(createTicket, input());
  const now = new Date();
  await h.hauler.call(moveTicket, { id, verb: "pickup", version: 2 });
  const request = new Request("http://here/x", {
    method: "POST",
    headers: { "X-Replay": "1.1", "X-Typed": `${now.getTime() - 7_200_000} ${now.getTime()}` },
  });
  const call = createReplayContext(request, { db, actor: h.hauler.actor, now, address: "127.0.0.1" });
  await runProcedure(moveTicket, call, { id, verb: "dropoff", version: 3 });
  const [t] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, id));
  expect(t?.dropped_off_at).toBe(t?.picked_up_at);
});
