import "#db/testing/alone";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { outboxMessage } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { requestViewAsCompany } from "~/modules/admin/data/company-acts.server";
import { createTicket } from "~/modules/trip-tickets/create/data/create.server";
import { updateTicket } from "~/modules/trip-tickets/shared/update.server";
import { env } from "~/web/env.server";
import { writeAnchor } from "./anchor.server";
import { parseAnchor, readAllAnchors } from "./anchors.server";
import { deriveAnchorKeys, exportPublicKey, hashLine, signLine } from "./signing.server";
import { verifyAnchors } from "./verify.server";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-11-18T04:00:00.000Z");
let db: Database;
let h: Harvest;
let boss: Awaited<ReturnType<typeof actAs>>;
let day = 0;
const anchor = () => writeAnchor({ db, now: () => new Date(START + day++ * DAY_MS) });
const run = (sql: string, ...params: (string | number)[]) => db.batch([{ sql, params }]);
const faults = async () => (await verifyAnchors(db.read)).broken;
const keys = () => deriveAnchorKeys(env().QR_KEYS).map(exportPublicKey);

/** Create a ticket with three entries in its chain. */
async function ticket() {
  const input = { job_id: h.ids.job, job_destination_id: h.ids.destination, product: "5-746-0" };
  const { id } = await h.manager.call(createTicket, input);
  await h.manager.call(updateTicket, { id, version: 2, trip_ticket_priority_id: 1 });
  await h.manager.call(updateTicket, { id, version: 3, trip_ticket_priority_id: 3 });
  return id;
}
/** Delete entries as an attacker with access to the database file would, after removing the triggers. */
async function cutOff(where: string, table = "audit_entry") {
  const stays = table === "audit_entry" ? "audit_entry_delete_check" : "admin_action_delete_check";
  await run(`DROP TRIGGER IF EXISTS ${stays}`);
  await run(`DELETE FROM ${table} WHERE ${where}`);
}

beforeEach(async () => {
  db = await openTestDatabase();
  for (const table of ["audit_anchor_delete_check", "audit_anchor_update_check"])
    await run(`DROP TRIGGER IF EXISTS ${table}`);
  for (const table of ["audit_chain_head", "audit_anchor"]) await run(`DELETE FROM ${table}`);
  day = 0;
  h = await makeHarvest(db);
  boss = await actAs(db, await makeUser(db, { is_super_user: true }, []), null);
});

test("accepts an unchanged chain and counts the entries since the last anchor", async () => {
  await ticket();
  await anchor();
  await ticket();
  await boss.call(requestViewAsCompany, { company_id: h.ids.rival.id, reason: "A question" });
  const before = await verifyAnchors(db.read, { keys: keys() });
  expect(before).toMatchObject({ anchors: 1, broken: [], since: 4 });
  await anchor();
  expect(await verifyAnchors(db.read, { keys: keys() })).toMatchObject({ anchors: 2, broken: [], since: 0 });
});

test("detects a chain with entries removed at its end, and names the chain", async () => {
  const id = await ticket();
  await anchor();
  await cutOff(`trip_ticket_id = ${id} AND seq = 3`);
  const results = await faults();
  expect(results).toContainEqual(
    `ticket ${id}: its end was cut off: entry 3, which anchor 1 went over, is missing`,
  );
  expect(
    results.some((text) => /anchor 1 of .*: it went over \d+ entries, and \d+ are there/.test(text)),
  ).toBe(true);
});

test("detects admin actions removed at the end, even if the remaining entries form a complete chain", async () => {
  await boss.call(requestViewAsCompany, { company_id: h.ids.rival.id, reason: "First" });
  await boss.call(requestViewAsCompany, { company_id: h.ids.rival.id, reason: "Second" });
  await anchor();
  await cutOff("seq = (SELECT max(seq) FROM admin_action)", "admin_action");
  expect((await faults()).some((text) => text.startsWith("what was done by those who run the site"))).toBe(
    true,
  );
});

test("detects removed entries even if the chain was also removed from the list of heads", async () => {
  const id = await ticket();
  await anchor();
  await cutOff(`trip_ticket_id = ${id} AND seq = 3`);
  await run("DELETE FROM audit_chain_head WHERE kind = 'ticket' AND subject_id = ?", id);
  expect(await faults()).toHaveLength(1);
});

