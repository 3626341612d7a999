import { expect, test } from "vitest";
import { insertRow } from "#db/factories";
import { certification, companyCertification } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { log } from "~/web/log.server";
import { getTicket } from "../../shared/record.server";
import { bulkActionTask } from "../../shared/runner.server";
import { readBulkOutcomes, selectTicketsFor } from "../testing/acts";
import { getBulkActionPage } from "./act-page.server";
import { startBulkAction } from "./bulk.server";

test("sets the certificates of many loads to the destination's, a chosen one, or none, with a preview", async () => {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  const certified = async (license: string, last: string | null) => {
    const id = await insertRow(db, certification, {
      company_id: h.ids.manager.id,
      certification_type_id: 1,
      license,
      product_claim_id: 1,
      expires_at: last,
    });
    await insertRow(db, companyCertification, { company_id: h.ids.manager.id, certification_id: id });
    return id;
  };
  const holds = await certified("FSC-C000001", null);
  const ended = await certified("FSC-C000002", "2024-03-31T23:59:59.999Z");
  await db.batch([
    { sql: "INSERT INTO job_destination_certification VALUES (?, ?)", params: [h.ids.destination, holds] },
  ]);
  const carried = async (id: number) =>
    (await h.manager.call(getTicket, { id })).certifications.map((c) => c.certification_id);
  const [a, b] = [
    await h.ticket(),
    await h.ticket({ job_destination_id: h.ids.sawlogsOnly, product_type_id: 1 }),
  ];
  await selectTicketsFor(h.manager, [a, b]);
  const page = await h.manager.call(getBulkActionPage, { act: "certification", certificate: "destination" });
  expect(page.choices.certificates).toContainEqual({
    value: ended,
    label: expect.stringMatching(/^FSC FSC-C000002, .+, expired /),
  });
  expect(page.tickets.map((t) => [t.changes.map((c) => c.selected), t.refused])).toEqual([
    [["FSC FSC-C000001, FSC 100%"], null],
    [[], "Its destination has no certificate."],
  ]);
  const carryOut = async (certificate: string) => {
    const { id } = await h.manager.call(startBulkAction, { act: "certification", ids: [a, b], certificate });
    await runTaskNow(bulkActionTask, { db, now: () => new Date(), log }, { run: id });
    const became = await readBulkOutcomes(h.manager, id);
    return [a, b].map((ticket) => became[ticket]?.[0]);
  };
  expect(await carryOut("destination")).toEqual(["done", "refused"]);
  expect(await carryOut(String(ended))).toEqual(["done", "done"]);
  expect([await carried(a), await carried(b)]).toEqual([[ended], [ended]]);
  expect(await carryOut("none")).toEqual(["done", "done"]);
  expect(await carryOut("none")).toEqual(["unchanged", "unchanged"]);
  const bare = await catchError(h.manager.call(startBulkAction, { act: "certification", ids: [a] }));
  expect(bare.refusal.facts.fields).toEqual({ certificate: ["Choose a certificate"] });
  await selectTicketsFor(h.hauler, [a]);
  expect((await h.hauler.call(getBulkActionPage, { act: "certification" })).choices.certificates).toEqual([]);
});
