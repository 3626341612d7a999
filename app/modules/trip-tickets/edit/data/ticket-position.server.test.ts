import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { INVALID_COORDINATES_MESSAGE } from "~/lib/geo/location";
import { STATUS } from "../../rules/trip-ticket";
import { getTicketPage } from "../../shared/detail.server";
import { getTicketPlace, setTicketPlace } from "./ticket-position.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await db.client.execute({
    sql: "UPDATE job SET latitude = 44.8, longitude = -84.8 WHERE id = ?",
    args: [h.ids.job],
  });
});

const available = () => h.ticket({ trip_ticket_status_id: STATUS.available });
const PLACE = "44.75, -84.75";

describe("a load's own position", () => {
  it("the position is set over the job's land, found from a typed place, shown as loading location, and removed", async () => {
    const id = await available();
    const page = await h.manager.call(getTicketPlace, { id });
    expect([page.saved, page.editor.county?.id]).toEqual(["", 26039]);
    expect(page.editor.drawing.marks).toHaveLength(1);
    const empty = await catchError(h.manager.call(setTicketPlace, { id, version: page.version + 1 }));
    expect(empty.refusal.facts.fields).toEqual({ coordinates: ["Please drop a pin on the map"] });
    const { editor } = await h.manager.call(getTicketPlace, { id, place: "2 miles north of Grayling" });
    expect(editor.finding.places?.[0]?.name).toBe("2 miles N of Grayling");

    const input = { id, version: page.version + 1, coordinates: PLACE };
    await h.manager.call(setTicketPlace, input);
    const shown = await h.hauler.call(getTicketPage, { id });
    expect([shown.loaded_from, shown.location]).toEqual(["44.75, -84.75", "44.75, -84.75"]);
    expect((await catchError(h.manager.call(setTicketPlace, input))).kind).toBe("stale");
    const again = await h.manager.call(getTicketPlace, { id });
    expect(again.saved).toBe("44.750000, -84.750000");
    await h.manager.call(setTicketPlace, { id, version: again.version + 1, coordinates: "" });
    expect((await h.manager.call(getTicketPage, { id })).location).toBeNull();
  });

  it("an unreadable position is refused with a message", async () => {
    const id = await available();
    for (const coordinates of ["by the old mill", "95, -84"]) {
      const { refusal } = await catchError(h.manager.call(setTicketPlace, { id, version: 2, coordinates }));
      expect(refusal.facts.fields).toEqual({ coordinates: [INVALID_COORDINATES_MESSAGE] });
    }
  });

  it("the position is editable by the job's office, and by the load's cutter until the load is claimed", async () => {
    const cut = { cutter_company_id: h.ids.logger.id };
    const id = await h.ticket({ trip_ticket_status_id: STATUS.available, ...cut });
    const place = { id, version: 2, coordinates: PLACE };
    const kinds = async (who: Pick<Harvest["manager"], "call">, of = place) =>
      Promise.all(
        [who.call(getTicketPlace, { id: of.id }), who.call(setTicketPlace, { ...of, version: 99 })].map(
          async (query) => (await catchError(query)).kind,
        ),
      );
    expect(await kinds(h.hauler)).toEqual(["forbidden", "forbidden"]);
    expect(await kinds(h.mill)).toEqual(["forbidden", "forbidden"]);
    expect(await kinds(h.rival)).toEqual(["missing", "missing"]);
    await h.logger.call(setTicketPlace, place);
    const claimed = await h.ticket({
      trip_ticket_status_id: STATUS.claimed,
      hauler_company_id: h.ids.hauler.id,
      ...cut,
    });
    expect(await kinds(h.logger, { ...place, id: claimed })).toEqual(["forbidden", "forbidden"]);
    await h.manager.call(setTicketPlace, { ...place, id: claimed });
  });

  it("the position is edited on a map without the job's land if the crew may not read jobs", async () => {
    const id = await available();
    const blind = await actWithoutPermissions(db, h.ids.manager.id, "job.read");
    const { editor } = await blind.call(getTicketPlace, { id });
    expect([editor.drawing.marks, editor.drawing.areas]).toEqual([[], []]);
  });
});
