import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { companyFeatureAccess } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobHistory } from "~/modules/jobs/data/history.server";
import { listNotifications } from "~/modules/notifications/shared/inbox.server";
import { createSettlementWeek, readPreviewedReceivers, settleWeek } from "../../testing/week.server";
import { getHandover, handOverProblem } from "./handover.server";
import { listUnpayableLoads } from "./needs-you.server";
import { getPayability, markNotPayable, markPayable } from "./payable.server";

let db: Database;
let w: Awaited<ReturnType<typeof createSettlementWeek>>;
beforeEach(async () => {
  db ??= await openTestDatabase();
  w = await createSettlementWeek(db);
});
const at = (trip_ticket_settlement_id: number) => ({ trip_ticket_settlement_id });
const news = async (who: typeof w.manager) =>
  (await who.call(listNotifications, {})).notifications.map((n) => n.title);

test("the payer marks a load not payable with a required reason, which notifies the payee and can be undone", async () => {
  const claim = await w.load(w.ids.hauler.id, 10_000);
  expect(await readPreviewedReceivers(w.manager)).toHaveLength(1);
  const { refusal } = await catchError(w.manager.call(markNotPayable, { ...at(claim), reason: " " }));
  expect(refusal.facts.fields ?? refusal.message).toEqual({ reason: ["Say why."] });
  await w.manager.call(markNotPayable, { ...at(claim), reason: "Our own truck" });
  expect(await readPreviewedReceivers(w.manager)).toEqual([]);
  expect((await news(w.hauler)).join()).toContain("is not payable");
  expect(await w.manager.call(getPayability, at(claim))).toMatchObject({
    is_void: true,
    status: "Not payable: Our own truck",
  });
  expect(
    (await catchError(w.manager.call(markNotPayable, { ...at(claim), reason: "x" }))).refusal.message,
  ).toBe("It's already marked as not payable.");
  const { history } = await w.manager.call(getJobHistory, { id: w.ids.job });
  expect(JSON.stringify(history)).toContain("Not payable: Our own truck");
  const message = JSON.stringify((await w.logger.call(getJobHistory, { id: w.ids.job })).history);
  expect(message).not.toContain("Our own truck");
  await w.manager.call(markPayable, at(claim));
  expect(await readPreviewedReceivers(w.manager)).toHaveLength(1);
});

test("refuses to mark a load not payable while it is on a statement", async () => {
  const claim = await w.load(w.ids.hauler.id, 10_000);
  await settleWeek(w.manager);
  const { refusal } = await catchError(w.manager.call(markNotPayable, { ...at(claim), reason: "Wrong" }));
  expect(refusal.message).toContain("It's on statement 1001. Void that first");
});

test("only the payer marks a load not payable: 403 for the payee, 404 for other companies", async () => {
  const claim = await w.load(w.ids.hauler.id, 10_000);
  const say = { ...at(claim), reason: "No" };
  expect((await catchError(w.hauler.call(markNotPayable, say))).kind).toBe("forbidden");
  expect((await catchError(w.hauler.call(getPayability, at(claim)))).kind).toBe("forbidden");
  for (const who of [w.logger, w.mill, w.rival]) {
    expect((await catchError(who.call(markNotPayable, say))).kind).toBe("missing");
    expect((await catchError(who.call(getPayability, at(claim)))).kind).toBe("missing");
    expect((await catchError(who.call(markPayable, at(claim)))).kind).toBe("missing");
    expect((await catchError(who.call(getHandover, at(claim)))).kind).toBe("missing");
  }
});

test("neither a payee with a subscription, nor the requester when the payer has users, can mark a load not payable", async () => {
  for (const { id } of [w.ids.hauler, w.ids.logger])
    await insertRow(db, companyFeatureAccess, {
      company_id: id,
      feature_id: 3,
      is_active: true,
      created_at: "2026-01-01T00:00:00.000Z",
    });
  const paidByMe = await w.load(w.ids.hauler.id, 10_000);
  const paidByTheMill = await w.load(w.ids.logger.id, 20_000, { paying_company_id: w.ids.mill.id });
  const tries = [
    { who: w.hauler, claim: paidByMe },
    { who: w.logger, claim: paidByTheMill },
    { who: w.manager, claim: paidByTheMill },
  ];
  const only = { kind: "forbidden", refusal: { message: expect.stringMatching(/^Only .+ can do this\.$/) } };
  for (const { who, claim } of tries) {
    expect(await catchError(who.call(getPayability, at(claim)))).toMatchObject(only);
    expect(await catchError(who.call(markNotPayable, { ...at(claim), reason: "No" }))).toMatchObject(only);
    expect(await catchError(who.call(markPayable, at(claim)))).toMatchObject(only);
  }
});

test("hands a load's problem only to a company that can resolve it, and notifies that company", async () => {
  const claim = await w.load(w.ids.hauler.id, null, { problem: "no_rate" });
  const page = await w.hauler.call(getHandover, at(claim));
  expect(page.menders.map((m) => m.value)).toEqual([w.ids.manager.id]);
  const leave = { ...at(claim), text: "For the Grayling yard" };
  const { refusal } = await catchError(
    w.hauler.call(handOverProblem, { ...leave, company_id: w.ids.rival.id }),
  );
  expect(refusal.facts.fields).toEqual({ company_id: ["Choose a company from the list"] });
  await w.hauler.call(handOverProblem, { ...leave, company_id: w.ids.manager.id });
  expect((await news(w.manager)).join()).toContain("with you");
  expect(
    (await catchError(w.rival.call(handOverProblem, { ...leave, company_id: w.ids.manager.id }))).kind,
  ).toBe("missing");
  const { groups } = await w.hauler.call(listUnpayableLoads, {});
  expect(groups[0]?.loads[0]).toMatchObject({ may_leave: true, is_payer: false });
  const mine = (await w.manager.call(listUnpayableLoads, {})).groups[0]?.loads[0];
  expect(mine).toMatchObject({ may_leave: false, is_payer: true });
});
