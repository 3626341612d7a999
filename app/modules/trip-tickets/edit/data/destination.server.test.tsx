import { and, eq } from "drizzle-orm";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeCompany, makeJobDestination, makeLocation } from "#db/factories";
import { companyDestination, companyFeatureAccess, job, jobDestination, jobProductMix } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { readExportRows } from "~/modules/exports/data/rows.server";
import { toBoostDocument } from "~/modules/exports/rules/boost";
import { DEFAULT_TEMPLATES, formatRowValues, toExportCells } from "~/modules/exports/rules/columns";
import { getTicketChecklist } from "~/modules/state-rules/shared/state-rules.server";
import { TicketSheet } from "../../paper/ui/ticket-sheet";
import { ticketRecordOutput } from "../../rules/ticket-output";
import { STATUS } from "../../rules/trip-ticket";
import { getTicketPage } from "../../shared/detail.server";
import { printTickets } from "../../shared/paper.server";
import { getTicket } from "../../shared/record.server";
import { TicketBoxes } from "../../ui/ticket-boxes";

let db: Database;
let h: Harvest;
const OFFICE = "4200 Industrial Drive";
const ROSCOMMON = { address: "77 Sawmill Road", city: "Roscommon", us_state_id: 26, zip: "48653" };
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await insertRow(db, companyFeatureAccess, {
    company_id: h.ids.manager.id,
    feature_id: 2,
    is_active: true,
    created_at: "2026-09-01T00:00:00.000Z",
  });
});

/**
 * Create a load to a mill's second yard, possibly without an address or saved by the requester, or to a pin that the
 * requester set, possibly naming a mill. The mill's office is elsewhere.
 */
async function loadTo(place: "yard" | "bare yard" | "pin" | "kept yard" | "mill's pin") {
  const mill = await makeCompany(db, { name: "AuSable Paper", address: OFFICE, city: "Grayling" });
  const yard = await makeLocation(db, mill.id, place === "bare yard" ? {} : ROSCOMMON);
  if (place === "yard" || place === "bare yard")
    return h.ticket({ job_destination_id: await makeJobDestination(db, h.ids.job, yard) });
  const row = await insertRow(db, companyDestination, {
    company_id: h.ids.manager.id,
    name: "Elk Rapids veneer buyer",
    notes: "Weekdays 7 to 3. Ring at the gate.",
    latitude: 44.9,
    longitude: -85.4,
    destination_company_location_id: place === "kept yard" ? yard : null,
    destination_company_id: place === "mill's pin" ? mill.id : null,
  });
  const id = await insertRow(db, jobDestination, {
    job_id: h.ids.job,
    company_destination_id: row,
    name: "Elk Rapids veneer buyer",
  });
  await insertRow(db, jobProductMix, {
    job_destination_id: id,
    is_accepted: true,
    product_type_id: 5,
    wood_species_id: 746,
    wood_unit_type_id: 2,
  });
  return h.ticket({ job_destination_id: id });
}

/** Return everything that is sent or printed for a load: page, paper, record, export row. */
async function outside(id: number) {
  const page = await h.manager.call(getTicketPage, { id });
  const [sheet] = await h.manager.call(printTickets, { ids: [id] });
  const record = await h.manager.call(getTicket, { id });
  const ctx = { read: db.read, actor: h.manager.actor };
  const chunks = [];
  for await (const rows of readExportRows(ctx as Parameters<typeof readExportRows>[0], [id]))
    chunks.push(...rows);
  const [row] = chunks;
  if (!sheet || !row) throw new Error("nothing left");
  return {
    page: renderToStaticMarkup(<TicketBoxes ticket={page} />),
    paper: renderToStaticMarkup(<TicketSheet sheet={sheet} paper="letter" />),
    record,
    row,
  };
}

test("a load to a mill's second yard carries that yard's address, not the office's", async () => {
  for (const place of ["yard", "kept yard"] as const) {
    const { page, paper, record, row } = await outside(await loadTo(place));
    for (const html of [page, paper]) {
      expect(html).toContain("77 Sawmill Road, Roscommon, MI 48653");
      expect(html).toContain("AuSable Paper");
    }
    expect(row).toMatchObject({
      mill: "AuSable Paper",
      destination_address: "77 Sawmill Road, Roscommon, MI 48653",
      destination_position: "44.66, -84.71",
    });
    expect(record.job_destination.company_location).toMatchObject({ ...ROSCOMMON, name: "Mill yard" });
    expect(record.job_destination.company_destination === null).toBe(place === "yard");
    expect(ticketRecordOutput.safeParse(record).error).toBeUndefined();
    expect(JSON.stringify([page, paper, record, row])).not.toContain(OFFICE);
  }
});

