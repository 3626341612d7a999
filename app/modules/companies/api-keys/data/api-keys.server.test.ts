import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { actAs, actWithApiKey, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addComment, removeComment } from "~/modules/comments/data/comments.server";
import { verifyChain } from "~/modules/history/shared/history.server";
import { invitePerson } from "~/modules/people/data/invites.server";
import { listTicketAudits, listTicketComments } from "~/modules/trip-tickets/data/related.server";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { getTicket } from "~/modules/trip-tickets/shared/record.server";
import { searchTickets } from "~/modules/trip-tickets/shared/search.server";
import { updateTicket } from "~/modules/trip-tickets/shared/update.server";
import { parseApiKey } from "~/web/api-key.server";
import { getApiKey, listApiKeys, makeApiKey, revokeApiKey } from "./api-keys.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

type Made = { client_key: string; secret: string };
const sentOf = (created: Made) => ({ clientKey: created.client_key, secret: created.secret });
const make = (who: Harvest["manager"], name: string, form_id: string = randomUUID()) =>
  who.call(makeApiKey, { name, form_id });

describe("a company's API key", () => {
  test("an API key acts as its company with every permission of the primary crew, and without a user", async () => {
    const key = await actWithApiKey(db, sentOf(await make(h.manager, "Scale house")));
    expect(key?.actor).toMatchObject({
      user: null,
      keyName: "Scale house",
      company: { id: h.ids.manager.id },
      permissions: { is_primary: true, trip_ticket: { update: true, delete: true } },
    });
  });

  test("stores the secret of a key in no table", async () => {
    const { secret } = await make(h.manager, "Kept nowhere");
    const { rows } = await db.client.execute("SELECT name FROM sqlite_master WHERE type = 'table'");
    for (const { name } of rows) {
      const content = await db.client.execute(`SELECT * FROM "${String(name)}"`).catch(() => null);
      expect(JSON.stringify(content?.rows ?? []), String(name)).not.toContain(secret);
    }
  });

  test("rejects a wrong secret, a wrong key id, and a revoked key", async () => {
    const created = await make(h.manager, "Old office");
    const other = await make(h.manager, "New office");
    const sent = sentOf(created);
    expect(await actWithApiKey(db, { ...sent, secret: other.secret })).toBeNull();
    const last = sent.clientKey.endsWith("_") ? "-" : "_";
    expect(
      await actWithApiKey(db, { ...sent, clientKey: `${sent.clientKey.slice(0, -1)}${last}` }),
    ).toBeNull();
    const listed = await h.manager.call(listApiKeys, {});
    const id = listed.find((k) => k.client_key === created.client_key)?.id ?? 0;
    expect(await actWithApiKey(db, sent)).not.toBeNull();
    await h.manager.call(revokeApiKey, { key_id: id });
    expect(await actWithApiKey(db, sent)).toBeNull();
    expect((await catchError(h.manager.call(revokeApiKey, { key_id: id }))).kind).toBe("missing");
    expect(await actWithApiKey(db, sentOf(other))).not.toBeNull();
  });

  test("creates a key once per form, with a name unique in the company", async () => {
    const form = randomUUID();
    await make(h.second, "Truck 7", form);
    expect((await catchError(make(h.second, "Truck 8", form))).refusal.facts.fields?.[""]?.[0]).toMatch(
      /shown only once/,
    );
    expect((await catchError(make(h.second, "truck 7"))).refusal.facts.fields).toHaveProperty("name");
    expect(await h.second.call(listApiKeys, {})).toHaveLength(1);
  });

  test("shows a key's creator and last use before it is revoked", async () => {
    const created = await make(h.logger, "Saw head");
    const key_id = (await h.logger.call(listApiKeys, {}))[0]?.id ?? 0;
    expect(await h.logger.call(getApiKey, { key_id })).toMatchObject({ name: "Saw head", used: null });
    await actWithApiKey(db, sentOf(created));
    // The time of a key's last use is recorded after the request, so poll for it.
    const used = async () => (await h.logger.call(getApiKey, { key_id })).used?.at;
    await expect.poll(used).toMatch(/Z$/);
    expect((await h.logger.call(getApiKey, { key_id })).who).toMatch(/^Pat Person/);
    expect((await catchError(h.rival.call(getApiKey, { key_id }))).kind).toBe("missing");
  });

  test("only admins of the own company can create, list and revoke keys", async () => {
    const hand = await actAs(db, await makeUser(db, {}, [h.ids.mill.crew]), h.ids.mill.id);
    await make(h.mill, "Gate");
    const [gate] = await h.mill.call(listApiKeys, {});
    const key_id = gate?.id ?? 0;
    for (const call of [hand.call(listApiKeys, {}), make(hand, "Mine"), hand.call(revokeApiKey, { key_id })])
      expect((await catchError(call)).kind).toBe("forbidden");
    expect((await catchError(h.rival.call(revokeApiKey, { key_id }))).kind).toBe("missing");
    expect(await h.rival.call(listApiKeys, {})).toEqual([]);
  });

  test("an API key can't create other keys or invite people", async () => {
    const key = await actWithApiKey(db, sentOf(await make(h.owner, "Reports")));
    if (!key) throw new Error("no key");
    expect((await catchError(key.call(makeApiKey, { name: "More", form_id: randomUUID() }))).kind).toBe(
      "forbidden",
    );
    const invitation = { first_name: "A", last_name: "B", email: "a@b.test" };
    expect((await catchError(key.call(invitePerson, invitation))).kind).toBe("forbidden");
  });
});

