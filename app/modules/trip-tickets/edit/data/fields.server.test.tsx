import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { readExportRows } from "~/modules/exports/data/rows.server";
import { ALL_COLUMNS, toExportCells } from "~/modules/exports/rules/columns";
import { fieldLabel } from "~/modules/history/rules/history";
import { TicketSheet } from "../../paper/ui/ticket-sheet";
import {
  EDIT_SECTION_NAMES,
  EDIT_SECTIONS,
  type EditField,
  type EditSection,
  PLAIN_FIELDS,
} from "../../rules/edit-boxes";
import { ticketRecordOutput } from "../../rules/ticket-output";
import { STATUS } from "../../rules/trip-ticket";
import { getTicketPage } from "../../shared/detail.server";
import { printTickets } from "../../shared/paper.server";
import { getTicket } from "../../shared/record.server";
import { updateTicket } from "../../shared/update.server";
import { TicketBoxes } from "../../ui/ticket-boxes";
import { getEditPage } from "./edit-page.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const boxOf = (name: string) =>
  EDIT_SECTION_NAMES.find((box) => EDIT_SECTIONS[box].fields.some((f) => f.name === name)) as EditSection;
const SPECIAL: Record<string, string | number> = {
  log_rule: "DOYLE",
  latitude: 44.8361,
  longitude: -84.8203,
};
/** Return the value as formatted on pages and paper. */
const worded = (name: string) => (name === "log_rule" ? "Doyle" : String(typed(name)));
const typed = (name: string) => SPECIAL[name] ?? `Typed ${name}`.slice(0, 40);

describe("a typed field of a ticket", () => {
  test.each(PLAIN_FIELDS)(
    "%s is saved, returned by the API, and shown in history, on the page, in the edit form and on paper",
    async (name) => {
      const id = await h.ticket({ deduction_pounds: 20 });
      const value = typed(name);
      const partner = {
        latitude: { longitude: -84.8203 },
        longitude: { latitude: 44.8361 },
        // A log rule counts board feet; it isn't accepted with tons.
        log_rule: { scaled_volume: "11", scaled_wood_unit_type_id: 1 },
      }[name as string];
      await h.manager.call(updateTicket, { id, version: 2, ...partner, [name]: value });

      const record = await h.manager.call(getTicket, { id });
      expect((record.trip_ticket as Record<string, unknown>)[name]).toBe(value);
      expect(ticketRecordOutput.safeParse(record).error).toBeUndefined();

      const page = await h.manager.call(getTicketPage, { id });
      const [entry] = page.history;
      const diff = entry?.diffs.find((d) => d.field === fieldLabel(name));
      // The entry's first line describes a single change in full.
      if (diff) expect(diff).toMatchObject({ saved: "—", updated: worded(name) });
      else expect(entry?.what).toBe(`${fieldLabel(name)}: ${worded(name)}`);
      expect(renderToStaticMarkup(<TicketBoxes ticket={page} />)).toContain(worded(name));

      const edit = await h.manager.call(getEditPage, { id, box: boxOf(name) });
      expect(edit.fields.find((f) => f.name === name)?.value).toBe(String(value));

      const [sheet] = await h.manager.call(printTickets, { ids: [id] });
      if (!sheet) throw new Error("no sheet");
      expect(renderToStaticMarkup(<TicketSheet sheet={sheet} paper="letter" />)).toContain(worded(name));
    },
  );

  // Exports omit the landing's position, because files get passed around.
  test.each(PLAIN_FIELDS.filter((name) => name !== "latitude" && name !== "longitude"))(
    "%s is in an export of all columns",
    async (name) => {
      const id = await h.ticket({ [name]: typed(name) });
      const ctx = { read: db.read, actor: h.manager.actor } as Parameters<typeof readExportRows>[0];
      for await (const [row] of readExportRows(ctx, [id]))
        expect(row && toExportCells(row, ALL_COLUMNS)).toContain(typed(name));
    },
  );

  test.each(PLAIN_FIELDS)("%s is cleared by null", async (name) => {
    const id = await h.ticket({ [name]: typed(name) });
    await h.manager.call(updateTicket, { id, version: 2, [name]: null });
    const { trip_ticket } = await h.manager.call(getTicket, { id });
    expect((trip_ticket as Record<string, unknown>)[name]).toBeNull();
  });
});

describe("a box's edit link", () => {
  const WHO = ["manager", "owner", "logger", "hauler", "second", "mill"] as const;

  test.each([7, 6, 1, 2, 5, 3, 4] as const)(
    "the edit link of a box is shown at status %i exactly if its edit page opens",
    async (status) => {
      const id = await h.ticket({
        trip_ticket_status_id: status,
        cutter_company_id: h.ids.logger.id,
        skidder_company_id: h.ids.logger.id,
        hauler_company_id: [7, 6].includes(status) ? null : h.ids.hauler.id,
      });
      for (const who of WHO) {
        const page = await h[who].call(getTicketPage, { id }).catch(() => null);
        if (!page) continue;
        const opened: EditSection[] = [];
        for (const box of EDIT_SECTION_NAMES) {
          const answer = h[who].call(getEditPage, { id, box });
          if (await answer.catch(() => null)) opened.push(box);
          else expect((await catchError(answer)).kind).toBe("forbidden");
        }
        const html = renderToStaticMarkup(<TicketBoxes ticket={page} />);
        const linked = [...html.matchAll(/\/edit\/(\w+)"/g)]
          .map((m) => m[1])
          .filter((b) => b !== "certification");
        expect([who, linked.sort()]).toEqual([who, opened.sort()]);
      }
    },
  );
});

test("no field appears in two boxes of the ticket", () => {
  const fields: EditField[] = EDIT_SECTION_NAMES.flatMap((box) => [...EDIT_SECTIONS[box].fields]);
  expect(new Set(fields.map((f) => f.name)).size).toBe(fields.length);
});

test("boxes are ordered by importance: destination first until the load is weighed, then measures first", async () => {
  const titles = async (values: Parameters<Harvest["ticket"]>[0]) => {
    const page = await h.manager.call(getTicketPage, { id: await h.ticket(values) });
    const html = renderToStaticMarkup(<TicketBoxes ticket={page} />);
    return [...html.matchAll(/<h2>([^<]+)<\/h2>|class="(facts figures|stack aside)"/g)].map(
      (m) => m[1] ?? m[2],
    );
  };
  const beside = ["stack aside", "Ticket", "Job", "Logger/Cutter", "Skidder/Forwarder", "Certification"];
  const weighed = await titles({
    trip_ticket_status_id: STATUS.completed,
    dropped_off_at: "2026-11-16T19:05:00Z",
    scale_ticket_number: "G1",
  });
  expect(weighed.filter((title) => title !== "Settlement")).toEqual([
    "Details",
    "facts figures",
    "Destination",
    "Trucker",
    ...beside,
  ]);
  const open = await titles({ trip_ticket_status_id: STATUS.available });
  expect(open.filter((title) => title !== "Settlement")).toEqual([
    "Destination",
    "Trucker",
    "Details",
    ...beside,
  ]);
});