test("a load to a pin of the requester shows the pin's position and notes, but no mill and no office address", async () => {
  const sender = { address: "118 Norway Street", city: "Grayling" };
  await db.batch([
    {
      sql: "UPDATE company SET address = ?, city = ? WHERE id = ?",
      params: [...Object.values(sender), h.ids.manager.id],
    },
  ]);
  const { page, paper, record, row } = await outside(await loadTo("pin"));
  for (const html of [page, paper]) {
    expect(html).toContain("44.9, -85.4");
    expect(html).toContain("Ring at the gate.");
    expect(html).not.toContain("<dt>Mill</dt>");
  }
  expect(page).toContain(
    'href="https://www.google.com/maps/dir/?api=1&amp;destination=44.9%2C-85.4">Directions</a>',
  );
  expect(row).toMatchObject({ mill: null, destination_address: null, destination_position: "44.9, -85.4" });
  expect(record.job_destination).toMatchObject({
    company_location: null,
    company_destination: { notes: "Weekdays 7 to 3. Ring at the gate.", latitude: 44.9 },
  });
  expect(ticketRecordOutput.safeParse(record).error).toBeUndefined();
  expect(JSON.stringify([page, paper, record, row])).not.toContain(sender.address);
});

test("a load to a pin that names a mill shows the mill's name and the pin's position, but no office address", async () => {
  const { page, paper, record, row } = await outside(await loadTo("mill's pin"));
  for (const html of [page, paper]) {
    expect(html).toContain("<dt>Mill</dt><dd>AuSable Paper</dd>");
    expect(html).toContain("44.9, -85.4");
  }
  expect(row).toMatchObject({
    mill: "AuSable Paper",
    destination_address: null,
    destination_position: "44.9, -85.4",
  });
  expect(toExportCells(row, DEFAULT_TEMPLATES.FPA.columns)).toContain("AuSable Paper");
  expect(
    toBoostDocument({ ...formatRowValues(row), is_delivered: true, estimated_volume: 27.4 })?.buyerName,
  ).toBe("AuSable Paper");
  expect(ticketRecordOutput.safeParse(record).error).toBeUndefined();
  expect(JSON.stringify([page, paper, record, row])).not.toContain(OFFICE);
});

test("a state's required mill address is met only by the destination's own address", async () => {
  await db.batch([db.write.update(job).set({ us_state_id: 45 }).where(eq(job.id, h.ids.job)).toSQL()]);
  const answered = async (id: number) => {
    const { rules } = await h.manager.call(getTicketChecklist, { id });
    return ["Name of the facility", "Its address"].map(
      (label) => rules.find((r) => r.label === label)?.there,
    );
  };
  expect(await answered(await loadTo("yard"))).toEqual([true, true]);
  expect(await answered(await loadTo("bare yard"))).toEqual([true, false]);
  expect(await answered(await loadTo("pin"))).toEqual([false, false]);
  expect(await answered(await loadTo("mill's pin"))).toEqual([true, false]);
});

test("the driver's name as on the license is printed, and only that meets Louisiana's license requirement", async () => {
  await db.batch([db.write.update(job).set({ us_state_id: 22 }).where(eq(job.id, h.ids.job)).toSQL()]);
  const hauled = {
    trip_ticket_status_id: STATUS.claimed,
    hauler_company_id: h.ids.hauler.id,
    hauler_user_id: h.hauler.actor.user?.id ?? null,
  };
  const account = h.hauler.actor.user;
  const name = `${account?.first_name} ${account?.last_name}`;
  const licensed = async (id: number) =>
    (await h.manager.call(getTicketChecklist, { id })).rules.find((r) => /Driver.*license/.test(r.label))
      ?.there;
  const plain = await h.ticket(hauled);
  expect((await outside(plain)).paper).toContain(`<dt>Driver</dt><dd>${name}</dd>`);
  expect(await licensed(plain)).toBe(false);
  const typed = await h.ticket({ ...hauled, driver_name: "Rob B" });
  const { paper, page, row } = await outside(typed);
  expect(paper).toContain("<dt>Driver</dt><dd>Rob B</dd>");
  expect(page).toContain("Rob B");
  expect(row).toMatchObject({ hauler_user: name, driver_name: "Rob B" });
  expect(await licensed(typed)).toBe(true);
});

test("paper shows the job's year and time zone, regardless of who prints it", async () => {
  await db.batch([db.write.update(job).set({ us_state_id: 22 }).where(eq(job.id, h.ids.job)).toSQL()]);
  const id = await h.ticket({
    trip_ticket_status_id: 2,
    hauler_company_id: h.ids.hauler.id,
    loaded_at: "2026-07-20T14:30:00.000Z",
    picked_up_at: "2026-11-20T15:00:00.000Z",
  });
  const { paper } = await outside(id);
  expect(paper).toContain("Fri, Nov 20, 2026, 9:00 AM Central time");
  expect(paper).toContain("Mon, Jul 20, 2026, 9:30 AM Central time");
});

test("a product that is a species group is always exported and printed with the group's name", async () => {
  await db.batch([
    db.write
      .update(jobProductMix)
      .set({ wood_species_id: null, wood_species_type_id: 1 })
      .where(and(eq(jobProductMix.job_destination_id, h.ids.sawlogsOnly)))
      .toSQL(),
  ]);
  const id = await h.ticket({ wood_species_id: null, wood_species_type_id: 1 });
  const { row, paper } = await outside(id);
  expect(row.wood_species_type).toBeTruthy();
  expect(row.wood_species).toBe(row.wood_species_type);
  expect(row.product).toBe(`${row.product_type}, ${row.wood_species_type}`);
  expect(paper).toContain(String(row.product));
});