test("detects a replaced entry by the anchor's hash alone", async () => {
  const id = await ticket();
  await anchor();
  await run("DROP TRIGGER IF EXISTS audit_entry_update_check");
  await run("UPDATE audit_entry SET hash = ? WHERE trip_ticket_id = ? AND seq = 3", "0".repeat(64), id);
  await run(
    "UPDATE audit_chain_head SET hash = ? WHERE kind = 'ticket' AND subject_id = ?",
    "0".repeat(64),
    id,
  );
  expect(await faults()).toEqual(["anchor 1 of 2026-11-18: the entries that it went over aren't the same"]);
});

test("writes one line a day, even with nothing new, each linked to the previous line", async () => {
  await ticket();
  await anchor();
  day = 0;
  await anchor();
  expect(await readAllAnchors(db.read)).toHaveLength(1);
  await anchor();
  const [first, second] = await readAllAnchors(db.read);
  expect(parseAnchor(second?.line ?? "")).toMatchObject({ seq: 2, entries: 0, chains: 0, prev: first?.hash });
  expect(await faults()).toEqual([]);
});

test("detects an anchor list that was changed, shortened, or signed again with another key", async () => {
  await ticket();
  await anchor();
  await ticket();
  await anchor();
  const anchors = await readAllAnchors(db.read);
  const published = anchors.map(({ seq, hash }) => ({ seq, hash }));
  expect((await verifyAnchors(db.read, { published })).broken).toEqual([]);
  // Alter one line.
  const line = anchors[1]?.line ?? "";
  await run("UPDATE audit_anchor SET line = ? WHERE seq = 2", line.replace('"entries":3', '"entries":2'));
  expect((await faults()).length).toBeGreaterThan(0);
  // Also recompute the line's hash, so that only the signature reveals the change.
  const other = line.replace('"entries":3', '"entries":2');
  await run("UPDATE audit_anchor SET line = ?, hash = ? WHERE seq = 2", other, hashLine(other));
  expect(await faults()).toContainEqual("anchor 2: its signature doesn't hold");
  // Sign the line again with an attacker's own key.
  const [stranger] = deriveAnchorKeys("x1:a-key-of-a-stranger-0123456789-0123456789");
  if (!stranger) throw new Error("no key");
  const theirs = line.replace(/"key":"[^"]+"/, `"key":"${exportPublicKey(stranger)}"`);
  await run(
    "UPDATE audit_anchor SET line = ?, hash = ?, signature = ? WHERE seq = 2",
    theirs,
    hashLine(theirs),
    signLine(theirs, stranger),
  );
  expect((await verifyAnchors(db.read)).broken).toEqual([]);
  expect((await verifyAnchors(db.read, { keys: keys() })).broken).toEqual([
    "anchor 2: it was signed by a key that isn't this site's",
  ]);
  expect((await verifyAnchors(db.read, { published })).broken).toEqual([
    "anchor 2: it isn't the one that was published",
  ]);
  // Remove the last line with the entries that it covered.
  await run("DELETE FROM audit_chain_head WHERE anchor_seq = 2");
  await run("DELETE FROM audit_anchor WHERE seq = 2");
  expect(await faults()).toEqual([]);
  expect((await verifyAnchors(db.read, { published })).broken).toEqual([
    "anchor 2: it isn't the one that was published: it is missing",
  ]);
});

test("mails each day's line to the configured addresses, with its hash, signature and public key", async () => {
  vi.stubEnv("ANCHOR_EMAIL", "notary@far.test, second@far.test");
  vi.resetModules();
  const again = await import("./anchor.server");
  await ticket();
  await again.writeAnchor({ db, now: () => new Date(START) });
  const [kept] = await readAllAnchors(db.read);
  const mails = (await db.read.select().from(outboxMessage)).filter(({ recipient }) =>
    recipient.endsWith("@far.test"),
  );
  expect(mails.map(({ recipient }) => recipient)).toEqual(["notary@far.test", "second@far.test"]);
  for (const part of [kept?.hash, kept?.signature, parseAnchor(kept?.line ?? "")?.key])
    expect(mails[0]?.body).toContain(part);
});
afterEach(() => vi.unstubAllEnvs());
