import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { insertRow, makeUser } from "#db/factories";
import { company, crewPermission } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createSignedOutActor } from "./actor.server";
import { expectOneRow } from "./commit.server";
import { type Audience, procedure } from "./procedure";
import { runProcedure, toFieldErrors } from "./run-procedure.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const input = z.strictObject({});
const open = (audience: Audience) =>
  procedure({ name: "open", audience, input, run: () => Promise.resolve("done") });
const stranger = (query: ReturnType<typeof open>) =>
  runProcedure(query, { db, actor: createSignedOutActor(null), now: new Date(), address: "" }, {});

test("a procedure for companies, users or super users refuses all others", async () => {
  const alone = await actAs(db, await makeUser(db), null);
  const office = await actAs(db, await makeUser(db, { is_super_user: true }), null);
  const answers = async (audience: Audience) =>
    Promise.all(
      [
        stranger(open(audience)),
        ...[alone, office, h.manager].map((who) => who.call(open(audience), {})),
      ].map((call) =>
        call.then(
          () => "done",
          (refused) => refused.kind,
        ),
      ),
    );
  expect(await answers("anyone")).toEqual(["done", "done", "done", "done"]);
  expect(await answers("user")).toEqual(["missing", "done", "done", "done"]);
  expect(await answers("company")).toEqual(["missing", "missing", "missing", "done"]);
  expect(await answers("super")).toEqual(["missing", "missing", "done", "missing"]);
  // The input of refused callers isn't checked, because errors would reveal that the procedure exists.
  const wrong = runProcedure(
    open("super"),
    { db, actor: h.manager.actor, now: new Date(), address: "" },
    { x: 1 },
  );
  expect((await catchError(wrong)).kind).toBe("missing");
});

test("a user has a permission only from crews of the acting company", async () => {
  await insertRow(db, crewPermission, { crew_id: h.ids.logger.crew, entity_id: 18, can_read: true });
  const guarded = procedure({ name: "guarded", may: "comment.create", input, run: () => Promise.resolve(1) });
  const userId = await makeUser(db, {}, [h.ids.logger.crew, h.ids.hauler.admins]);
  const cutting = await actAs(db, userId, h.ids.logger.id);
  const hauling = await actAs(db, userId, h.ids.hauler.id);
  expect((await catchError(cutting.call(guarded, {}))).kind).toBe("forbidden");
  expect(await hauling.call(guarded, {})).toBe(1);
});

test("a user can't act for a deleted company or for a company without a crew that includes them", async () => {
  const userId = await makeUser(db, {}, [h.ids.second.crew]);
  expect((await actAs(db, userId, h.ids.rival.id)).actor.company).toBeNull();
  expect((await actAs(db, userId, h.ids.second.id)).actor.company?.id).toBe(h.ids.second.id);
  await db.batch([{ sql: "UPDATE company SET is_deleted = 1 WHERE id = ?", params: [h.ids.second.id] }]);
  expect((await actAs(db, userId, h.ids.second.id)).actor.company).toBeNull();
});

test("a commit that keeps conflicting is tried four times, then refused as unavailable", async () => {
  let tries = 0;
  const late = procedure({
    name: "late",
    input,
    run(ctx) {
      tries++;
      const miss = ctx.write.update(company).set({ name: "x" }).where(sql`id = -1`);
      return ctx.commit([expectOneRow(miss)], { ok: true });
    },
  });
  expect((await catchError(h.manager.call(late, {}))).kind).toBe("unavailable");
  expect(tries).toBe(4);
});

test("refuses an unknown field with an error that names it", async () => {
  const { refusal } = await catchError(h.manager.call(open("company"), { company_id: 1 } as never));
  expect(refusal.facts.fields).toEqual({ company_id: ["Unknown field."] });
});

test("the error for an unknown field in a list's entry contains the entry's index", () => {
  const entries = z.strictObject({ lines: z.array(z.strictObject({ name: z.string() })) });
  const { error } = entries.safeParse({ lines: [{ name: "Pine" }, { name: "Oak", id: 1 }] });
  expect(error && toFieldErrors(error)).toEqual({ "lines.1.id": ["Unknown field."] });
});
