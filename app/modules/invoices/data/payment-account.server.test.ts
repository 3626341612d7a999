import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { companyStripeAccount } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import {
  getPaymentAccount,
  getPaymentAccountPage,
  refreshPaymentAccount,
  setCardPaymentsOffered,
  startPaymentAccountSetup,
} from "~/modules/billing/data/account.server";
import { createStripeTestSite } from "~/modules/billing/testing/paying.server";
import { buildRequirements } from "../../../../e2e/support/stripe/connected-objects";
import { FAKE_WEBHOOK_SECRET, signEvent } from "../../../../e2e/support/stripe/server";
import { acceptAccountEvent } from "../shared/card-events.server";

const db = await openTestDatabase();
const site = await createStripeTestSite(db);
const { world, time } = site;
const { connected } = world;
afterAll(() => site.close());

type Company = Awaited<ReturnType<typeof site.company>>;
const accountOf = async ({ id }: Company) => {
  const [row] = await db.read
    .select()
    .from(companyStripeAccount)
    .where(eq(companyStripeAccount.company_id, id));
  return row?.stripe_account_id ?? "";
};
const sendAll = async () => {
  const statuses: number[] = [];
  for (const event of world.takeEvents()) {
    const { raw, signature } = signEvent(event, FAKE_WEBHOOK_SECRET, time.at);
    statuses.push((await acceptAccountEvent(raw, signature, site.app)).status);
  }
  return statuses;
};
const said = async ({ admin }: Company) => {
  const { state, said: words } = await admin.call(getPaymentAccountPage, {});
  return [state, words.words, words.go];
};

test("sets up a Stripe account and shows a message for each of its states", async () => {
  const who = await site.company();
  expect(await said(who)).toEqual([
    "none",
    "Customers can't pay your invoices by card yet.",
    "Set up card payments",
  ]);
  const { url } = await who.admin.call(startPaymentAccountSetup, {});
  expect(url.startsWith(`${site.base}/onboard/`)).toBe(true);
  expect(await said(who)).toEqual(["started", "Started, not finished.", "Continue at Stripe"]);
  const account = await accountOf(who);
  connected.answer(account, {
    charges_enabled: false,
    payouts_enabled: false,
    requirements: buildRequirements([], "requirements.pending_verification"),
  });
  expect(await sendAll()).toEqual([200]);
  expect(await said(who)).toEqual(["being_checked", "Stripe is reviewing your answers.", null]);
  connected.answer(account, { charges_enabled: false, requirements: buildRequirements(["company.tax_id"]) });
  await sendAll();
  expect(await said(who)).toEqual(["needs_answers", "Customers can't pay by card now.", "Answer Stripe"]);
  connected.answer(account);
  world.takeEvents();
  await who.admin.call(refreshPaymentAccount, {});
  expect(await said(who)).toEqual(["takes_cards", "Customers can pay your invoices by card.", null]);
  await who.second.call(setCardPaymentsOffered, { offers: false });
  expect((await said(who))[0]).toBe("paused");
  await who.second.call(setCardPaymentsOffered, { offers: true });
  connected.answer(account, { requirements: buildRequirements(["person.verification.document"]) });
  await sendAll();
  expect(await said(who)).toEqual([
    "takes_cards",
    "Customers can pay your invoices by card.",
    "Answer Stripe",
  ]);
  expect(await who.admin.call(getPaymentAccount, {})).toEqual({
    company_stripe_account: {
      state: "takes_cards",
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
    },
  });
  connected.answer(account, {
    charges_enabled: false,
    requirements: buildRequirements([], "rejected.fraud"),
  });
  await sendAll();
  expect(await said(who)).toEqual(["refused", "Stripe didn't accept this account.", null]);
});

test("creates one account for two simultaneous admins, and a new one after a disconnect at Stripe", async () => {
  const who = await site.company();
  const before = connected.accounts.size;
  await Promise.all([
    who.admin.call(startPaymentAccountSetup, {}),
    who.second.call(startPaymentAccountSetup, {}),
  ]);
  expect(connected.accounts.size).toBe(before + 1);
  const first = await accountOf(who);
  connected.answer(first);
  await sendAll();
  connected.disconnect(first);
  expect(await sendAll()).toEqual([200]);
  expect(await said(who)).toEqual([
    "disconnected",
    "The account was disconnected at Stripe.",
    "Set up card payments again",
  ]);
  await who.admin.call(startPaymentAccountSetup, {});
  const second = await accountOf(who);
  expect(second).not.toBe(first);
  expect((await said(who))[0]).toBe("started");
});

test("ignores an event's claims about an account, and keeps later data when an older fetch ends", async () => {
  const who = await site.company();
  await who.admin.call(startPaymentAccountSetup, {});
  const account = await accountOf(who);
  world.tell(
    "account.updated",
    { id: account, object: "account", charges_enabled: true, details_submitted: true },
    account,
  );
  expect(await sendAll()).toEqual([200]);
  expect((await said(who))[0]).toBe("started");
  connected.answer(account);
  const later = new Date(time.at + 3_600_000).toISOString();
  await db.batch([
    {
      sql: "UPDATE company_stripe_account SET synced_at = ? WHERE company_id = ?",
      params: [later, who.id],
    },
  ]);
  await sendAll();
  expect((await said(who))[0]).toBe("started");
});

test("allows only admins to set up an account, and shows an error if Stripe can't be reached", async () => {
  const who = await site.company();
  world.isDown = true;
  const down = await catchError(who.admin.call(startPaymentAccountSetup, {}));
  expect([down.kind, down.message]).toEqual([
    "unavailable",
    "Sorry, an error occurred. Stripe couldn't be reached. Try again in a minute.",
  ]);
  world.isDown = false;
  expect((await catchError(who.admin.call(setCardPaymentsOffered, { offers: true }))).kind).toBe("missing");
  const { actor } = who.admin;
  Object.assign(actor, { permissions: { ...actor.permissions, is_primary: false } });
  expect((await catchError(who.admin.call(startPaymentAccountSetup, {}))).kind).toBe("forbidden");
  expect((await catchError(who.admin.call(setCardPaymentsOffered, { offers: true }))).kind).toBe("forbidden");
});
