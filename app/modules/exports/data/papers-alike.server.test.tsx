import { eq } from "drizzle-orm";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { company, job } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { toWinAnsi } from "~/lib/text/win-ansi";
import { SIGNATURE_LABELS } from "~/modules/trip-tickets/paper/rules/sheet-blocks";
import { TicketSheet } from "~/modules/trip-tickets/paper/ui/ticket-sheet";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { printTickets, type Sheet } from "~/modules/trip-tickets/shared/paper.server";
import { grantExportFeature, readBytes } from "../testing/exporting.server";
import { readPdfPages } from "../testing/pdf-text";
import { downloadShortExport } from "./exports.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await grantExportFeature(db, h.ids.manager.id, new Date());
});

const FULL = {
  trip_ticket_status_id: STATUS.completed,
  scaled_volume: 25_000,
  scaled_wood_unit_type_id: 2,
  gross_pounds: 82_000,
  tare_pounds: 30_000,
  net_pounds: 51_000,
  deduction_pounds: 1_000,
  deduction_class: "Rot and more rot than anybody would want to have in one load of wood at all",
  scale_ticket_number: "A-1178",
  picked_up_at: "2026-11-16T15:05:00.000Z",
  loaded_at: "2026-11-16T14:40:00.000Z",
  dropped_off_at: "2026-11-16T19:05:00.000Z",
  scaled_at: "2026-11-16T19:20:00.000Z",
  driver_name: "Robert Žeļez Beaulieu",
  loader_name: "Ann Koski",
  loader_machine: "Prentice 2384",
  truck_number: "12",
  truck_plate: "LOG 4711",
  trailer_plate: "TR 99",
  latitude: 44.8361,
  longitude: -84.8203,
};

/** Remove spaces from visible text, since the page and the PDF place them differently. */
const bare = (text: string) => text.replace(/\s+/g, "");
const words = (html: string) =>
  toWinAnsi(
    html
      .replace(/<[^>]+>/g, " ")
      .replace(/&#x27;/g, "'")
      .replace(/&amp;/g, "&"),
  );

async function bothPapers(id: number): Promise<{ sheet: Sheet; html: string; pdf: string; pages: number }> {
  const [sheet] = await h.manager.call(printTickets, { ids: [id] });
  if (!sheet) throw new Error("no sheet");
  const input = { kind: "pdf_pages", query: `ids=${id}`, columns: "standard" } as const;
  const pages = await readPdfPages(await readBytes((await h.manager.call(downloadShortExport, input)).body));
  return {
    sheet,
    html: renderToStaticMarkup(<TicketSheet sheet={sheet} paper="letter" />),
    pdf: pages.join(" "),
    pages: pages.length,
  };
}

/** Return the text with all terms and values in order, from the first heading to the tear-off part. */
const body = (text: string) => bare(text.slice(text.indexOf("Trip Ticket Details")));

test.each([
  ["full", FULL],
  ["empty", {}],
])(
  "the printed page and the PDF have the same content for a %s ticket, field by field",
  async (_, values) => {
    const { sheet, html, pdf, pages } = await bothPapers(await h.ticket(values));
    expect(pages).toBe(1);
    expect(body(pdf)).toBe(body(words(html)));
    const top = bare(pdf.slice(0, pdf.indexOf("Trip Ticket Details")));
    const lines = [`Trip Ticket #${sheet.number}`, sheet.typed_address, sheet.in_words, sheet.land_manager];
    for (const text of lines) expect(top).toContain(bare(toWinAnsi(text)));
    for (const who of SIGNATURE_LABELS) expect(body(pdf)).toContain(who);
    if (values === FULL)
      for (const text of ["25 tons", "51,000 lb", "2026", "Eastern time", "elez Beaulieu"])
        expect(body(pdf)).toContain(bare(text));
  },
);

test("a fact that the job's state requires but that is unknown prints as a blank line, on page and PDF", async () => {
  const before = await bothPapers(await h.ticket());
  expect(before.html).not.toContain("Loader machine");
  await db.batch([db.write.update(job).set({ us_state_id: 22 }).where(eq(job.id, h.ids.job)).toSQL()]);
  const { html, pdf } = await bothPapers(await h.ticket({ hauler_user_id: h.hauler.actor.user?.id }));
  for (const term of ["Loader machine", "Loaded", "Name on license"]) {
    expect(html).toContain(`<dt>${term}</dt>`);
    expect(bare(pdf)).toContain(bare(term));
  }
  expect(html).toMatch(/<dt>Loader machine<\/dt><dd><span class="write"><\/span><\/dd>/);
  expect(body(pdf)).toBe(body(words(html)));
});

test("a PDF with a missing logo shows the land manager's name instead", async () => {
  const gone = "/companies/1/logo/00000000-0000-0000-0000-000000000000";
  await db.batch([
    db.write.update(company).set({ logo_url: gone }).where(eq(company.id, h.ids.manager.id)).toSQL(),
  ]);
  const { sheet, pdf } = await bothPapers(await h.ticket());
  expect(sheet.logo_url).toBe(gone);
  expect(bare(pdf)).toContain(bare(toWinAnsi(sheet.land_manager)));
});
