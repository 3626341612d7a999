import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { comment, submission } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { createRaceDatabase } from "#db/testing/overtaken";
import { openTestDatabase } from "#db/testing/test-database";
import { addComment } from "~/modules/comments/data/comments.server";
import { hashLongTexts, recordSubmission } from "./idempotency.server";
import { unprocessable } from "./refusal";
import { runProcedure } from "./run-procedure.server";

let db: Database;
let h: Harvest;
let ticket: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  ticket = await h.ticket();
});
const words = async () => (await db.read.select().from(comment)).map((row) => row.content);
const said = (content: string) => ({ trip_ticket_id: ticket, content });

test("a form sent twice with the same values takes effect once", async () => {
  await h.manager.send(addComment, said("Landing is soft"), "once");
  await h.manager.send(addComment, said("Landing is soft"), "once");
  expect((await words()).filter((w) => w === "Landing is soft")).toHaveLength(1);
});

test("refuses a submission id that is sent again with other values or at another address", async () => {
  await h.manager.send(addComment, said("Gate is locked"), "spent");
  expect((await catchError(h.manager.send(addComment, said("Gate is open"), "spent"))).kind).toBe(
    "alreadySent",
  );
  const elsewhere = recordSubmission(db, h.manager.actor, new Date(), {
    id: "spent",
    route: "/elsewhere",
    fields: said("Gate is locked"),
  });
  expect((await catchError(elsewhere)).kind).toBe("alreadySent");
  expect(await words()).not.toContain("Gate is open");
});

test("a submission id belongs to its user at their company; other users can use an equal id", async () => {
  const colleague = await actAs(db, await makeUser(db, {}, [h.ids.manager.crew]), h.ids.manager.id);
  await h.manager.send(addComment, said("Bridge holds"), "shared");
  await colleague.send(addComment, said("Bridge is out"), "shared");
  expect(await words()).toEqual(expect.arrayContaining(["Bridge holds", "Bridge is out"]));
});

test("a refused form keeps its submission id, and takes effect once after correction", async () => {
  expect((await catchError(h.owner.send(addComment, said("x"), "corrected"))).kind).toBe("forbidden");
  const [row] = await db.read.select().from(submission).where(eq(submission.submission_id, "corrected"));
  expect(row?.outcome).toBe("refused");
  await h.manager.send(addComment, said("Corrected"), "corrected");
  expect(await words()).toContain("Corrected");
});

test("a submission whose outcome is already stored is not run again", async () => {
  const { open } = (await recordSubmission(db, h.hauler.actor, new Date(), {
    id: "late",
    route: "/test",
    fields: said("Twice"),
  })) as { open: { rowId: number } };
  const racing = createRaceDatabase(db, {
    sql: "UPDATE submission SET outcome = 'applied', result = '{}' WHERE id = ?",
    params: [open.rowId],
  });

  const call = { db: racing, actor: h.manager.actor, now: new Date(), address: "", submission: open };
  expect((await catchError(runProcedure(addComment, call, said("Twice")))).kind).toBe("unavailable");
  expect(await words()).not.toContain("Twice");
});

test("refuses a form too large to store before it changes anything", async () => {
  const large = recordSubmission(db, h.manager.actor, new Date(), {
    id: "large",
    route: "/test",
    fields: { content: "x".repeat(65 * 1024) },
  });
  expect((await catchError(large)).kind).toBe("invalid");
});

test("recognizes a repeated submission with a long text, stored as a hash, only if the text is unchanged", async () => {
  const text = (last: string) => ({ text: `Ticket,Net\n${"1,2\n".repeat(20_000)}${last}` });
  const send = (last: string) =>
    recordSubmission(db, h.manager.actor, new Date(), {
      id: "pasted",
      route: "/test",
      fields: hashLongTexts(text(last), ["text"]),
    });
  const { open } = (await send("a")) as { open: { rowId: number } };
  await db.batch([
    {
      sql: "UPDATE submission SET outcome = 'applied', result = '{\"id\":1}' WHERE id = ?",
      params: [open.rowId],
    },
  ]);
  expect(await send("a")).toEqual({ applied: { id: 1 } });
  expect((await catchError(send("b"))).kind).toBe("alreadySent");
  expect(hashLongTexts({ text: "short" })).toEqual({ text: "short" });
});

test("if a second press is refused because of the first press's change, it gets the first press's outcome", async () => {
  let presses = 0;
  /**
   * A procedure that works only once. Its second run starts before the first finishes, and reads the ticket after the
   * first has changed it.
   */
  const onlyOnce: typeof addComment = {
    ...addComment,
    async run(ctx, input) {
      if (presses++ === 0) {
        expect(await h.manager.send(onlyOnce, said("Pressed"), "pressed")).toBeTruthy();
        throw unprocessable("This was done already.");
      }
      return addComment.run(ctx, input);
    },
  };
  await h.manager.send(onlyOnce, said("Pressed"), "pressed");
  expect(presses).toBe(2);
  expect((await words()).filter((w) => w === "Pressed")).toHaveLength(1);
  const rows = await db.read.select().from(submission).where(eq(submission.submission_id, "pressed"));
  expect(rows.map((row) => row.outcome).sort()).toEqual(["applied", null]);
});
