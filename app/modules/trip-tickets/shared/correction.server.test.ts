import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { ASPEN, insertRow } from "#db/factories";
import { companyFeatureAccess, settlementStatement, tripTicket } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { listNotifications } from "~/modules/notifications/shared/inbox.server";
import { recordPayment } from "~/modules/settlements/shared/payments.server";
import { repriceTickets } from "~/modules/settlements/shared/reprice.server";
import { PERIOD_END, readPreviewedReceivers, settleWeek } from "~/modules/settlements/testing/week.server";
import { STATUS } from "../rules/trip-ticket";
import { correctPaidLoad, getCorrection } from "./correction.server";
import { getTicketPage } from "./detail.server";
import { updateTicket } from "./update.server";

let db: Database;
let h: Harvest;
let id: number;
const today = getDay(new Date(), "America/Detroit");

/** Load of 27.412 tons at $9.375 a ton, on its hauler's statement and paid: $256.99. */
beforeEach(async () => {
  db ??= await openTestDatabase();
  h = await makeHarvest(db);
  await insertRow(db, companyFeatureAccess, {
    company_id: h.ids.manager.id,
    feature_id: 3,
    is_active: true,
    created_at: "2026-01-01T00:00:00.000Z",
  });
  await h.haulRate();
  id = await h.ticket({
    trip_ticket_status_id: STATUS.completed,
    hauler_company_id: h.ids.hauler.id,
    ...ASPEN,
    scaled_volume: 27_412,
    scaled_wood_unit_type_id: 2,
    picked_up_at: "2026-11-02T18:00:00.000Z",
    dropped_off_at: "2026-11-03T04:40:00.000Z",
  });
  await repriceTickets({ db, now: () => new Date() }, [id]);
});
const pay = async () => {
  await settleWeek(h.manager);
  const [made] = await db.read
    .select()
    .from(settlementStatement)
    .where(eq(settlementStatement.paying_company_id, h.ids.manager.id));
  await h.manager.call(recordPayment, {
    settlement_statement_id: made?.id ?? 0,
    amount: "256.99",
    method: "check",
    paid_on: today,
  });
};
const form = async (scaled_volume: string, more: object = {}) => {
  const [row] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, id));
  return {
    id,
    version: (row?.version ?? 0) + 1,
    scaled_volume,
    reason: "The mill read 26.9",
    save_anyway: true,
    ...more,
  };
};

test("correcting a paid load needs a reason, keeps the payment, leaves the difference open and notifies the payee", async () => {
  await pay();
  const { version, scaled_volume } = await form("26.9");
  expect((await catchError(h.manager.call(updateTicket, { id, version, scaled_volume }))).kind).toBe(
    "forbidden",
  );
  await h.manager.call(correctPaidLoad, await form("26.9"));
  // 9.375 x 26.9 = 252.1875
  expect(await readPreviewedReceivers(h.manager, PERIOD_END, undefined, true)).toMatchObject([
    { expected_lines: 3 },
  ]);
  const page = await h.hauler.call(getTicketPage, { id });
  expect(JSON.stringify(page.pay)).toContain("Paid 256.99. Correction of -4.80 waits.");
  expect(page.may_correct).toBe(false);
  const { history } = await h.manager.call(getTicketPage, { id });
  expect(JSON.stringify(history)).toContain("Correction of a paid load: The mill read 26.9");
  const { notifications } = await h.hauler.call(listNotifications, {});
  expect(notifications.map((n) => `${n.title} ${n.message}`).join()).toContain(
    "was corrected after it was paid The mill read 26.9",
  );
  // After the correction, the load stays locked for ordinary edits.
  const again = await form("20");
  const locked = h.manager.call(updateTicket, { id, version: again.version, scaled_volume: "20" });
  expect((await catchError(locked)).kind).toBe("forbidden");
});

test("invalid values are reported at their fields, a stale form is refused, and nothing changes", async () => {
  await pay();
  const { refusal } = await catchError(h.manager.call(correctPaidLoad, await form("26.9", { reason: " " })));
  expect(refusal.facts.fields ?? refusal.message).toEqual({ reason: ["Say why."] });
  const late = { ...(await form("26.9")), version: 1 };
  expect((await catchError(h.manager.call(correctPaidLoad, late))).kind).toBe("stale");
  const same = await catchError(h.manager.call(correctPaidLoad, await form("27.412")));
  expect(same.refusal.message).toBe("Nothing is changed.");
  const [row] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, id));
  expect(row?.scaled_volume).toBe(27_412);
});

test("only the job's office corrects a paid load, and an unpaid load is edited as usual", async () => {
  const open = await catchError(h.manager.call(getCorrection, { id }));
  expect(open.refusal.message).toBe("This load isn't paid. Edit it as usual.");
  await pay();
  const offered = (await h.manager.call(getCorrection, { id })).fields.map((f) => f.name);
  expect(offered).toContain("scaled_volume");
  // Only the mill may set `scaler_user_id`: if the office's form sent it, the whole form would be refused.
  expect(offered).not.toContain("scaler_user_id");
  for (const who of [h.hauler, h.mill]) {
    expect((await catchError(who.call(getCorrection, { id }))).kind).toBe("forbidden");
    expect((await catchError(who.call(correctPaidLoad, await form("1")))).kind).toBe("forbidden");
  }
  expect((await catchError(h.rival.call(correctPaidLoad, await form("1")))).kind).toBe("missing");
});
