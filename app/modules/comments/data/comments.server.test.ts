import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import {
  insertRow,
  makeCompany,
  makeJob,
  makeJobCompany,
  makeJobDestination,
  makeLocation,
  makeTicket,
  makeUser,
} from "#db/factories";
import { crewPermission } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { verifyChain } from "~/modules/history/shared/history.server";
import { listJobAudits } from "~/modules/jobs/data/history.server";
import { listTicketAudits, listTicketComments } from "~/modules/trip-tickets/data/related.server";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { addComment, getOwnComment, removeComment, updateComment } from "./comments.server";
import { addJobComment, listJobComments } from "./job-comments.server";

type Person = Awaited<ReturnType<typeof actAs>>;
let db: Database;
let manager: Person;
let forester: Person;
let owner: Person;
let stranger: Person;
let ticket: number;
let job: number;
let landCrew: number;

beforeAll(async () => {
  db = await openTestDatabase();
  const company = await makeCompany(db);
  const land = await makeCompany(db);
  const other = await makeCompany(db);
  landCrew = land.crew;
  manager = await actAs(db, await makeUser(db, {}, [company.admins]), company.id);
  forester = await actAs(db, await makeUser(db, {}, [company.crew]), company.id);
  owner = await actAs(db, await makeUser(db, {}, [land.admins]), land.id);
  stranger = await actAs(db, await makeUser(db, {}, [other.admins]), other.id);
  job = await makeJob(db, company.id);
  await makeJobCompany(db, job, land.id, { is_land_owner: true });
  const destination = await makeJobDestination(db, job, await makeLocation(db, company.id));
  ticket = await makeTicket(db, { id: job, requester: company.id, destination });
});

const read = async (person: Person) => (await person.call(getTicketPage, { id: ticket })).comments;
const historyOf = async () => (await manager.call(getTicketPage, { id: ticket })).history.map((h) => h.what);

test("the author can write, change and remove a comment, each with a history entry", async () => {
  await manager.call(addComment, { trip_ticket_id: ticket, content: "  Landing is soft. " });
  const [written] = await read(owner);
  expect(written).toMatchObject({ content: "Landing is soft.", mine: false });
  const named = { trip_ticket_id: ticket, comment_id: written?.id ?? 0 };
  await manager.call(updateComment, { ...named, version: 2, content: "Landing is dry." });
  expect((await read(owner))[0]?.content).toBe("Landing is dry.");
  await manager.call(removeComment, { ...named, version: 3 });
  expect(await read(owner)).toEqual([]);
  expect(await historyOf()).toEqual(["Comment removed", "Comment changed", "Comment added"]);
  const { rows } = await db.client.execute({
    sql: "SELECT uid FROM trip_ticket WHERE id = ?",
    args: [ticket],
  });
  expect(await verifyChain(db.read, { uid: String(rows[0]?.uid), jobId: job, ticketId: ticket })).toBe(true);
});

test("nobody but the author can change or remove a comment, not even a colleague", async () => {
  await manager.call(addComment, { trip_ticket_id: ticket, content: "Mine" });
  const named = { trip_ticket_id: ticket, comment_id: (await read(manager))[0]?.id ?? 0 };
  expect((await catchError(forester.call(updateComment, { ...named, version: 2, content: "x" }))).kind).toBe(
    "forbidden",
  );
  expect((await catchError(forester.call(removeComment, { ...named, version: 2 }))).kind).toBe("forbidden");
  expect((await catchError(stranger.call(getOwnComment, named))).kind).toBe("missing");
  expect((await read(manager))[0]?.content).toBe("Mine");
});

test("a land owner can't comment; an uninvolved company gets 404", async () => {
  expect((await catchError(owner.call(addComment, { trip_ticket_id: ticket, content: "x" }))).kind).toBe(
    "forbidden",
  );
  expect((await catchError(stranger.call(addComment, { trip_ticket_id: ticket, content: "x" }))).kind).toBe(
    "missing",
  );
});

test("rejects an empty or too long comment with the fixed message", async () => {
  const { refusal } = await catchError(manager.call(addComment, { trip_ticket_id: ticket, content: "   " }));
  expect(refusal.facts.fields).toEqual({ content: ["Comment is required"] });
  expect(
    (await catchError(manager.call(addComment, { trip_ticket_id: ticket, content: "x".repeat(2001) }))).kind,
  ).toBe("invalid");
});

test("a stale edit of a comment returns the saved text", async () => {
  await manager.call(addComment, { trip_ticket_id: ticket, content: "First" });
  const named = { trip_ticket_id: ticket, comment_id: (await read(manager))[0]?.id ?? 0 };
  await manager.call(updateComment, { ...named, version: 2, content: "Second" });
  const { kind, refusal } = await catchError(
    manager.call(updateComment, { ...named, version: 2, content: "Third" }),
  );
  expect([kind, refusal.facts.current]).toEqual(["stale", { content: "Second", version: 2 }]);
});

test("a crew without permission to read comments sees no comments, and in the history only that comments existed", async () => {
  await insertRow(db, crewPermission, { crew_id: landCrew, entity_id: 18, can_create: true });
  const reader = await actAs(db, await makeUser(db, {}, [landCrew]), owner.actor.company?.id ?? 0);
  await manager.call(addComment, { trip_ticket_id: ticket, content: "Gate code 4711" });
  const named = { trip_ticket_id: ticket, comment_id: (await read(manager))[0]?.id ?? 0 };
  await manager.call(updateComment, { ...named, version: 2, content: "Gate code 4712" });
  await manager.call(removeComment, { ...named, version: 3 });
  await manager.call(addComment, { trip_ticket_id: ticket, content: "Gate code 4713" });
  const told = async (who: Person) =>
    JSON.stringify([
      await who.call(getTicketPage, { id: ticket }),
      await who.call(listTicketAudits, { trip_ticket_id: ticket }),
    ]);
  for (const code of ["4711", "4712", "4713"]) expect(await told(owner)).toContain(code);
  expect(await told(reader)).not.toContain("Gate code");
  const page = await reader.call(getTicketPage, { id: ticket });
  expect([page.comments, page.may_read.comments]).toEqual([[], false]);
  expect(page.history.slice(0, 3).map((h) => h.what)).toEqual([
    "Comment added",
    "Comment removed",
    "Comment changed",
  ]);
});

test("a list of comments or history in full can skip the newest rows, on a ticket and on a job", async () => {
  for (const content of ["First", "Second"]) {
    await manager.call(addComment, { trip_ticket_id: ticket, content });
    await manager.call(addJobComment, { job_id: job, content });
  }
  const allButNewest = { take: -1, skip: 1 };
  for (const { comments, meta } of [
    await manager.call(listTicketComments, { trip_ticket_id: ticket, ...allButNewest }),
    await manager.call(listJobComments, { job_id: job, ...allButNewest }),
  ]) {
    expect(comments[0]?.content).toBe("First");
    expect(comments).toHaveLength(meta.total - 1);
  }
  for (const { audits, meta } of [
    await manager.call(listTicketAudits, { trip_ticket_id: ticket, ...allButNewest }),
    await manager.call(listJobAudits, { job_id: job, ...allButNewest }),
  ])
    expect(audits).toHaveLength(meta.total - 1);
});
