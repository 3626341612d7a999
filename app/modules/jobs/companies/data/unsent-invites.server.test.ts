import { beforeAll, beforeEach, expect, test } from "vitest";
import { acceptInvite } from "~/modules/people/data/accept-invite.server";
import { createJobFromDraft } from "../../setup/data/create-job.server";
import { getContractors, inviteJobContractor } from "../../setup/data/parties.server";
import { createSetupHarness, type SetupHarness } from "../../setup/testing/setup-room.server";
import { addJobCompany, inviteNewContractor } from "./adding.server";
import { getJobCompanies } from "./companies.server";
import { inviteContractorAgain } from "./inviting.server";

/** On a site that sends no texts, no text is queued, and the pages show that the user must pass on the link. */
let room: SetupHarness;
beforeAll(async () => {
  room = await createSetupHarness();
});
beforeEach(async () => {
  await room.forget();
  await room.whole();
  await room.db.batch([{ sql: "DELETE FROM outbox_message", params: [] }]);
});

const PERSON = { first_name: "Jo", last_name: "Maki", phone_number: "906 555 0142" };
const texts = () => room.rows("outbox_message", "kind = 'text'");
const newJob = async () => {
  const { id } = await room.manager.call(createJobFromDraft, { version: await room.versionNow() });
  return Number(id);
};

test("queues no message to a contractor with only a phone, and the setup and the job's page show that", async () => {
  const { call } = room.manager;
  await call(inviteJobContractor, { ...PERSON, role: "cutter", name: "Pine Hollow Logging", version: 3 });
  const page = await call(getContractors, { section: "cutter", q: "", any: false });
  expect(page.texts).toBe(false);
  expect(page.chosen.find((c) => c.name === "Pine Hollow Logging")?.invited).toBe("by hand");
  const job_id = await newJob();
  expect(await texts()).toEqual([]);
  const { companies } = await call(getJobCompanies, { id: job_id });
  expect(companies.find((c) => c.name === "Pine Hollow Logging")?.state).toBe(
    "hasn't joined yet, and no link was sent",
  );
});

test("shows an invitation link once, which stays valid after the company is added to another job", async () => {
  const { call } = room.manager;
  const job_id = await newJob();
  const added = await call(inviteNewContractor, {
    job_id,
    ...PERSON,
    name: "Bear Creek Trucking",
    roles: ["is_hauler"],
  });
  expect(added.sent).toBe(false);
  const company_id = Number(added.id);
  const { link, sent } = await call(inviteContractorAgain, { job_id, company_id, ...PERSON });
  expect([sent, await texts()]).toEqual([null, []]);
  await room.forget();
  await room.whole();
  const second = await newJob();
  await call(addJobCompany, { job_id: second, company_id, roles: ["is_hauler"] });
  const token = link.split("/invite/")[1] ?? "";
  const { userId } = await room.stranger.call(acceptInvite, {
    token,
    email: "jo@bear.test",
    password: "a saw in the morning",
  });
  expect(Number(userId)).toBeGreaterThan(0);
});
