import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { companyCertification, outboxMessage } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import {
  getCertificationChoices,
  setTicketCertifications,
} from "~/modules/trip-tickets/shared/certifications.server";
import { getTicket } from "~/modules/trip-tickets/shared/record.server";
import {
  acceptCertificationRequest,
  endCertificationRequest,
  getGroupToJoin,
  listCertificationRequests,
  rejectCertificationRequest,
  requestCertification,
  respondToCertificationRequest,
  searchCertificationGroups,
} from "../shared/requests.server";
import { addCertification, removeCertification, searchCertifications } from "./certifications.server";
import {
  createCertificationGroup,
  endCertificationGroup,
  getCertificationGroup,
  listCertificationGroupMembers,
  listCertificationGroups,
  renameCertificationGroup,
} from "./groups.server";

let db: Database;
let h: Harvest;
let license = 200_000;
let certificationId: number;
let groupId: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});
beforeEach(async () => {
  const added = await h.manager.call(addCertification, {
    company_id: h.ids.manager.id,
    certification_type_id: 1,
    license: `FSC-C${++license}`,
    product_claim_id: 1,
  });
  certificationId = added.id;
  const certificationGroup = await h.manager.call(createCertificationGroup, {
    certification_id: certificationId,
    name: "Small haulers",
  });
  groupId = certificationGroup.id;
});

type Who = Harvest["manager"];
const ask = (who: Who, group = groupId) => who.call(requestCertification, { certification_group_id: group });
const accept = (id: number) => h.manager.call(acceptCertificationRequest, { certification_request_id: id });
const end = (who: Who, id: number) => who.call(endCertificationRequest, { certification_request_id: id });
const mails = () => db.read.select().from(outboxMessage);
const member = async (who: Who, group = groupId) => {
  const { id } = await ask(who, group);
  await accept(id);
  return id;
};
const uses = async (who: Who) =>
  (await who.call(searchCertifications, { take: -1 })).certifications.some(
    (c) => c.certification.id === certificationId,
  );
const rowsOf = (companyId: number) =>
  db.read
    .select()
    .from(companyCertification)
    .where(
      and(
        eq(companyCertification.company_id, companyId),
        eq(companyCertification.certification_id, certificationId),
      ),
    );

