import { readdir, rm } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeUser } from "#db/factories";
import { crewPermission } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { readUpload } from "~/lib/files/upload.server";
import { printBook } from "~/modules/sheets/shared/sheets.server";
import { moveTicket } from "../../life-cycle/data/change-status.server";
import { getTicketPage } from "../../shared/detail.server";
import { keyPaper } from "../../shared/enter-load.server";
import { signQr } from "../../shared/qr.server";
import { getTicket } from "../../shared/record.server";
import { updateTicket } from "../../shared/update.server";
import { createTicket } from "./create.server";
import { getKeyForm } from "./key-form.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});
const folder = () => String(process.env.FILES_DIR);
afterAll(() => rm(folder(), { recursive: true, force: true }));

const paper = (more: object = {}) => ({
  job_id: h.ids.job,
  job_destination_id: h.ids.destination,
  product: "5-746-0",
  hauler_company_id: h.ids.hauler.id,
  dropped_off_at: "2026-10-01T13:05:00Z",
  gross_pounds: "80,000",
  tare_pounds: "30,000",
  ...more,
});
const files = async () =>
  (await readdir(folder(), { recursive: true, withFileTypes: true }).catch(() => [])).filter((f) =>
    f.isFile(),
  ).length;
async function withSlip(who: Harvest["manager"], bytes: Uint8Array, more: object = {}) {
  const body = new FormData();
  body.set("photo", new File([new Uint8Array(bytes)], "slip.jpg", { type: "image/jpeg" }));
  const { form, dispose } = await readUpload(
    new Request("http://x.test/", { method: "POST", body }),
    "photo",
    10,
  );
  const photo = String(form.get("photo"));
  return who.call(keyPaper, paper({ photo, ...more })).finally(dispose);
}
const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer();
/** Print a new one-sheet book that the office keeps. */
async function sheet() {
  await h.manager.call(printBook, { job_id: h.ids.job, sheets: 1 });
  const { rows } = await db.client.execute(
    "SELECT id, trip_ticket_number AS number FROM blank_sheet ORDER BY id DESC LIMIT 1",
  );
  return { id: Number(rows[0]?.id), number: Number(rows[0]?.number) };
}

test("the slip's photo is saved with the load, or neither is saved", async () => {
  const { id } = await withSlip(h.hauler, await picture());
  const page = await h.manager.call(getTicketPage, { id });
  expect(page.photos).toHaveLength(1);
  expect(page.history.map((entry) => entry.what)).toContain("Photo added");
  expect(await files()).toBe(2);
  const loads = async () => (await db.client.execute("SELECT count(*) AS n FROM trip_ticket")).rows[0]?.n;
  const before = await loads();
  const refused = await catchError(withSlip(h.hauler, Buffer.from("not a picture")));
  expect(refused.refusal.facts.fields).toHaveProperty("photo");
  await catchError(withSlip(h.hauler, await picture(), { tare_pounds: "90,000" }));
  expect([await loads(), await files()]).toEqual([before, 2]);
});

test("a crew that may not add photos keys the load without one", async () => {
  const { id, crew } = h.ids.manager;
  const photos = { entity_id: 20, can_read: true, can_create: false };
  await insertRow(db, crewPermission, { crew_id: crew, ...photos });
  const keeper = await actAs(db, await makeUser(db, {}, [crew]), id);
  const refused = await catchError(withSlip(keeper, await picture()));
  expect(refused.refusal.facts.fields).toHaveProperty("photo");
  await keeper.call(keyPaper, paper());
  expect((await keeper.call(getKeyForm, { job_id: h.ids.job })).may_photograph).toBe(false);
});

test("claiming a sheet saves the entries written on it", async () => {
  const { id: sheet_id } = await sheet();
  const written = {
    loader_name: "Pat Loader",
    loader_machine: "Prentice 2124",
    driver_name: "Jim R. Driver",
    truck_number: "17",
    truck_plate: "AB 12",
    trailer_plate: "T 9",
    loaded_at: "2026-10-01T11:30:00Z",
  };
  const claim = {
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
    product: "5-746-0",
    hauler_company_id: h.ids.hauler.id,
    blank_sheet_id: sheet_id,
    sheet_sig: signQr("sheet", sheet_id),
  };
  const future = await catchError(
    h.hauler.call(createTicket, { ...claim, ...written, loaded_at: "2199-10-01T11:30:00Z" }),
  );
  expect(future.refusal.facts.fields).toEqual({ loaded_at: ["This time is in the future."] });
  const { id } = await h.hauler.call(createTicket, { ...claim, ...written });
  expect((await h.hauler.call(getTicket, { id })).trip_ticket).toMatchObject({
    ...written,
    loaded_at: "2026-10-01T11:30:00.000Z",
  });
});

test("a delivered sheet can be keyed by a company that has its paper, and by no other without the code", async () => {
  const { id, number } = await sheet();
  const sig = signQr("sheet", id);
  const page = await h.hauler.call(getKeyForm, { job_id: h.ids.job, sheet_id: id, sig });
  expect([page.start.sheet_number, page.sheet_sig]).toEqual([String(number), sig]);
  const missing = await catchError(h.hauler.call(getKeyForm, { job_id: h.ids.job, sheet_id: id }));
  expect(missing.kind).toBe("missing");
  const keyed = (more: object) => h.hauler.call(keyPaper, paper({ sheet_number: number, ...more }));
  expect((await catchError(keyed({}))).kind).toBe("missing");
  const outcomeOf = await keyed({ sheet_sig: sig });
  const { trip_ticket } = await h.hauler.call(getTicket, { id: outcomeOf.id });
  expect([trip_ticket.trip_ticket_number, trip_ticket.trip_ticket_status_id]).toEqual([number, 3]);
});

test("loader, machine and loading time can be entered after the claim, on the way and after arrival", async () => {
  const id = await h.ticket({
    trip_ticket_status_id: 1,
    hauler_company_id: h.ids.hauler.id,
    cutter_company_id: h.ids.logger.id,
  });
  let version = 2;
  const tell = async (who: Harvest["manager"], name: string) => {
    await who.call(updateTicket, { id, version, loader_name: name, loader_machine: "Prentice 2124" });
    version += 1;
    expect((await h.manager.call(getTicket, { id })).trip_ticket.loader_name).toBe(name);
  };
  await tell(h.logger, "Pat");
  for (const verb of ["pickup", "dropoff"] as const) {
    await h.hauler.call(moveTicket, { id, verb, version });
    version += 1;
    await tell(h.logger, `Pat after ${verb}`);
  }
  await tell(h.hauler, "Jim");
  await tell(h.manager, "Office");
  for (const who of [h.mill, h.owner]) {
    const refused = await catchError(who.call(updateTicket, { id, version, loader_name: "Odd" }));
    expect(refused.kind).toBe("forbidden");
  }
  const plate = await catchError(h.logger.call(updateTicket, { id, version, truck_plate: "AB 12" }));
  expect(plate.kind).toBe("forbidden");
});
