import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { ASPEN } from "#db/factories";
import { job, jobCompany, jobHaulRate, jobProductRate, ownerLink, rateLimit, tripTicket } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { createOwnerTestFixture, juneDay, type OwnerTestFixture } from "../testing/trial";
import { MAX_WRONG_CODES } from "./link.server";
import { readOfficeReport, revokeOwnerLink } from "./office.server";
import { openOwnerCode, readPublicOwnerReport, streamOwnerLoads } from "./public.server";

let o: OwnerTestFixture;
beforeEach(async () => {
  o = await createOwnerTestFixture();
});

describe("content that a code opens", () => {
  test("shows the owner's loads, gaps and correct sums, without people or prices", async () => {
    await o.delivered(1);
    await o.delivered(2);
    await o.delivered(4, {
      scaled_volume: null,
      scaled_wood_unit_type_id: null,
      estimated_volume: 9_000,
      estimated_wood_unit_type_id: 2,
    });
    await o.h.ticket({ load_number: 5, trip_ticket_status_id: 2, picked_up_at: juneDay(5) });
    await o.h.ticket({ load_number: 6, trip_ticket_status_id: 4 });
    await o.h.ticket({ load_number: 7, trip_ticket_status_id: 7 });
    await o.h.ticket({ load_number: 8, trip_ticket_status_id: 6 });
    const { code } = await o.link();
    const shown = await o.page(code);
    expect(shown.loads.map((load) => load.load_number)).toEqual([8, 5, 4, 2, 1]);
    expect(shown.loads.map((load) => load.stage)).toEqual([
      "In a yard",
      "On the way",
      "Delivered",
      "Delivered",
      "Delivered",
    ]);
    expect(shown.numbers).toMatchObject({
      under_way: 1,
      told: 5,
      missing: "3",
      called_off: "6",
      waiting: "7",
    });
    const thousandths = 10_001 + 10_002 + 9_000;
    expect(shown.sums).toMatchObject({ loads: 3, estimated: 1, volumes: [`${thousandths / 1000} tons`] });
    expect(await o.ask(openOwnerCode, { code: code.toLowerCase().replaceAll("-", " ") })).toEqual({
      path: `/owner/${code}`,
    });
    const all = JSON.stringify([shown, await o.ask(readPublicOwnerReport, { code }), await o.csv(code)]);
    expect(all).not.toMatch(/Secret|cents|rate|price":/i);
  });

  test("shows no prices on the page, in the report or in the file, whatever the job pays", async () => {
    await o.delivered(1);
    const rate = { job_id: o.h.ids.job, paying_company_id: o.h.ids.manager.id, rate: 987_654 };
    await o.db.batch([
      o.db.write
        .insert(jobProductRate)
        .values({
          ...rate,
          job_product_rate_type_id: 3,
          receiving_company_id: o.h.ids.owner.id,
          product_type_id: ASPEN.product_type_id,
          wood_species_id: ASPEN.wood_species_id,
          wood_unit_type_id: ASPEN.wood_unit_type_id,
        })
        .toSQL(),
      o.db.write
        .insert(jobHaulRate)
        .values({
          ...rate,
          job_destination_id: o.h.ids.destination,
          receiving_company_id: o.h.ids.hauler.id,
          per: "load",
        })
        .toSQL(),
    ]);
    const { code } = await o.link();
    const report = await o.ask(readPublicOwnerReport, { code });
    for (const text of [JSON.stringify(await o.page(code)), JSON.stringify(report), await o.csv(code)])
      expect(text).not.toMatch(/9876|98\.76|\$/);
  });

  test("shows every fact of a load that South Carolina and Louisiana require, in the report and in the file", async () => {
    await o.delivered(3, {
      deduction_pounds: 400,
      deduction_class: "crook",
      loader_machine: "Barko 295",
      cutter_company_id: o.h.ids.logger.id,
      hauler_company_id: o.h.ids.hauler.id,
      loaded_at: juneDay(3),
      scaled_at: juneDay(3),
      received_at: juneDay(3),
    });
    const { code } = await o.link();
    const { report } = await o.ask<Awaited<ReturnType<typeof readPublicOwnerReport.run>>>(
      readPublicOwnerReport,
      {
        code,
      },
    );
    const [load] = report.loads;
    for (const key of [
      "number",
      "load_number",
      "received",
      "loaded",
      "facility",
      "product",
      "species",
      "gross",
      "tare",
      "net",
      "volume",
      "deduction",
      "scale_ticket",
      "scaled_at",
      "logger",
      "hauler",
      "loader_machine",
    ] as const)
      expect([key, load?.[key]]).not.toEqual([key, null]);
    expect(load?.deduction).toBe("400 lb, crook");
    const text = await o.csv(code);
    for (const cell of ["80,000 lb", "30,000 lb", "50,000 lb", "400 lb, crook", "Barko 295", "S-3"])
      expect(text).toContain(cell);
  });

  test("shows no load of another job, no deleted load, and nothing that the owner's company may not see", async () => {
    await o.delivered(1);
    const gone = await o.delivered(2, { is_deleted: true });
    const { code } = await o.link();
    expect((await o.page(code)).loads.map((load) => load.load_number)).toEqual([1]);
    expect(gone).toBeGreaterThan(0);
    await o.db.batch([
      o.db.write
        .update(jobCompany)
        .set({ removed_at: juneDay(9) })
        .where(and(eq(jobCompany.job_id, o.h.ids.job), eq(jobCompany.company_id, o.h.ids.owner.id)))
        .toSQL(),
    ]);
    o.clock += 61_000;
    expect(await o.missed(code)).toBe("missing");
    expect((await catchError(o.ask(streamOwnerLoads, { code }))).kind).toBe("missing");
  });

  test("a report covers its named days, counted in the job's time zone", async () => {
    await o.delivered(1);
    await o.delivered(2, { dropped_off_at: "2026-06-03T03:30:00.000Z" });
    await o.delivered(3, { dropped_off_at: "2026-06-03T14:00:00.000Z" });
    const of = async (from: string, to: string) =>
      (await o.h.manager.call(readOfficeReport, { id: o.h.ids.job, from, to })).report.loads.map(
        (l) => l.load_number,
      );
    expect(await of("2026-06-02", "2026-06-02")).toEqual([2]);
    expect(await of("2026-06-03", "2026-06-03")).toEqual([3]);
    expect(await of("2026-06-01", "2026-06-30")).toEqual([1, 2, 3]);
  });
});

describe("a link stops working", () => {
  test("a link stops working once it is revoked, even between a page and its file or in the middle of a file", async () => {
    for (let n = 1; n <= 25; n++) await o.delivered(n);
    const { id, code } = await o.link();
    expect((await o.page(code)).loads).toHaveLength(20);
    const { loads } = await o.ask<Awaited<ReturnType<typeof streamOwnerLoads.run>>>(streamOwnerLoads, {
      code,
    });
    await o.h.manager.call(revokeOwnerLink, { id: o.h.ids.job, link_id: id });
    expect((await loads.next()).done).toBe(true);
    expect(await o.missed(code)).toBe("missing");
    expect((await catchError(o.ask(readPublicOwnerReport, { code }))).kind).toBe("missing");
    expect((await catchError(o.h.manager.call(revokeOwnerLink, { id: o.h.ids.job, link_id: id }))).kind).toBe(
      "missing",
    );
  });

  test("a link stops working after its last day, and when its job is deleted", async () => {
    await o.delivered(1);
    const today = new Date().toISOString().slice(0, 10);
    const { code } = await o.link({ until: today });
    o.clock = Date.now();
    expect((await o.page(code)).loads).toHaveLength(1);
    o.clock += 2 * 86_400_000;
    expect(await o.missed(code)).toBe("missing");
    const second = await o.link();
    await o.db.batch([
      o.db.write.update(job).set({ is_deleted: true }).where(eq(job.id, o.h.ids.job)).toSQL(),
    ]);
    expect(await o.missed(second.code)).toBe("missing");
    expect((await catchError(o.link({ until: "2020-01-01" }))).kind).toBe("missing");
  });

  test("wrong codes all get the same message; after thirty of them an IP address is refused even the right code", async () => {
    await o.delivered(1);
    const { code } = await o.link();
    const wrong = await catchError(o.page("0000-0000-0000-0000"));
    expect((await catchError(o.page("no code at all"))).message).toBe(wrong.message);
    // Text that can't be a code doesn't count as a guess.
    for (let n = 1; n < MAX_WRONG_CODES; n++) expect(await o.missed("1111-1111-1111-1111")).toBe("missing");
    expect(await o.missed(code)).toBe("tooMany");
    expect((await catchError(o.ask(openOwnerCode, { code }))).kind).toBe("tooMany");
    expect((await o.page(code, "198.51.100.7")).loads).toHaveLength(1);
    o.clock += 16 * 60_000;
    expect((await o.page(code)).loads).toHaveLength(1);
    const rows = await o.db.read.select().from(rateLimit);
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll("-", ""));
  });
});

test("opening a link changes no ticket, and only records that the link was opened", async () => {
  await o.delivered(1);
  const { id, code } = await o.link();
  const before = await o.db.read.select().from(tripTicket);
  await o.page(code);
  await o.page(code);
  const [row] = await o.db.read.select().from(ownerLink).where(eq(ownerLink.id, id));
  expect([row?.open_count, row?.last_opened_at]).toEqual([1, new Date(o.clock).toISOString()]);
  expect(await o.db.read.select().from(tripTicket)).toEqual(before);
});
