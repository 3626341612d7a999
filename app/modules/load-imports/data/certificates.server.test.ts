import { expect, test } from "vitest";
import { insertRow } from "#db/factories";
import { certification, companyCertification } from "#db/schema";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { getDay } from "~/lib/time/time";
import { log } from "~/web/log.server";
import { importLoadsTask } from "../shared/runner.server";
import { addImport, mapImportColumns } from "./imports.server";
import { saveImport } from "./save.server";

const dayBefore = (n: number) => getDay(new Date(Date.now() - n * 86_400_000), "America/Detroit");

test("imported rows get their destination's certificate if it was valid on the row's day", async () => {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  const id = await insertRow(db, certification, {
    company_id: h.ids.manager.id,
    certification_type_id: 1,
    license: "FSC-C000001",
    product_claim_id: 1,
    expires_at: `${dayBefore(10)}T23:59:59.999Z`,
  });
  await insertRow(db, companyCertification, { company_id: h.ids.manager.id, certification_id: id });
  await db.batch([
    { sql: "INSERT INTO job_destination_certification VALUES (?, ?)", params: [h.ids.destination, id] },
  ]);
  const hauler = h.hauler.actor.company?.name ?? "";
  const row = (n: number) => `${dayBefore(n)},Mill yard,Pulpwood Aspen,"${hauler}",S${n},50000`;
  const { id: import_id, mapped } = await h.manager.call(addImport, {
    job_id: h.ids.job,
    text: ["Date,Mill,Product,Hauler,Scale ticket,Net", row(12), row(8)].join("\n"),
  });
  if (!mapped)
    await h.manager.call(mapImportColumns, {
      import_id,
      day: "Date",
      destination: "Mill",
      product: "Product",
      hauler: "Hauler",
      scale_ticket: "Scale ticket",
      net: "Net",
    });
  await h.manager.call(saveImport, { import_id });
  await runTaskNow(importLoadsTask, { db, now: () => new Date(), log }, { import: import_id });
  const { rows } = await db.client.execute(
    `SELECT t.scale_ticket_number AS slip, c.certification_id AS under FROM trip_ticket t
       LEFT JOIN trip_ticket_certification c ON c.trip_ticket_id = t.id ORDER BY slip`,
  );
  expect(rows.map((r) => ({ ...r }))).toEqual([
    { slip: "S12", under: id },
    { slip: "S8", under: null },
  ]);
});
