import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { job, stateTicketRule } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getTicketChecklist } from "./state-rules.server";

test("checks a ticket against the rules of its job's state, which are stored in the database", async () => {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  const id = await h.ticket({ scale_ticket_number: "S-1" });
  expect(await h.manager.call(getTicketChecklist, { id })).toEqual({ state: null, rules: [] });
  await db.batch([db.write.update(job).set({ us_state_id: 45 }).where(eq(job.id, h.ids.job)).toSQL()]);
  const { state, rules } = await h.manager.call(getTicketChecklist, { id });
  expect(state).toBe("South Carolina");
  const there = (label: string) => rules.find((rule) => rule.label === label)?.there;
  expect([there("Ticket number"), there("Species"), there("Date received")]).toEqual([true, true, false]);
  await db.batch([db.write.delete(stateTicketRule).where(eq(stateTicketRule.key, "deduction")).toSQL()]);
  expect((await h.manager.call(getTicketChecklist, { id })).rules).toHaveLength(rules.length - 1);
  expect((await catchError(h.rival.call(getTicketChecklist, { id }))).kind).toBe("missing");
});