describe("working under another company's certificate", () => {
  test("a company requests to join a group, found by holder or license, and may use the certificate once accepted", async () => {
    const certificationGroups = await h.hauler.call(searchCertificationGroups, { searchTerm: `c${license}` });
    searchCertificationGroups.output.parse(certificationGroups);
    expect(certificationGroups.certification_groups).toMatchObject([
      { certification_group: { id: groupId, name: "Small haulers" }, company: { id: h.ids.manager.id } },
    ]);
    const holder = h.manager.actor.company?.name.toUpperCase() ?? "";
    const byHolder = await h.hauler.call(searchCertificationGroups, { searchTerm: holder, take: -1 });
    expect(byHolder.certification_groups.map((g) => g.certification_group.id)).toContain(groupId);

    const { id } = await ask(h.hauler);
    expect(await uses(h.hauler)).toBe(false);
    const groups = await h.manager.call(listCertificationGroups, { take: -1 });
    listCertificationGroups.output.parse(groups);
    expect(groups.certification_groups.find((g) => g.certification_group.id === groupId)).toMatchObject({
      member_count: 0,
      pending_count: 1,
    });
    const answer = { certification_request_id: id, is_accepted: true };
    respondToCertificationRequest.output.parse(await h.manager.call(respondToCertificationRequest, answer));
    expect(await uses(h.hauler)).toBe(true);
    const members = await h.manager.call(listCertificationGroupMembers, { certification_group_id: groupId });
    listCertificationGroupMembers.output.parse(members);
    expect(members.members).toMatchObject([{ company: { id: h.ids.hauler.id } }]);
    const mine = await h.hauler.call(listCertificationRequests, {});
    listCertificationRequests.output.parse(mine);
    expect(mine.certification_requests[0]).toMatchObject({
      certification_request: { id, state: "member" },
      holder: { id: h.ids.manager.id },
    });
  });

  test("the holder can decline a request, and the company can request again", async () => {
    const { id } = await ask(h.hauler);
    await h.manager.call(rejectCertificationRequest, { certification_request_id: id });
    expect(await uses(h.hauler)).toBe(false);
    expect((await catchError(accept(id))).kind).toBe("notNow");
    expect((await ask(h.hauler)).id).toBeGreaterThan(id);
  });

  test("allows one open request per group, and none to the company's own group", async () => {
    await ask(h.hauler);
    expect((await catchError(ask(h.hauler))).message).toBe(
      "Your company already asked, or is in this group.",
    );
    expect((await catchError(ask(h.manager))).kind).toBe("notNow");
    const own = await h.manager.call(searchCertificationGroups, { take: -1 });
    expect(own.certification_groups.map((g) => g.certification_group.id)).not.toContain(groupId);
    const again = await h.hauler.call(searchCertificationGroups, { take: -1 });
    expect(again.certification_groups.map((g) => g.certification_group.id)).not.toContain(groupId);
    expect((await catchError(h.hauler.call(getGroupToJoin, { certification_group_id: groupId }))).kind).toBe(
      "missing",
    );
  });

  test("creates one request when sent three times at once", async () => {
    const answers = await Promise.allSettled([ask(h.hauler), ask(h.hauler), ask(h.hauler)]);
    expect(answers.filter((a) => a.status === "fulfilled")).toHaveLength(1);
  });

  test.each(["the holder", "the member"])(
    "membership in a certification group is ended by %s",
    async (by) => {
      const id = await member(h.hauler);
      await end(by === "the holder" ? h.manager : h.hauler, id);
      expect(await uses(h.hauler)).toBe(false);
      expect(await uses(h.manager)).toBe(true);
      expect((await catchError(end(h.manager, id))).kind).toBe("notNow");
    },
  );

  test("the requester can withdraw a request; only the holder can accept or decline it", async () => {
    const { id } = await ask(h.hauler);
    expect((await catchError(end(h.manager, id))).message).toBe("Accept or reject this request first.");
    await end(h.hauler, id);
    expect((await catchError(accept(id))).kind).toBe("notNow");
    expect(await rowsOf(h.ids.hauler.id)).toEqual([]);
  });

  test("a company in two groups of a certificate may use it until it has left both", async () => {
    const other = await h.manager.call(createCertificationGroup, {
      certification_id: certificationId,
      name: "Second",
    });
    const first = await member(h.hauler);
    const second = await member(h.hauler, other.id);
    await end(h.hauler, first);
    expect(await uses(h.hauler)).toBe(true);
    await end(h.hauler, second);
    expect(await uses(h.hauler)).toBe(false);
  });

  test("an uninvolved company can't see a group, its requests or its members", async () => {
    const { id } = await ask(h.hauler);
    for (const refused of await Promise.all(
      [
        h.rival.call(acceptCertificationRequest, { certification_request_id: id }),
        h.rival.call(respondToCertificationRequest, { certification_request_id: id, is_accepted: true }),
        end(h.rival, id),
        h.rival.call(getCertificationGroup, { certification_group_id: groupId }),
        h.rival.call(listCertificationGroupMembers, { certification_group_id: groupId }),
        h.rival.call(renameCertificationGroup, { certification_group_id: groupId, version: 2, name: "Ours" }),
        h.rival.call(endCertificationGroup, { certification_group_id: groupId, version: 2 }),
      ].map(catchError),
    ))
      expect(refused.kind).toBe("missing");
    expect(
      (await catchError(h.hauler.call(acceptCertificationRequest, { certification_request_id: id }))).kind,
    ).toBe("forbidden");
    const seen = await h.rival.call(listCertificationRequests, { take: -1 });
    expect(seen.certification_requests.map((r) => r.certification_request.id)).not.toContain(id);
  });
});

