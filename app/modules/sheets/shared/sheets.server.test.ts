import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { blankSheet, jobProduct, tripTicket } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobChecks } from "~/modules/checks/data/checks.server";
import { formatNumberRanges } from "~/modules/checks/rules/words";
import { getJobHistory } from "~/modules/jobs/data/history.server";
import { createTicket } from "~/modules/trip-tickets/create/data/create.server";
import { deleteTicket } from "~/modules/trip-tickets/life-cycle/data/change-status.server";
import { verifySheet } from "~/modules/trip-tickets/paper/data/verify-sheet.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { signQr } from "~/modules/trip-tickets/shared/qr.server";
import { createSignedOutActor } from "~/web/actor.server";
import { runProcedure } from "~/web/run-procedure.server";
import { getBookPaper } from "../data/paper.server";
import { getBook, getSheet, listBooks, printBook, voidSheet } from "./sheets.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const input = () => ({ job_id: h.ids.job, job_destination_id: h.ids.destination, product: "5-746-0" });
const book = async (sheets = 3, who = h.manager) => {
  const { id } = await who.call(printBook, { job_id: h.ids.job, sheets });
  return who.call(getBook, { job_id: h.ids.job, book_id: id });
};
const numbersOf = async (id: number) => {
  const [row] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, id));
  return { trip_ticket_number: row?.trip_ticket_number, load_number: row?.load_number };
};

test("a book reserves consecutive numbers, and later tickets and books continue after them", async () => {
  const before = await numbersOf((await h.manager.call(createTicket, input())).id);
  const { sheets } = await book(3);
  const [ticket, load] = [before.trip_ticket_number ?? 0, before.load_number ?? 0];
  expect(sheets.map((s) => [s.trip_ticket_number, s.load_number])).toEqual([
    [ticket + 1, load + 1],
    [ticket + 2, load + 2],
    [ticket + 3, load + 3],
  ]);
  const after = await numbersOf((await h.manager.call(createTicket, input())).id);
  expect(after).toEqual({ trip_ticket_number: ticket + 4, load_number: load + 4 });
  const second = await book(2);
  expect(second.sheets.map((s) => s.load_number)).toEqual([load + 5, load + 6]);
});

test("a job's first book starts the ticket and load number series", async () => {
  const { id } = await h.rival.call(printBook, { job_id: h.ids.rivalJob, sheets: 2 });
  const { sheets } = await h.rival.call(getBook, { job_id: h.ids.rivalJob, book_id: id });
  expect(sheets.map((s) => [s.trip_ticket_number, s.load_number])).toEqual([
    [1001, 1],
    [1002, 2],
  ]);
});

test("limits a company's waiting sheets on a job, and shows reservations in history to the office and the company", async () => {
  const { call } = h.second;
  const query = { job_id: h.ids.job, sheets: 200 };
  const first = await call(printBook, query);
  await call(printBook, query);
  const refused = await catchError(call(printBook, { ...query, sheets: 1 }));
  expect(refused.refusal.facts.fields).toEqual({
    sheets: [
      "400 of your company's sheets are waiting on this job (limit 400). Claim or void some before you print more.",
    ],
  });
  const { sheets } = await call(getBook, { job_id: h.ids.job, book_id: first.id });
  await call(voidSheet, { sheet_id: sheets[0]?.id ?? 0, reason: "Torn" });
  const both = [call(printBook, { ...query, sheets: 1 }), call(printBook, { ...query, sheets: 1 })];
  const done = await Promise.allSettled(both);
  expect(done.map((d) => d.status).toSorted()).toEqual(["fulfilled", "rejected"]);

  const reserved = async (who: Harvest["manager"]) =>
    (await who.call(getJobHistory, { id: h.ids.job, page: 0 })).history
      .filter((entry) => entry.company === h.second.actor.company?.name)
      .map((entry) => entry.what);
  const all = ["1", "200", "200"].map((n) => `Blank sheets reserved: ${n}`);
  expect(await reserved(h.manager)).toEqual(all);
  expect(await reserved(h.second)).toEqual(all);
  expect(await reserved(h.hauler)).toEqual([]);
});

