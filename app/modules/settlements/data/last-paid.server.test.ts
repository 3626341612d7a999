import { expect, test } from "vitest";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import type { CompanyActor } from "~/web/actor";
import { readPaySummary } from "../shared/pay-of.server";
import { recordPayment, reversePayment } from "../shared/payments.server";
import { createSettlementWeek, settleWeek } from "../testing/week.server";
import { listSettlementStatements } from "./statements.server";

const db = await openTestDatabase();
const now = new Date();
const today = getDay(now, "America/Detroit");

test("returns a company's last payment, ignoring reversed payments and payments to others", async () => {
  const { manager, hauler, logger, ids, load } = await createSettlementWeek(db);
  await load(ids.hauler.id, 100_000);
  await load(ids.logger.id, 100_000);
  await settleWeek(manager);
  const last = async ({ actor }: typeof hauler) =>
    (await readPaySummary({ read: db.read, actor: actor as CompanyActor, now }))?.last_paid?.cents ?? null;
  const paying = async (who: typeof hauler) => {
    const [made] = (await who.call(listSettlementStatements, {})).settlement_statements;
    const settlement_statement_id = made?.id ?? 0;
    return (amount: string) =>
      manager.call(recordPayment, { settlement_statement_id, amount, method: "check", paid_on: today });
  };
  const [payHauler, payLogger] = await Promise.all([paying(hauler), paying(logger)]);
  expect(await last(hauler)).toBeNull();
  await payHauler("30.00");
  const bounced = await payHauler("20.00");
  expect(await last(hauler)).toBe(2_000);
  await manager.call(reversePayment, { settlement_payment_id: bounced.id, reason: "Bounced" });
  expect(await last(hauler)).toBe(3_000);
  for (let cents = 1; cents <= 31; cents++) await payLogger(`1.${String(cents).padStart(2, "0")}`);
  expect([await last(hauler), await last(logger)]).toEqual([3_000, 131]);
});