describe("actions of an API key", () => {
  test("an API key's actions appear in the ticket's history under the key's name, in a valid chain", async () => {
    const id = await h.ticket();
    const key = await actWithApiKey(db, sentOf(await make(h.manager, "Office system")));
    if (!key) throw new Error("no key");
    await key.call(updateTicket, { id, version: 2, trip_ticket_priority_id: 1, comment: "Rush" });
    const { audits } = await key.call(listTicketAudits, { trip_ticket_id: id, take: 10, skip: 0 });
    expect(audits.map((a) => [a.activity, a.creator_user, a.creator_key])).toEqual([
      ["comment_added", null, "Office system"],
      ["trip_ticket_updated", null, "Office system"],
    ]);
    const page = await h.manager.call(getTicketPage, { id });
    expect(page.comments[0]).toMatchObject({ content: "Rush", who: "Office system", mine: false });
    const { rows } = await db.client.execute({
      sql: "SELECT uid, job_id FROM trip_ticket WHERE id = ?",
      args: [id],
    });
    const subject = { uid: String(rows[0]?.uid), jobId: Number(rows[0]?.job_id), ticketId: id };
    expect(await verifyChain(db.read, subject)).toBe(true);
  });

  test("another key or a user of the company can't delete a key's comments", async () => {
    const id = await h.ticket();
    const [one, two] = [
      await actWithApiKey(db, sentOf(await make(h.manager, "One"))),
      await actWithApiKey(db, sentOf(await make(h.manager, "Two"))),
    ];
    if (!one || !two) throw new Error("no key");
    const { comment_id } = await one.call(addComment, { trip_ticket_id: id, content: "From one" });
    const removal = { trip_ticket_id: id, comment_id, version: 2 };
    expect((await catchError(two.call(removeComment, removal))).kind).toBe("forbidden");
    expect((await catchError(h.manager.call(removeComment, removal))).kind).toBe("forbidden");
    await one.call(removeComment, removal);
    expect((await one.call(listTicketComments, { trip_ticket_id: id })).meta.total).toBe(0);
  });

  test("an API key can't read another company's tickets", async () => {
    const id = await h.ticket();
    const rival = await actWithApiKey(db, sentOf(await make(h.rival, "Snoop")));
    if (!rival) throw new Error("no key");
    expect((await catchError(rival.call(getTicket, { id }))).kind).toBe("missing");
    expect((await catchError(rival.call(listTicketAudits, { trip_ticket_id: id }))).kind).toBe("missing");
    expect((await rival.call(searchTickets, { job_ids: [h.ids.job] })).meta.total).toBe(0);
  });
});

test("reads an API key from Authorization: Bearer or the X-Client headers, and rejects anything else", () => {
  const [clientKey, secret] = [`ttk_${"a".repeat(16)}`, "s".repeat(43)];
  const read = (headers: Record<string, string>) => parseApiKey(new Headers(headers));
  expect(read({})).toBe("none");
  expect(read({ Authorization: `Bearer ${clientKey}.${secret}` })).toEqual({ clientKey, secret });
  expect(read({ "X-Client-Key": clientKey, "X-Client-Secret": secret })).toEqual({ clientKey, secret });
  for (const headers of [
    { Authorization: "Basic abc" },
    { Authorization: `Bearer ${clientKey}` },
    { Authorization: `bearer${clientKey}.${secret}` },
    { "X-Client-Key": clientKey },
    { "X-Client-Secret": secret },
  ])
    expect(read(headers as unknown as Record<string, string>)).toBe("malformed");
});
