import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { refusalOf } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { testDatabase } from "#db/testing/test-database";
import { qrAddress, signatureHolds, signatureOf } from "~/core/tickets/qr.server";
import { signedOutActor } from "~/web/actor.server";
import { perform } from "~/web/perform.server";
import { createTicket } from "./create.server";
import { printTickets, verifyTicket } from "./paper.server";

let db: Database;
let h: Harvest;
let ticket: number;
beforeAll(async () => {
  db = await testDatabase();
  h = await makeHarvest(db);
  ticket = await makeLoad();
});
const makeLoad = async () =>
  (
    await h.manager.call(createTicket, {
      job_id: h.ids.job,
      job_destination_id: h.ids.destination,
      product: "5-746-0",
    })
  ).id;
/** What someone at the roadside sees when they scan a sheet. */
const scan = (id: number, sig: string) =>
  perform(verifyTicket, { db, actor: signedOutActor(null), now: new Date(), address: "" }, { id, sig });

describe("a sheet's signature", () => {
  test("holds for its own ticket alone, exactly as printed", () => {
    const sig = signatureOf("trip-ticket", 7);
    expect(sig).toMatch(/^t1\.[\w-]{22}$/);
    expect(signatureHolds("trip-ticket", 7, sig)).toBe(true);
    const other = sig.endsWith("A") ? "B" : "A";
    for (const wrong of [
      signatureOf("trip-ticket", 8),
      sig.slice(0, -1),
      `${sig}A`,
      `${sig.slice(0, -1)}${other}`,
      sig.toUpperCase(),
      sig.replace("t1.", "t2."),
      sig.replace("t1.", ""),
      "t1.",
      "",
      null,
    ])
      expect([wrong, signatureHolds("trip-ticket", 7, wrong)]).toEqual([wrong, false]);
  });
});

describe("who scans a sheet", () => {
  test("sees what the load is, and no company, person or price", async () => {
    const [sheet] = await h.manager.call(printTickets, { ids: [ticket] });
    const sig = new URL(sheet?.address ?? "").searchParams.get("sig") ?? "";
    expect(sheet?.address).toBe(qrAddress(ticket));
    const told = await scan(ticket, sig);
    expect(told).toMatchObject({ withdrawn: false, intact: true, number: sheet?.number });
    expect(Object.keys(told).sort()).toEqual(
      "certifications county destination intact modified number product scaled scientific_name status volume withdrawn".split(
        " ",
      ),
    );
  });

  test("sees nothing without the sheet's own signature", async () => {
    const other = await makeLoad();
    for (const sig of ["", "t1.", signatureOf("trip-ticket", other)])
      expect((await refusalOf(scan(ticket, sig))).kind).toBe("missing");
    expect((await refusalOf(scan(987_654, signatureOf("trip-ticket", 987_654)))).kind).toBe("missing");
  });

  test("sees only the number of a deleted ticket, and that it was withdrawn", async () => {
    const id = await makeLoad();
    await db.batch([{ sql: "UPDATE trip_ticket SET is_deleted = 1 WHERE id = ?", params: [id] }]);
    expect(await scan(id, signatureOf("trip-ticket", id))).toEqual({
      withdrawn: true,
      number: expect.any(Number),
    });
  });

  test("is warned where the load was changed and its history was not", async () => {
    const id = await makeLoad();
    const sig = signatureOf("trip-ticket", id);
    expect(await scan(id, sig)).toMatchObject({ intact: true });
    await db.batch([
      {
        sql: "UPDATE trip_ticket SET scaled_volume = 77770, scaled_wood_unit_type_id = 2 WHERE id = ?",
        params: [id],
      },
    ]);
    expect(await scan(id, sig)).toMatchObject({ intact: false });
  });

  test("is warned where the ticket's history was tampered with", async () => {
    const id = await makeLoad();
    await db.batch([
      { sql: "DROP TRIGGER audit_entry_stays", params: [] },
      {
        sql: "UPDATE audit_entry SET created_at = '2026-01-01T00:00:00.000Z' WHERE trip_ticket_id = ?",
        params: [id],
      },
    ]);
    expect(await scan(id, signatureOf("trip-ticket", id))).toMatchObject({ intact: false });
  });
});
