import type { Database } from "#db/client.server";
import { startPaymentAccountSetup } from "~/modules/billing/data/account.server";
import { createStripeTestSite } from "~/modules/billing/testing/paying.server";
import { createSignedOutActor } from "~/web/actor.server";
import { runProcedure } from "~/web/run-procedure.server";
import { FAKE_WEBHOOK_SECRET, signEvent } from "../../../../e2e/support/stripe/server";
import type { FakeStripe, SentEvent } from "../../../../e2e/support/stripe/world";
import { payByCard, syncCardPaymentsOnReturn } from "../data/card.server";
import { buildPublicPath } from "../data/link.server";
import { acceptAccountEvent } from "../shared/card-events.server";
import { createBillingFixture, findInvoiceFaults } from "./billing.server";

/** Create a test site whose haulers take cards, with actions of a customer who has only the invoice link. */
export async function createCardTestSite(db: Database) {
  const site = await createStripeTestSite(db);
  site.time.at = Date.now();
  const { world } = site;
  let from = 0;
  const stranger = () => {
    from += 1;
    return {
      db,
      actor: createSignedOutActor(null),
      now: new Date(site.time.at),
      address: `10.0.${Math.floor(from / 250)}.${from % 250}`,
    };
  };
  const sigOf = (id: number) => new URL(buildPublicPath(id), "https://x.test").searchParams.get("sig") ?? "";
  const press = (id: number) => runProcedure(payByCard, stranger(), { invoice_id: id, sig: sigOf(id) });
  const sessionOf = (url: string) => url.split("/").at(-1) ?? "";
  const come = (id: number) =>
    runProcedure(syncCardPaymentsOnReturn, stranger(), { invoice_id: id, sig: sigOf(id) });
  const send = (event: SentEvent) => {
    const { raw, signature } = signEvent(event, FAKE_WEBHOOK_SECRET, site.time.at);
    return acceptAccountEvent(raw, signature, site.app);
  };
  const sendAll = async () => {
    const statuses: number[] = [];
    for (const event of world.takeEvents()) statuses.push((await send(event)).status);
    return statuses;
  };
  /** Create the companies of a settled week, with a hauler that takes cards. */
  const billing = async () => {
    const all = await createBillingFixture(db);
    await all.hauler.call(startPaymentAccountSetup, {});
    const account = [...world.connected.accounts.keys()].at(-1) ?? "";
    world.connected.answer(account);
    await sendAll();
    return { ...all, account };
  };
  /** Pay an invoice in full by card; return Stripe's payment intent id. */
  const pay = async (id: number) => {
    const session = sessionOf((await press(id)).url);
    return String(world.pay(session, "paid").payment_intent);
  };
  return { ...site, stranger, sigOf, press, sessionOf, come, send, sendAll, billing, pay };
}

type Row = Record<string, number | string | null>;

/**
 * Recalculate card payments and return all differences. Stripe's amounts come from the fake server's objects, the
 * invoices' amounts from their payments, and all usual invoice checks are included.
 */
export async function findCardFaults(
  db: Database,
  world: FakeStripe,
  companies: readonly number[],
): Promise<string[]> {
  const read = async (sql: string): Promise<Row[]> =>
    (await db.batch([{ sql, params: [JSON.stringify(companies)] }]))[0]?.rows.map(
      (row) => ({ ...row }) as Row,
    ) ?? [];
  const mine = "(SELECT id FROM invoice WHERE company_id IN (SELECT value FROM json_each(?)))";
  const cards = await read(`SELECT * FROM invoice_card_payment WHERE invoice_id IN ${mine}`);
  const payments = await read(
    `SELECT p.*, NOT EXISTS (SELECT 1 FROM invoice_payment r WHERE r.reverses_id = p.id) AND p.reverses_id IS NULL AS lives
       FROM invoice_payment p WHERE p.invoice_id IN ${mine}`,
  );
  const faults = await findInvoiceFaults(db, companies);
  const { intents, charges, refunds, disputes } = world.connected;
  const byCard = (invoice: Row[string] | undefined) =>
    payments
      .filter((p) => p.invoice_id === invoice && p.creator_label === "Card payment")
      .reduce((all, p) => all + Number(p.amount_cents), 0);
  const counted = new Map<Row[string] | undefined, number>();
  for (const card of cards) {
    const intent = intents.get(String(card.stripe_payment_intent_id));
    const charge = charges.get(String(intent?.latest_charge));
    let held = charge?.amount_captured ?? 0;
    for (const r of refunds.values())
      if (r.payment_intent === intent?.id && r.status !== "failed") held -= r.amount;
    for (const d of disputes.values())
      if (d.payment_intent === intent?.id && d.status === "lost") held -= d.amount;
    if (card.received_cents !== held)
      faults.push(`${card.id} holds ${card.received_cents}, and Stripe ${held}`);
    if (Number(card.applied_cents) > Math.max(0, held)) faults.push(`${card.id} counts more than it holds`);
    const live = payments.find((p) => p.id === card.invoice_payment_id);
    if (live ? !live.lives || live.amount_cents !== card.applied_cents : card.applied_cents !== 0)
      faults.push(`${card.id} counts what no payment says`);
    counted.set(card.invoice_id, (counted.get(card.invoice_id) ?? 0) + Number(card.applied_cents));
    const open = cards.filter((other) => other.invoice_id === card.invoice_id && other.status === "open");
    if (open.length > 1) faults.push(`two pages are open for ${card.invoice_id}`);
  }
  for (const [invoice, cents] of counted)
    if (byCard(invoice) !== cents)
      faults.push(`${invoice}: payments by card ${byCard(invoice)}, counted ${cents}`);
  return faults;
}
