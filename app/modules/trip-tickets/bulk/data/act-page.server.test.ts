import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { clearPicked, pickOnPage } from "../../selection/data/selection.server";
import { getBulkActionPage } from "./act-page.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const pick = async (who: Harvest["manager"], ids: number[]) => {
  await who.call(clearPicked, { sure: "yes" });
  await who.call(pickOnPage, { shown: ids.join(","), ids });
};

test("a company that only sees a load isn't offered the job's other mills, companies and people", async () => {
  const a = await h.ticket();
  const offers = async (who: Harvest["manager"], act: "destination" | "assignment", hauler?: number) => {
    await pick(who, [a]);
    const { choices } = await who.call(getBulkActionPage, { act, hauler_company_id: hauler });
    return {
      destinations: choices.destinations.flatMap((d) => d.options.map((o) => o.value)),
      companies: Object.values(choices.companies).flatMap((c) => c.map((o) => o.value)),
      people: Object.values(choices.people).flatMap((p) => p.map((o) => o.value)),
    };
  };
  const { hauler, second } = h.ids;
  const none = { destinations: [], companies: [], people: [] };
  for (const who of [h.mill, h.owner, h.hauler]) expect(await offers(who, "destination")).toEqual(none);
  for (const who of [h.mill, h.owner]) expect(await offers(who, "assignment", second.id)).toEqual(none);
  expect(await offers(h.hauler, "assignment", second.id)).toEqual({ ...none, companies: [hauler.id] });
  expect(await offers(h.hauler, "assignment", hauler.id)).toEqual({
    ...none,
    companies: [hauler.id],
    people: [h.hauler.actor.user?.id],
  });
  expect((await offers(h.manager, "destination")).destinations).toHaveLength(2);
  const office = await offers(h.manager, "assignment", second.id);
  expect(office.companies).toEqual(expect.arrayContaining([hauler.id, second.id, h.ids.logger.id]));
  expect(office.people).toEqual([h.second.actor.user?.id]);
  // The creator of an Available load may still choose the load's destination, as on the load's own page.
  const written = await h.ticket({ creator_company_id: h.ids.logger.id, cutter_company_id: h.ids.logger.id });
  await pick(h.logger, [written]);
  const { choices } = await h.logger.call(getBulkActionPage, { act: "destination" });
  expect(choices.destinations.map((d) => d.options.length)).toEqual([2]);
});

test("the preview matches the result of saving, including refusals and their reasons", async () => {
  const [open, road] = [
    await h.ticket(),
    await h.ticket({ trip_ticket_status_id: 2, hauler_company_id: h.ids.second.id }),
  ];
  await pick(h.manager, [open, road]);
  const complete = await h.manager.call(getBulkActionPage, { act: "status", trip_ticket_status_id: 3 });
  expect(complete.tickets.map((t) => [t.id, t.refused, t.changes.map((c) => c.what)])).toEqual([
    [open, "An Available ticket cannot become Completed", []],
    [road, null, ["Status", "Dropped off"]],
  ]);
  const assigned = await h.manager.call(getBulkActionPage, {
    act: "assignment",
    hauler_company_id: h.ids.hauler.id,
    hauler_user_id: h.second.actor.user?.id,
  });
  expect(assigned.tickets.map((t) => t.refused)).toEqual([
    "This person doesn't drive for that company.",
    "This person doesn't work for that company.",
  ]);
  const actPage = await h.manager.call(getBulkActionPage, {
    act: "assignment",
    hauler_company_id: h.ids.hauler.id,
  });
  expect(actPage.tickets[0]?.changes.slice(0, 1)).toEqual([
    { what: "Status", original: "Available", selected: "Claimed" },
  ]);
  const deletion = await h.manager.call(getBulkActionPage, { act: "deletion" });
  expect(deletion.tickets.map((t) => t.refused !== null)).toEqual([false, true]);
  const unchosen = await h.manager.call(getBulkActionPage, { act: "status" });
  expect(unchosen.tickets.every((t) => t.changes.length === 0 && t.refused === null)).toBe(true);
});
