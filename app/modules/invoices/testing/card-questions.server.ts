import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "#db/client.server";
import { invoiceCardPayment } from "#db/schema";
import { runProcedure } from "~/web/run-procedure.server";
import { getInvoice } from "../data/list.server";
import { getInvoicePage } from "../data/page.server";
import { readPublicInvoice } from "../data/public.server";
import { syncCardPaymentsTask } from "../shared/card-events.server";
import { type createCardTestSite, findCardFaults } from "./cards.server";

/** Label of a card payment on an invoice. */
export const CARD_PAYMENT_LABEL = "Card, Stripe";

type Site = Awaited<ReturnType<typeof createCardTestSite>>;
type Billing = Awaited<ReturnType<Site["billing"]>>;

/** Create test queries about invoices paid by card: as issuer and customer see them, and as stored. */
export function createCardQueries(db: Database, site: Site) {
  return {
    cardsOf: (id: number) =>
      db.read.select().from(invoiceCardPayment).where(eq(invoiceCardPayment.invoice_id, id)),
    seen: (id: number) =>
      runProcedure(readPublicInvoice, site.stranger(), { invoice_id: id, sig: site.sigOf(id) }),
    due: async ({ hauler }: Billing, id: number) => {
      const { status, amount_due } = await hauler.call(getInvoice, { invoice_id: id });
      return { status, amount_due };
    },
    /** Payments of an invoice as its document shows them. */
    papers: async ({ hauler }: Billing, id: number) =>
      (await hauler.call(getInvoicePage, { invoice_id: id })).paper.payments.map(
        ({ amount_cents, words }) => [amount_cents, words],
      ),
    sound: async ({ ids }: Billing) =>
      expect(await findCardFaults(db, site.world, [ids.hauler.id])).toEqual([]),
    hourly: () => runHourlyCardTask(site),
  };
}

/** Run the hourly task that fetches card payments. */
export const runHourlyCardTask = (site: Pick<Site, "app">) =>
  syncCardPaymentsTask.run(
    site.app,
    {},
    {
      heartbeat: () => Promise.resolve(),
      signal: new AbortController().signal,
      attempt: 1,
      failure: null,
      note: () => undefined,
    },
  );