describe("claiming a blank sheet for a load", () => {
  test("gives the sheet's numbers to one ticket, and names this ticket when a second claim is refused", async () => {
    const [sheet] = (await book(1)).sheets;
    const claim = { ...input(), blank_sheet_id: sheet?.id ?? 0 };
    const both = [h.manager.call(createTicket, claim), h.manager.call(createTicket, claim)];
    const done = await Promise.allSettled(both);
    expect(done.filter((d) => d.status === "fulfilled")).toHaveLength(1);
    const refused = await catchError(h.manager.call(createTicket, claim));
    expect(refused.message).toContain(`as trip ticket ${sheet?.trip_ticket_number}`);
    const [row] = await db.read
      .select()
      .from(blankSheet)
      .where(eq(blankSheet.id, sheet?.id ?? 0));
    expect(await numbersOf(row?.trip_ticket_id ?? 0)).toEqual({
      trip_ticket_number: sheet?.trip_ticket_number,
      load_number: sheet?.load_number,
    });
    expect(await h.manager.call(getSheet, { sheet_id: sheet?.id ?? 0 })).toMatchObject({
      trip_ticket_id: row?.trip_ticket_id,
    });
  });

  test("a hauler can claim a sheet only with the signature on the paper", async () => {
    const id = (await book(1)).sheets[0]?.id ?? 0;
    const claim = { ...input(), blank_sheet_id: id, hauler_company_id: h.ids.hauler.id };
    for (const sig of [undefined, "t1.wrong", signQr("trip-ticket", id), signQr("sheet", id + 1)])
      expect((await catchError(h.hauler.call(createTicket, { ...claim, sheet_sig: sig }))).kind).toBe(
        "missing",
      );
    await h.hauler.call(createTicket, { ...claim, sheet_sig: signQr("sheet", id) });
  });

  test("refuses a claim for several loads, or of a voided sheet", async () => {
    const [one, two] = (await book(2)).sheets;
    const several = { ...input(), blank_sheet_id: one?.id, loads: 2 };
    expect((await catchError(h.manager.call(createTicket, several))).kind).toBe("invalid");
    await h.manager.call(voidSheet, { sheet_id: two?.id ?? 0, reason: "Torn" });
    const voided = await catchError(h.manager.call(createTicket, { ...input(), blank_sheet_id: two?.id }));
    expect(voided.message).toBe("This sheet was voided.");
  });
});

test("scanning a sheet shows whether it is waiting, voided or claimed; any other code is a forgery", async () => {
  const [waiting, spoiled, used] = (await book(3)).sheets;
  const scan = (id: number, sig: string) =>
    runProcedure(
      verifySheet,
      { db, actor: createSignedOutActor(null), now: new Date(), address: "" },
      { id, sig },
    );
  const scanned = (id = 0) => scan(id, signQr("sheet", id));
  expect(await scanned(waiting?.id)).toEqual({
    state: "waiting",
    number: waiting?.trip_ticket_number,
    load_number: waiting?.load_number,
    job: expect.any(String),
    county: expect.any(String),
  });
  await h.manager.call(voidSheet, { sheet_id: spoiled?.id ?? 0, reason: "Wet" });
  const voided = await scanned(spoiled?.id);
  expect(voided).toMatchObject({ state: "voided", number: spoiled?.trip_ticket_number });
  expect(JSON.stringify(voided)).not.toContain("Wet");
  await h.manager.call(createTicket, { ...input(), blank_sheet_id: used?.id ?? 0 });
  expect(await scanned(used?.id)).toMatchObject({
    state: "claimed",
    ticket: { number: used?.trip_ticket_number, told: false, intact: true },
  });
  const id = waiting?.id ?? 0;
  for (const [wrong, sig] of [
    [id, ""],
    [id, signQr("trip-ticket", id)],
    [id, signQr("sheet", id + 1)],
    [987_654, signQr("sheet", 987_654)],
  ] as const)
    expect(await scan(wrong, sig)).toEqual({ state: "forged" });
});

test("a company without access can't list, print, read, claim or void sheets, even with a sheet's signature", async () => {
  const { id, sheets } = await book(1);
  const [job_id, sheet_id] = [h.ids.job, sheets[0]?.id ?? 0];
  const tries = [
    h.rival.call(listBooks, { job_id }),
    h.rival.call(printBook, { job_id, sheets: 1 }),
    h.rival.call(getBook, { job_id, book_id: id }),
    h.rival.call(getBookPaper, { job_id, book_id: id }),
    h.rival.call(getSheet, { sheet_id, sig: signQr("sheet", sheet_id) }),
    h.rival.call(voidSheet, { sheet_id, reason: "Mine" }),
    h.rival.call(getJobChecks, { job_id }),
    h.hauler.call(getBook, { job_id, book_id: id }),
    h.hauler.call(voidSheet, { sheet_id, reason: "Mine" }),
    h.manager.call(getBook, { job_id: h.ids.rivalJob, book_id: id }),
  ];
  for (const { kind } of await Promise.all(tries.map(catchError))) expect(kind).toBe("missing");
  expect((await catchError(h.owner.call(printBook, { job_id, sheets: 1 }))).kind).toBe("forbidden");
});

