import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { actAs, catchError } from "#db/testing/acting";
import { getCompanyProfile } from "~/modules/companies/shared/public-face.server";
import { acceptInvite } from "~/modules/people/data/accept-invite.server";
import { createJobFromDraft } from "../../setup/data/create-job.server";
import { chooseLocationMethod } from "../../setup/data/location.server";
import { saveOverview } from "../../setup/data/overview.server";
import {
  addJobContractor,
  getContractors,
  inviteJobContractor,
  removeJobContractor,
} from "../../setup/data/parties.server";
import { createSetupHarness, SETUP_OVERVIEW, type SetupHarness } from "../../setup/testing/setup-room.server";
import { listInvitations } from "../../shared/list.server";
import { getJob } from "../../shared/overview.server";
import { addJobCompany, inviteNewContractor } from "./adding.server";
import { getJobCompanies } from "./companies.server";
import { getContractorInvite, inviteContractorAgain } from "./inviting.server";

// This site texts.
vi.hoisted(() => {
  process.env.TEXTER_URL = "http://127.0.0.1:9/texts";
  process.env.TEXTER_SECRET = "a-secret-for-tests-alone-0123456789";
});

let room: SetupHarness;
beforeAll(async () => {
  room = await createSetupHarness();
});
beforeEach(async () => {
  await room.forget();
  await room.db.batch([{ sql: "DELETE FROM outbox_message", params: [] }]);
});

const PERSON = { first_name: "Jo", last_name: "Maki", phone_number: "906 555 0142" };
const PASSWORD = "a saw in the morning";
const lastLink = async (kind: string) => {
  const sent = (await room.rows("outbox_message", `kind = '${kind}'`)).at(-1);
  return { sent, token: /\/invite\/([\w-]+)/.exec(String(sent?.body))?.[1] ?? "" };
};
const companyCalled = async (name: string) => Number((await room.rows("company", `name = '${name}'`))[0]?.id);
/** Accept an invitation link as a user with an account of their own. */
const join = (token: string, email: string) =>
  room.stranger.call(acceptInvite, { token, email, password: PASSWORD });

async function toContractors() {
  const { call } = room.manager;
  await call(saveOverview, { ...SETUP_OVERVIEW, version: 1 });
  await call(chooseLocationMethod, { location_method: "skip", version: 2 });
}

test("adds a contractor who isn't on Timbertally; the link is sent with the job and makes its user the admin", async () => {
  await room.whole();
  const { call } = room.manager;
  await call(inviteJobContractor, {
    ...PERSON,
    role: "cutter",
    name: "Pine Hollow Logging",
    email: "jo@pine.test",
    version: 3,
  });
  const page = await call(getContractors, { section: "cutter", q: "Pine", any: false });
  expect(page.chosen.map((c) => [c.name, c.invited])).toContainEqual(["Pine Hollow Logging", "sent"]);
  expect(page.found).toMatchObject([{ name: "Pine Hollow Logging", chosen: true }]);
  // Nothing is sent before there is a job, and no one else can find the company.
  expect(await room.rows("outbox_message")).toEqual([]);
  const company_id = await companyCalled("Pine Hollow Logging");
  expect((await catchError(room.stranger.call(getCompanyProfile, { id: company_id }))).kind).toBe("missing");
  const { id } = await call(createJobFromDraft, { version: await room.versionNow() });
  const job_id = Number(id);
  // The job's page and the invited company's dashboard show that an acceptance is awaited.
  const { waiting } = await call(getJob, { id: job_id });
  expect([waiting.answers, waiting.joins]).toEqual([["Crew"], ["Pine Hollow Logging"]]);
  expect((await room.logger.call(listInvitations, {})).invitations).toMatchObject([
    { id: job_id, name: "Big Creek", requester: "Manager" },
  ]);
  expect((await room.stranger.call(listInvitations, {})).invitations).toEqual([]);
  const { sent, token } = await lastLink("text");
  expect(sent).toMatchObject({ recipient: "+19065550142" });
  expect(String(sent?.body)).toMatch(/Manager put Pine Hollow Logging on the job Big Creek/);
  expect((await lastLink("mail")).token).toBe(token);
  // The new company is on the job right away, and the page shows that nobody from it has joined.
  const companies = (await call(getJobCompanies, { id: job_id })).companies;
  expect(companies.find((c) => c.company_id === company_id)).toMatchObject({
    state: "hasn't joined yet",
    may_invite: true,
  });
  const { userId } = await join(token, "jo@pine.test");
  const jo = await actAs(room.db, Number(userId), company_id);
  expect(await room.rows("crew_member", `user_id = ${Number(userId)}`)).toHaveLength(1);
  expect(
    await room.rows(
      "crew",
      `company_id = ${company_id} AND is_primary = 1 AND id IN (SELECT crew_id FROM crew_member WHERE user_id = ${Number(userId)})`,
    ),
  ).toHaveLength(1);
  expect(await room.rows("company", `id = ${company_id}`)).toMatchObject([{ creator_company_id: null }]);
  expect(await room.rows("company_feature_access", `company_id = ${company_id}`)).toHaveLength(2);
  expect((await room.stranger.call(getCompanyProfile, { id: company_id })).name).toBe("Pine Hollow Logging");
  // The company is asked to accept the job that it was added to, and may work on it before it answers.
  expect((await jo.call(getJob, { id: job_id })).pending).toBe(false);
  const [place] = await room.rows("job_company", `job_id = ${job_id} AND company_id = ${company_id}`);
  expect(String(place?.contract_changed_at) > String(place?.accepted_at)).toBe(true);
  expect((await catchError(join(token, "second@pine.test"))).kind).toBe("notNow");
  expect((await catchError(call(getContractorInvite, { job_id, company_id }))).kind).toBe("missing");
});

