import { eq, like } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeSession, makeUser } from "#db/factories";
import { outboxMessage, session } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { listPeople } from "../data/people.server";
import {
  acceptJoinRequest,
  answerJoinRequest,
  listOwnRequests,
  rejectJoinRequest,
  requestToJoin,
  withdrawJoinRequest,
} from "./join-requests.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

let unique = 1;

async function scene() {
  const name = `Company ${unique++}`;
  const company = { ...(await makeCompany(db, { name })), name };
  const admin = await actAs(db, await makeUser(db, { password_hash: "set" }, [company.admins]), company.id);
  const strangerId = await makeUser(db);
  return { company, admin, strangerId, stranger: await actAs(db, strangerId, null) };
}

test("a person requests to join once, waits, and joins the crews that the admin chooses", async () => {
  const { company, admin, stranger, strangerId } = await scene();
  const { request_id } = await stranger.call(requestToJoin, { company_id: company.id });
  const messages = await db.read
    .select({ to: outboxMessage.recipient })
    .from(outboxMessage)
    .where(like(outboxMessage.subject, `% asked to join ${company.name}`));
  expect(messages.map((mail) => mail.to)).toEqual([admin.actor.user?.email]);
  expect((await catchError(stranger.call(requestToJoin, { company_id: company.id }))).kind).toBe("notNow");
  expect((await stranger.call(listOwnRequests, {})).map((r) => r.company_id)).toEqual([company.id]);
  expect((await admin.call(listPeople, {})).requests.map((r) => r.id)).toEqual([request_id]);
  const none = admin.call(answerJoinRequest, { request_id, is_accepted: true });
  expect((await catchError(none)).refusal.facts.fields).toHaveProperty("crew_ids");
  const rival = await scene();
  for (const crew_ids of [[rival.company.admins], [company.crew, rival.company.crew]])
    expect(
      (await catchError(admin.call(answerJoinRequest, { request_id, is_accepted: true, crew_ids }))).kind,
    ).toBe("invalid");
  await admin.call(answerJoinRequest, { request_id, is_accepted: true, crew_ids: [company.crew] });
  const { people, requests } = await admin.call(listPeople, {});
  expect([people.some((p) => p.id === strangerId && !p.is_admin), requests]).toEqual([true, []]);
  const again = admin.call(answerJoinRequest, { request_id, is_accepted: false });
  expect((await catchError(again)).kind).toBe("missing");
  const member = await actAs(db, strangerId, company.id);
  expect((await catchError(member.call(requestToJoin, { company_id: company.id }))).kind).toBe("notNow");
});

test("a rejected person leaves the list, joins no company, and may request again", async () => {
  const { company, admin, stranger, strangerId } = await scene();
  const { request_id } = await stranger.call(requestToJoin, { company_id: company.id });
  await admin.call(rejectJoinRequest, { request_id });
  expect((await admin.call(listPeople, {})).requests).toEqual([]);
  expect((await actAs(db, strangerId, company.id)).actor.company).toBeNull();
  await stranger.call(requestToJoin, { company_id: company.id });
});

test("if two admins answer a request at once, only one answer counts", async () => {
  const { company, admin, stranger } = await scene();
  const other = await actAs(db, await makeUser(db, {}, [company.admins]), company.id);
  const { request_id } = await stranger.call(requestToJoin, { company_id: company.id });
  const answers = await Promise.allSettled([
    admin.call(answerJoinRequest, { request_id, is_accepted: true, crew_ids: [company.crew] }),
    other.call(answerJoinRequest, { request_id, is_accepted: false }),
  ]);
  expect(answers.filter((a) => a.status === "fulfilled")).toHaveLength(1);
});

test("only the requested company's admins answer, and nobody can request to join a company without admins", async () => {
  const { company, stranger, strangerId } = await scene();
  const { request_id } = await stranger.call(requestToJoin, { company_id: company.id });
  const member = await actAs(db, await makeUser(db, {}, [company.crew]), company.id);
  const rival = await scene();
  const answer = { request_id, is_accepted: true, crew_ids: [company.crew] };
  expect((await catchError(member.call(answerJoinRequest, answer))).kind).toBe("forbidden");
  expect((await catchError(rival.admin.call(answerJoinRequest, answer))).kind).toBe("missing");
  expect(
    (await catchError(rival.admin.call(answerJoinRequest, { ...answer, company_id: company.id }))).kind,
  ).toBe("missing");
  expect((await catchError(stranger.call(answerJoinRequest, answer))).kind).toBe("missing");
  expect((await member.call(listPeople, {})).requests).toEqual([]);
  const empty = await makeCompany(db);
  const noted = await makeCompany(db, { creator_company_id: company.id });
  const asker = await actAs(db, strangerId, null);
  expect((await catchError(asker.call(requestToJoin, { company_id: empty.id }))).kind).toBe("notNow");
  expect((await catchError(asker.call(requestToJoin, { company_id: noted.id }))).kind).toBe("missing");
});

test("only the requester may withdraw a request, and a withdrawn request can't be accepted", async () => {
  const { company, admin, stranger } = await scene();
  const { request_id } = await stranger.call(requestToJoin, { company_id: company.id });
  const other = await scene();
  expect((await catchError(other.stranger.call(withdrawJoinRequest, { request_id }))).kind).toBe("missing");
  await stranger.call(withdrawJoinRequest, { request_id });
  expect(await stranger.call(listOwnRequests, {})).toEqual([]);
  expect((await admin.call(listPeople, {})).requests).toEqual([]);
  const late = admin.call(answerJoinRequest, { request_id, is_accepted: true, crew_ids: [company.crew] });
  expect((await catchError(late)).kind).toBe("missing");
  expect((await catchError(stranger.call(withdrawJoinRequest, { request_id }))).kind).toBe("missing");
  // After withdrawing, the person may send another request.
  await stranger.call(requestToJoin, { company_id: company.id });
});

test("a person accepted into their only company acts for it at once; others keep their chosen company", async () => {
  const { company, admin, stranger, strangerId } = await scene();
  await makeSession(db, strangerId);
  const other = await scene();
  const chosen = async () =>
    (
      await db.read
        .select({ id: session.active_company_id })
        .from(session)
        .where(eq(session.user_id, strangerId))
    )[0]?.id;
  const join = async (to: typeof other, company_id: number) => {
    const { request_id } = await stranger.call(requestToJoin, { company_id });
    await to.admin.call(acceptJoinRequest, { request_id });
  };
  await join({ company, admin, stranger, strangerId }, company.id);
  expect(await chosen()).toBe(company.id);
  await join(other, other.company.id);
  expect(await chosen()).toBe(company.id);
});
