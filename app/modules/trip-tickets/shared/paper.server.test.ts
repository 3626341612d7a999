import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createSignedOutActor } from "~/web/actor.server";
import { runProcedure } from "~/web/run-procedure.server";
import { createTicket } from "../create/data/create.server";
import { verifyTicket } from "../paper/data/verify.server";
import { printTickets } from "./paper.server";
import { signQr, verifyQrSignature } from "./qr.server";
import { updateTicket } from "./update.server";

let db: Database;
let h: Harvest;
let ticket: number;
beforeAll(async () => {
  db = await openTestDatabase();
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
type Code = { id: number; sig: string; p?: string; history?: string };
/** Result of a signed-out roadside scan of a sheet. */
const scan = (code: Code) =>
  runProcedure(verifyTicket, { db, actor: createSignedOutActor(null), now: new Date(), address: "" }, code);
/** Print a ticket now and return the code on its paper. */
async function print(id: number) {
  const [sheet] = await h.manager.call(printTickets, { ids: [id] });
  const { pathname, searchParams } = new URL(sheet?.address ?? "");
  expect(pathname).toBe(`/trip-tickets/${id}`);
  return { id, sig: searchParams.get("sig") ?? "", p: searchParams.get("p") ?? "", sheet };
}
/** Return only the code, as a scanner reads it. */
const codeOf = async (id: number) => {
  const { sheet: _sheet, ...code } = await print(id);
  return code;
};
/** Return the result of scanning the code of a genuine ticket that isn't deleted. */
async function told(code: Code) {
  const answer = await scan(code);
  if (answer.forged || answer.withdrawn) throw new Error("not genuine");
  return answer;
}
const factsOf = (t: Awaited<ReturnType<typeof told>>) =>
  Object.fromEntries(t.facts.map((fact) => [fact.term, fact]));

describe("signature of a printed sheet", () => {
  test("a signature is valid only for its own ticket, exactly as printed", () => {
    const sig = signQr("trip-ticket", 7);
    expect(sig).toMatch(/^t1\.[\w-]{22}$/);
    expect(verifyQrSignature("trip-ticket", 7, sig)).toBe(true);
    const other = sig.endsWith("A") ? "B" : "A";
    for (const wrong of [
      signQr("trip-ticket", 8),
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
      expect([wrong, verifyQrSignature("trip-ticket", 7, wrong)]).toEqual([wrong, false]);
  });

  test("a signature is valid only for the printed values, and never for another kind of sheet", () => {
    const sig = signQr("trip-ticket", 7, "a.b");
    expect(verifyQrSignature("trip-ticket", 7, sig, "a.b")).toBe(true);
    for (const printed of ["", "a.c", "a.b.", "7:a.b"])
      expect(verifyQrSignature("trip-ticket", 7, sig, printed)).toBe(false);
    expect(verifyQrSignature("trip-ticket", 7, signQr("trip-ticket", 7), "a.b")).toBe(false);
    expect(verifyQrSignature("sheet", 7, signQr("trip-ticket", 7))).toBe(false);
  });
});

describe("a person who scans a sheet", () => {
  test("sees the load's details, but no company, person or price", async () => {
    const { sheet, ...code } = await print(ticket);
    const answer = await told(code);
    expect(answer).toMatchObject({ intact: true, number: sheet?.number, state: "not picked up", told: true });
    expect(answer.facts.map(({ term }) => term)).toEqual([
      "Number",
      "Product",
      "Species",
      "County",
      "Destination",
      "Estimated",
    ]);
    const text = JSON.stringify(answer);
    for (const who of [h.manager, h.hauler, h.logger])
      expect(text).not.toContain(`"${who.actor.company?.name}"`);
  });

  test("sees that a code isn't genuine if one letter differs or the code is another ticket's", async () => {
    const { id, sig, p } = await codeOf(ticket);
    const other = await codeOf(await makeLoad());
    const changed = (text: string, index: number) =>
      `${text.slice(0, index)}${text[index] === "1" ? "2" : "1"}${text.slice(index + 1)}`;
    const wrong = [
      ...[...p].map((_, index) => ({ id, sig, p: changed(p, index) })),
      ...[...sig].map((_, index) => ({ id, sig: changed(sig, index), p })),
      { id, sig, p: "" },
      { id, sig: signQr("trip-ticket", id), p },
      { id, sig: "", p },
      { id: other.id, sig, p },
      { id, sig: other.sig, p: other.p },
      { id, sig: other.sig, p },
      { id: 987_654, sig: signQr("trip-ticket", 987_654), p: "" },
    ];
    for (const code of wrong) expect([code, await scan(code)]).toEqual([code, { forged: true }]);
  });

  test("sees only the number of a deleted ticket, and that it was withdrawn", async () => {
    const code = await codeOf(await makeLoad());
    await db.batch([{ sql: "UPDATE trip_ticket SET is_deleted = 1 WHERE id = ?", params: [code.id] }]);
    expect(await scan(code)).toEqual({ forged: false, withdrawn: true, number: expect.any(Number) });
  });

  test.each([
    [1, "not picked up"],
    [2, "on the way"],
    [3, "delivered"],
    [4, "cancelled"],
    [5, "on the way"],
    [6, "not picked up"],
    [7, "not picked up"],
  ] as const)("sees the current state of a load at status %i: %s", async (trip_ticket_status_id, state) => {
    expect(await told(await codeOf(await h.ticket({ trip_ticket_status_id })))).toMatchObject({ state });
  });

  test("sees the printed value next to one that changed afterwards", async () => {
    const id = await makeLoad();
    await h.manager.call(updateTicket, {
      id,
      version: 2,
      gross_pounds: 80_000,
      tare_pounds: 30_000,
    });
    const code = await codeOf(id);
    expect(factsOf(await told(code)).Net).toEqual({ term: "Net", now: "50,000 lb", printed: undefined });
    expect((await told(code)).history).toMatchObject({ changes: 0 });
    await h.manager.call(updateTicket, { id, version: 3, gross_pounds: 79_000 });
    const later = await told(code);
    expect(factsOf(later).Net).toEqual({ term: "Net", now: "49,000 lb", printed: "50,000 lb" });
    expect(later.history).toMatchObject({ changes: 1 });
    expect(later.intact).toBe(true);
    // A code printed by an older version contains no values: the number is genuine, and no printed values are reported.
    const old = await told({ id, sig: signQr("trip-ticket", id) });
    expect([old.told, factsOf(old).Net]).toEqual([
      false,
      { term: "Net", now: "49,000 lb", printed: undefined },
    ]);
  });

  test("may check the printed history code, character by character", async () => {
    const id = await makeLoad();
    const { sheet, ...code } = await print(id);
    const hash = sheet?.short_hash ?? "";
    expect((await told({ ...code, history: ` ${hash.toUpperCase()} ` })).typed).toEqual({
      text: hash,
      changes: 0,
    });
    await h.manager.call(updateTicket, { id, version: 2, scale_ticket_number: "A1" });
    expect((await told({ ...code, history: hash })).typed).toEqual({ text: hash, changes: 1 });
    const wrong = `${hash.slice(0, -1)}${hash.endsWith("0") ? "1" : "0"}`;
    expect((await told({ ...code, history: wrong })).typed).toEqual({ text: wrong, changes: null });
    expect((await told({ ...code, history: hash.slice(0, 6) })).typed).toMatchObject({ changes: null });
  });

  test("is warned if the load was changed without a history entry", async () => {
    const code = await codeOf(await makeLoad());
    expect(await told(code)).toMatchObject({ intact: true });
    await db.batch([
      {
        sql: "UPDATE trip_ticket SET scaled_volume = 77770, scaled_wood_unit_type_id = 2 WHERE id = ?",
        params: [code.id],
      },
    ]);
    expect(await told(code)).toMatchObject({ intact: false });
  });

  test("is warned if the ticket's history was tampered with", async () => {
    const code = await codeOf(await makeLoad());
    await db.batch([
      { sql: "DROP TRIGGER audit_entry_update_check", params: [] },
      {
        sql: "UPDATE audit_entry SET created_at = '2026-01-01T00:00:00.000Z' WHERE trip_ticket_id = ?",
        params: [code.id],
      },
    ]);
    expect(await told(code)).toMatchObject({ intact: false });
  });
});