test("requires a phone or an email for an invitation, and a company name not added before", async () => {
  await toContractors();
  const { call } = room.manager;
  const invite = (more: object) =>
    call(inviteJobContractor, { ...PERSON, role: "skidder", name: "Ridge Skidding", version: 3, ...more });
  expect((await catchError(invite({ phone_number: undefined }))).refusal.facts.fields).toEqual({
    phone_number: ["Type a phone number or an email, so that we can send the invitation"],
  });
  await invite({});
  expect((await catchError(invite({ name: "RIDGE skidding" }))).refusal.facts.fields).toEqual({
    name: ["You have already added a company with this name. Search for it."],
  });
  // The company's creator can remove the company from one role and add it in another role.
  const company_id = await companyCalled("Ridge Skidding");
  await call(removeJobContractor, { role: "skidder", company_id, version: 4 });
  await call(addJobContractor, { role: "cutter", company_id, version: 4 });
  const second = { ...PERSON, role: "land_manager" as const, name: "Second", version: 4 };
  expect((await catchError(call(inviteJobContractor, second))).kind).toBe("invalid");
});

test("invites a company from the job's page; inviting it again by another phone invalidates the first link", async () => {
  await room.whole();
  const { call } = room.manager;
  const { id } = await call(createJobFromDraft, { version: await room.versionNow() });
  const job_id = Number(id);
  const result = await call(inviteNewContractor, {
    job_id,
    ...PERSON,
    name: "Bear Creek Trucking",
    roles: ["is_hauler"],
  });
  const company_id = Number(result.id);
  const first = (await lastLink("text")).token;
  expect(first).not.toBe("");
  expect((await call(getContractorInvite, { job_id, company_id })).values.phone_number).toBe("(906)555-0142");
  const again = { job_id, company_id, ...PERSON, phone_number: "9065550199" };
  for (const who of [room.logger, room.stranger])
    expect(["missing", "forbidden"]).toContain(
      (await catchError(who.call(inviteContractorAgain, again))).kind,
    );
  // Another company that may add companies to the job can't get the invitation link of a company that it didn't create.
  await room.db.batch([
    { sql: "UPDATE job_company SET is_land_manager = 0 WHERE job_id = ?", params: [job_id] },
    {
      sql: `INSERT INTO job_company (job_id, company_id, is_land_manager, invited_at, accepted_at)
        VALUES (?, ?, 1, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')`,
      params: [job_id, room.rival.id],
    },
  ]);
  expect((await catchError(room.stranger.call(inviteContractorAgain, again))).kind).toBe("missing");
  const fresh = await call(inviteContractorAgain, again);
  expect(fresh).toMatchObject({ sent: "text", to: "(906)555-0199" });
  const { sent, token } = await lastLink("text");
  expect(sent?.recipient).toBe("+19065550199");
  expect((await catchError(join(first, "a@bear.test"))).kind).toBe("notNow");
  expect(Number((await join(token, "b@bear.test")).userId)).toBeGreaterThan(0);
});

test("creates no invitation link for a company that has users or that another company created", async () => {
  await room.whole();
  const { call } = room.manager;
  const { id } = await call(createJobFromDraft, { version: await room.versionNow() });
  const job_id = Number(id);
  const before = (await room.rows("invite")).length;
  for (const company_id of [room.crew.id, room.hauler.id, room.rival.id])
    expect((await catchError(call(inviteContractorAgain, { job_id, company_id, ...PERSON }))).kind).toBe(
      "missing",
    );
  await call(addJobCompany, { job_id, company_id: room.rival.id, roles: ["is_cutter"] });
  expect((await room.rows("invite")).length).toBe(before);
});
