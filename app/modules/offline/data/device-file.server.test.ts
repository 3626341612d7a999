import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeUser } from "#db/factories";
import { submission } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { listAdminActions } from "~/modules/admin/data/acts.server";
import { buildOutboxFile } from "../rules/outbox-file";
import { createQueuedForm } from "../rules/testing/kept-form";
import { readDeviceFile, recordFormsSentForWriter } from "./device-file.server";

const REASON = "The phone is broken";
const ID = "form-12345";
let db: Database;
let h: Harvest;
let boss: Awaited<ReturnType<typeof actAs>>;
let driver: number;
beforeEach(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  boss = await actAs(db, await makeUser(db, { is_super_user: true }, []), null);
  driver = await makeUser(db, {}, [h.ids.hauler.admins]);
});

const form = (id = ID, more: Parameters<typeof createQueuedForm>[0] = {}) =>
  createQueuedForm({
    id,
    user: String(driver),
    company: String(h.ids.hauler.id),
    action: "/jobs/1/comments",
    fields: [
      ["submission_id", id],
      ["content", "Soft landing"],
      ["hauler_company_id", String(h.ids.hauler.id)],
    ],
    ...more,
  });
const read = (...forms: ReturnType<typeof createQueuedForm>[]) =>
  boss.call(readDeviceFile, { file: buildOutboxFile(forms) });
const arrived = (actor: string) =>
  insertRow(db, submission, {
    actor,
    submission_id: ID,
    route: "/jobs/1/comments",
    body_hash: "x",
    body: "{}",
    outcome: "applied",
    result: "{}",
    received_at: "2026-11-16T12:00:00.000Z",
  });

test("a form counts as arrived only if the server has its id from its own writer at the same company", async () => {
  await arrived(`u${driver}c${h.ids.rival.id}`);
  await arrived(`u${driver + 1}c${h.ids.hauler.id}`);
  const [before] = (await read(form())).groups;
  expect(before?.forms).toMatchObject([{ id: ID, head: "Comment", has_arrived: false, files: [] }]);
  await arrived(`u${driver}c${h.ids.hauler.id}`);
  expect((await read(form())).groups[0]?.forms[0]?.has_arrived).toBe(true);
});

test("groups forms by their writer and company, and shows their fields as text", async () => {
  const { groups } = await read(form(), form("form-67890", { company: String(h.ids.rival.id) }));
  expect(
    groups.map(({ writer, forms }) => [writer?.company_id, Boolean(writer?.mayNot), forms.length]),
  ).toEqual([
    [h.ids.hauler.id, false, 1],
    [h.ids.rival.id, true, 1],
  ]);
  const [[, comment] = [], [label, company] = []] = groups[0]?.forms[0]?.fields ?? [];
  expect([comment, label, company === groups[0]?.writer?.company]).toEqual(["Soft landing", "Hauler", true]);
});

test("shows a product by its name, and an unknown product key as typed", async () => {
  const typed = async (product: string) => {
    const fields: [string, string][] = [
      ["submission_id", ID],
      ["product", product],
    ];
    return (await read(form(ID, { fields }))).groups[0]?.forms[0]?.fields;
  };
  expect(await typed("5-746-0")).toEqual([["Product", "Pulpwood, quaking aspen"]]);
  expect(await typed("999-746-0")).toEqual([["Product", "999-746-0"]]);
});

test("refuses a whole file if a form's id differs from its content, or occurs twice", async () => {
  const other = { ...form("form-67890"), id: ID };
  for (const forms of [[other], [form(), form()]])
    expect(await catchError(read(...forms))).toMatchObject({ kind: "invalid" });
});

test("records each sending once in the chain of admin actions, and in the account's history", async () => {
  const input = { user_id: driver, company_id: h.ids.hauler.id, ids: [ID], reason: REASON };
  await boss.call(recordFormsSentForWriter, input);
  const { acts, meta, intact } = await boss.call(listAdminActions, {});
  expect([meta.total, intact, acts[0]?.reason]).toEqual([1, true, REASON]);
  const { rows } = await db.client.execute("SELECT action, subject_user_id, details FROM admin_action");
  expect([rows[0]?.action, rows[0]?.subject_user_id]).toEqual(["forms sent for their writer", driver]);
  expect(JSON.parse(String(rows[0]?.details)).ids).toEqual([ID]);
  const resultSet = await db.client.execute({
    sql: "SELECT reason FROM account_event WHERE user_id = ? AND event = 'forms-sent-by-support'",
    args: [driver],
  });
  expect(resultSet.rows.map(({ reason }) => reason)).toEqual([REASON]);
  for (const who of [h.manager, h.hauler])
    expect((await catchError(who.call(recordFormsSentForWriter, input))).kind).toBe("missing");
  expect((await catchError(h.manager.call(readDeviceFile, { file: buildOutboxFile([form()]) }))).kind).toBe(
    "missing",
  );
  expect((await catchError(boss.call(recordFormsSentForWriter, { ...input, reason: "x" }))).kind).toBe(
    "invalid",
  );
});

test("refuses to send for a person who doesn't work at the company, is disabled, or is unknown", async () => {
  const send = (user_id: number, company_id: number) =>
    catchError(boss.call(recordFormsSentForWriter, { user_id, company_id, ids: [ID], reason: REASON }));
  const disabled = await makeUser(db, { disabled_at: "2026-11-16T12:00:00.000Z" }, [h.ids.hauler.admins]);
  expect((await send(driver, h.ids.rival.id)).message).toContain("doesn't work for");
  expect((await send(disabled, h.ids.hauler.id)).message).toContain("is disabled");
  expect((await send(99_999, h.ids.hauler.id)).kind).toBe("invalid");
});
