import { afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { submission } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { updateTicket } from "~/modules/trip-tickets/shared/update.server";
import { env } from "~/web/env.server";
import { recordSubmission } from "~/web/idempotency.server";
import { addComment, updateComment } from "./comments.server";
import { addJobComment, updateJobComment } from "./job-comments.server";

let db: Database;
let h: Harvest;
let ticket: number;
let logged: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  ticket = await h.ticket({ hauler_company_id: h.ids.hauler.id, trip_ticket_status_id: 2 });
  logged = await h.ticket({ cutter_company_id: h.ids.logger.id });
});
const percent = env().WORK_LIMIT_PERCENT;
afterEach(() => {
  env().WORK_LIMIT_PERCENT = percent;
});

test("limits a user who posts too many comments, but not other users", async () => {
  env().WORK_LIMIT_PERCENT = 2;
  const say = (who: Harvest["manager"], content: string) =>
    who.call(addComment, { trip_ticket_id: ticket, content });
  for (const content of ["one", "two", "three"]) await say(h.manager, content);
  const { refusal } = await catchError(say(h.manager, "four"));
  expect([refusal.kind, refusal.status]).toEqual(["tooMany", 429]);
  expect(refusal.message).toMatch(/^That's a lot of comments in a short time\. Nothing was lost\./);
  await say(h.hauler, "one");
});

test("counts edits of a comment toward the limit, on a ticket and on a job", async () => {
  env().WORK_LIMIT_PERCENT = 2;
  const word = (version: number) => ({ version, content: `version ${version}` });
  const onTicket = { trip_ticket_id: ticket };
  const { comment_id } = await h.mill.call(addComment, { ...onTicket, content: "one" });
  const again = (n: number) =>
    h.mill.call(updateComment, { ...onTicket, comment_id: Number(comment_id), ...word(n) });
  for (const n of [2, 3]) await again(n);
  expect((await catchError(again(4))).kind).toBe("tooMany");
  const onJob = { job_id: h.ids.job };
  const jobComment = await h.owner.call(addJobComment, { ...onJob, content: "one" });
  const jobAgain = (n: number) =>
    h.owner.call(updateJobComment, { ...onJob, comment_id: Number(jobComment.comment_id), ...word(n) });
  for (const n of [2, 3]) await jobAgain(n);
  expect((await catchError(jobAgain(4))).kind).toBe("tooMany");
});

test("counts a comment sent with a ticket change toward the limit, but not a change without a comment", async () => {
  env().WORK_LIMIT_PERCENT = 2;
  let version = 1;
  const change = async (fields: object) => {
    await h.logger.call(updateTicket, { id: logged, version: version + 1, ...fields });
    version++;
  };
  const word = (n: number) => change({ comment: `word ${n}` });
  for (const n of [1, 2, 3]) await word(n);
  expect((await catchError(word(4))).kind).toBe("tooMany");
  await change({ estimated_volume: "21" });
  expect(
    (await catchError(h.logger.call(addComment, { trip_ticket_id: logged, content: "five" }))).kind,
  ).toBe("tooMany");
});

test("limits how many unfinished form submissions are stored", async () => {
  const form = (n: number) =>
    recordSubmission(db, h.logger.actor, new Date(), {
      id: `form-${n}`,
      route: "/",
      fields: { text: "x".repeat(60_000) },
    });
  env().WORK_LIMIT_PERCENT = 0.7;
  await form(1);
  await form(2);
  const length = (await db.read.select().from(submission)).length;
  expect((await catchError(form(3))).kind).toBe("tooMany");
  expect((await db.read.select().from(submission)).length).toBe(length);
});