describe("a certification group", () => {
  test("a group can be created only under the company's own certificate", async () => {
    await member(h.hauler);
    const of = (who: Who, id: number) =>
      catchError(who.call(createCertificationGroup, { certification_id: id, name: "Ours" }));
    for (const refused of [of(h.rival, certificationId), of(h.hauler, certificationId), of(h.rival, 987_654)])
      expect((await refused).refusal.facts.fields).toHaveProperty("certification_id");
  });

  test("a group can be renamed, and a stale version is refused", async () => {
    const rename = (version: number, name: string) =>
      h.manager.call(renameCertificationGroup, { certification_group_id: groupId, version, name });
    await rename(2, "Haulers of the north");
    const { kind, refusal } = await catchError(rename(2, "Haulers of the south"));
    expect([kind, refusal.facts.current]).toEqual([
      "stale",
      { id: groupId, name: "Haulers of the north", version: 2 },
    ]);
  });

  test("ending a group removes the certificate from its members and declines pending requests", async () => {
    await member(h.hauler);
    const { id } = await ask(h.logger);
    await h.manager.call(endCertificationGroup, { certification_group_id: groupId, version: 2 });
    expect([await uses(h.hauler), await uses(h.manager)]).toEqual([false, true]);
    const certificationRequests = await h.logger.call(listCertificationRequests, { take: -1 });
    expect(
      certificationRequests.certification_requests.find((r) => r.certification_request.id === id),
    ).toMatchObject({
      certification_request: { state: "rejected" },
    });
    expect((await catchError(ask(h.second))).kind).toBe("missing");
    expect((await catchError(accept(id))).kind).toBe("notNow");
  });

  test("a group ends when its certificate is removed", async () => {
    const id = await member(h.hauler);
    const company_id = h.ids.manager.id;
    await h.manager.call(removeCertification, { company_id, certification_id: certificationId, version: 2 });
    expect(await rowsOf(h.ids.hauler.id)).toEqual([]);
    expect(await rowsOf(company_id)).toEqual([]);
    expect((await catchError(end(h.hauler, id))).kind).toBe("notNow");
    expect((await catchError(ask(h.second))).kind).toBe("missing");
  });
});

describe("a trip ticket", () => {
  const chosenOf = async (id: number) =>
    (await h.manager.call(getTicket, { id })).certifications.map((c) => c.certification_id);
  const choicesOf = async (id: number) =>
    (await h.manager.call(getCertificationChoices, { id })).choices.find((c) => c.id === certificationId);

  test("a ticket may use a certificate of its hauler's group, and keeps it after the membership ends", async () => {
    const id = await h.ticket({ trip_ticket_status_id: 1, hauler_company_id: h.ids.hauler.id });
    const request = await member(h.hauler);
    const set = (version: number, certification_ids: number[]) =>
      h.manager.call(setTicketCertifications, { id, version, certification_ids });
    await set(2, [certificationId]);
    await end(h.manager, request);
    expect(await chosenOf(id)).toEqual([certificationId]);
    const company_id = h.ids.manager.id;
    await h.manager.call(removeCertification, { company_id, certification_id: certificationId, version: 2 });
    expect(await chosenOf(id)).toEqual([certificationId]);
    // A chosen certificate stays when the ticket is saved unchanged; once deselected, it is no longer offered.
    expect(await choicesOf(id)).toMatchObject({ chosen: true, is_offered: false });
    await set(3, [certificationId]);
    expect(await chosenOf(id)).toEqual([certificationId]);
    await set(3, []);
    expect(await choicesOf(id)).toBeUndefined();
    expect((await catchError(set(4, [certificationId]))).refusal.facts.fields).toHaveProperty(
      "certification_ids",
    );
  });

  test("a ticket isn't offered the certificates of other haulers", async () => {
    const owned = await h.second.call(addCertification, {
      company_id: h.ids.second.id,
      certification_type_id: 2,
      license: `SFI-${++license}`,
    });
    const id = await h.ticket({ trip_ticket_status_id: 1, hauler_company_id: h.ids.hauler.id });
    const { choices } = await h.manager.call(getCertificationChoices, { id });
    expect(choices.map((c) => c.id)).not.toContain(owned.id);
  });
});

test("emails a join request to the group's holder and to nobody else", async () => {
  const known = (await mails()).length;
  await ask(h.logger);
  const sent = (await mails()).slice(known);
  expect(sent.map((m) => m.recipient)).toEqual([h.manager.actor.user?.email]);
  expect(sent[0]?.subject).toMatch(/ asks to join your group Small haulers$/);
  expect(sent[0]?.body).toContain("/company/certifications");
});