test("a book is visible to its company and the office; a sheet can be voided once, and not after it was claimed", async () => {
  const { id, sheets } = await book(2, h.logger);
  expect((await h.manager.call(listBooks, { job_id: h.ids.job })).books.map((b) => b.id)).toContain(id);
  expect((await h.logger.call(listBooks, { job_id: h.ids.job })).books.map((b) => b.id)).toEqual([id]);
  const sheet_id = sheets[0]?.id ?? 0;
  await h.logger.call(voidSheet, { sheet_id, reason: "Wet" });
  expect((await catchError(h.manager.call(voidSheet, { sheet_id, reason: "Again" }))).kind).toBe("notNow");
  const claimed = sheets[1]?.id ?? 0;
  await h.logger.call(createTicket, { ...input(), blank_sheet_id: claimed });
  expect((await catchError(h.logger.call(voidSheet, { sheet_id: claimed, reason: "No" }))).kind).toBe(
    "notNow",
  );
  expect((await h.logger.call(getBookPaper, { job_id: h.ids.job, book_id: id })).sheets).toEqual([]);
});

describe("job checks of load numbers", () => {
  let job_id: number;
  beforeAll(() => {
    job_id = h.ids.job;
  });

  test("shows missing numbers only to the office, excluding waiting or voided sheets and deleted loads", async () => {
    const { id } = await h.manager.call(createTicket, input());
    await h.manager.call(deleteTicket, { id, version: 2 });
    const whole = await h.manager.call(getJobChecks, { job_id });
    expect(whole.numbers?.missing).toEqual([]);
    expect(whole.numbers?.deleted).toEqual([(await numbersOf(id)).load_number]);
    expect(whole.numbers?.sheets_waiting).toBeGreaterThan(0);
    // A ticket removed directly from the database leaves a gap.
    const gone = await h.ticket();
    const { load_number } = await numbersOf(gone);
    await db.batch([db.write.delete(tripTicket).where(eq(tripTicket.id, gone)).toSQL()]);
    const { numbers } = await h.manager.call(getJobChecks, { job_id });
    expect(formatNumberRanges(numbers?.missing ?? [])).toBe(String(load_number));
    for (const who of [h.hauler, h.logger, h.owner, h.mill])
      expect((await who.call(getJobChecks, { job_id })).numbers).toBeNull();
  });

  test("computes duplicate scale tickets, unscaled loads and turn times from the reader's visible loads", async () => {
    const done = {
      trip_ticket_status_id: STATUS.completed,
      picked_up_at: "2026-09-01T12:00:00.000Z",
      dropped_off_at: "2026-09-01T13:30:00.000Z",
      latitude: 44.66,
      longitude: -84.71,
    };
    const mine = await h.ticket({ ...done, hauler_company_id: h.ids.hauler.id, scale_ticket_number: "A 7" });
    const others = await h.ticket({ ...done, hauler_company_id: h.ids.second.id, scale_ticket_number: "a7" });
    const scaled = {
      scaled_volume: 1000,
      scaled_wood_unit_type_id: 2,
      scaled_at: "2026-09-01T14:00:00.000Z",
    };
    await h.ticket({ ...done, ...scaled, hauler_company_id: h.ids.hauler.id });
    const seen = await h.manager.call(getJobChecks, { job_id, days: 0 });
    expect(seen.doubles.map((d) => d.tickets.map((t) => t.id).sort())).toEqual([[mine, others].sort()]);
    expect(seen.unscaled.tickets.map((t) => t.id).sort()).toEqual([mine, others].sort());
    expect(seen.turns).toEqual([
      { landing: "44.66, -84.71", destination: "Mill yard", loads: 3, haul_minutes: 90, scale_minutes: 30 },
    ]);
    const hauler = await h.hauler.call(getJobChecks, { job_id, days: 0 });
    expect(hauler.doubles).toEqual([]);
    expect(hauler.unscaled.tickets.map((t) => t.id)).toEqual([mine]);
    expect(hauler.turns[0]?.loads).toBe(2);
  });
});

test("lists the job's products and destinations for a blank sheet", async () => {
  const product = { product_type_id: 5, wood_species_id: 746, wood_unit_type_id: 2 };
  await insertRow(db, jobProduct, { job_id: h.ids.job, ...product });
  const { books } = await h.manager.call(listBooks, { job_id: h.ids.job });
  const { job } = await h.manager.call(getBookPaper, { job_id: h.ids.job, book_id: books[0]?.id ?? 0 });
  expect(job.products).toEqual(["Pulpwood, quaking aspen"]);
  expect(job.destinations).toContain("Sawmill");
});
