import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { invoice } from "#db/schema";
import { idField } from "~/modules/settlements/rules/inputs";
import { procedure, type ReadCtx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import {
  DISPLAYED_INVOICE_STATUSES,
  type DisplayedInvoiceStatus,
  getDisplayedInvoiceStatus,
  getEndOfDaySeconds,
} from "../rules/invoices";
import { invoiceOutput, invoicesOutput } from "../rules/output";
import {
  getInvoiceToday,
  type InvoiceRow,
  readInvoiceLines,
  readIssuer,
  requireVisibleInvoice,
  visibleInvoiceCondition,
} from "./access.server";
import { buildPublicFileUrl } from "./link.server";

export const INVOICE_PAGE_SIZE = 10;
const DUE = sql`coalesce(${invoice.due_on}, ${invoice.issued_on})`;

/** SQL condition for invoices shown with a status. An open invoice is past due from the day after its due date. */
function shownAs(status: DisplayedInvoiceStatus, today: string): SQL {
  if (status === "open") return sql`(${invoice.status} = 'open' AND ${DUE} >= ${today})`;
  if (status === "past_due") return sql`(${invoice.status} = 'open' AND ${DUE} < ${today})`;
  return sql`${invoice.status} = ${status}`;
}

const cursors = {
  first_id: idField.optional().describe("The first invoice of a page: answers the page before it."),
  last_id: idField.optional().describe("The last invoice of a page: answers the page after it."),
};
const listInput = z.strictObject({ status: z.enum(DISPLAYED_INVOICE_STATUSES).optional(), ...cursors });
type Asked = z.output<typeof listInput>;

/** Return a page of invoices, newest first, before or after an invoice given as the cursor. */
async function pageOf(ctx: ReadCtx, { status, first_id, last_id }: Asked) {
  if (first_id && last_id) throw invalid({ first_id: ["Send first_id or last_id, not both."] });
  const today = getInvoiceToday(ctx);
  const where = and(visibleInvoiceCondition(ctx.actor), status && shownAs(status, today)) ?? sql`1`;
  const rowsAt = (more: SQL | undefined, order: SQL) =>
    ctx.read
      .select()
      .from(invoice)
      .where(and(where, more))
      .orderBy(order)
      .limit(INVOICE_PAGE_SIZE + 1);
  const newestFirst = sql`${invoice.issued_on} DESC, ${invoice.id} DESC`;
  if (first_id) {
    const target = await cursor(ctx, "first_id", first_id);
    const before = await rowsAt(
      sql`(${invoice.issued_on}, ${invoice.id}) > (${target.issued_on}, ${target.id})`,
      sql`${invoice.issued_on}, ${invoice.id}`,
    );
    // If too few invoices come before the cursor to fill a page, return the first page.
    if (before.length >= INVOICE_PAGE_SIZE)
      return {
        today,
        rows: before.slice(0, INVOICE_PAGE_SIZE).reverse(),
        has_previous: before.length > INVOICE_PAGE_SIZE,
        has_next: true,
      };
  }
  const at = last_id ? await cursor(ctx, "last_id", last_id) : null;
  const after = at ? sql`(${invoice.issued_on}, ${invoice.id}) < (${at.issued_on}, ${at.id})` : undefined;
  const rows = await rowsAt(after, newestFirst);
  return {
    today,
    rows: rows.slice(0, INVOICE_PAGE_SIZE),
    has_previous: at !== null,
    has_next: rows.length > INVOICE_PAGE_SIZE,
  };
}

/** Return the invoice at the start or end of a page; reject the id of another company's invoice. */
async function cursor(ctx: ReadCtx, name: "first_id" | "last_id", id: number): Promise<InvoiceRow> {
  const [row] = await ctx.read
    .select()
    .from(invoice)
    .where(and(eq(invoice.id, id), visibleInvoiceCondition(ctx.actor)));
  if (!row) throw invalid({ [name]: ["This is not one of your invoices."] });
  return row;
}

/** Convert invoices to API output. */
async function answers(ctx: ReadCtx, rows: readonly InvoiceRow[], today: string) {
  const [lines, issuer] = await Promise.all([
    readInvoiceLines(
      ctx,
      rows.map(({ id }) => id),
    ),
    readIssuer(ctx, ctx.actor.company.id),
  ]);
  const zone = issuer.zone ?? ctx.actor.zone;
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    status: getDisplayedInvoiceStatus(row, today),
    customer_name: row.customer_name,
    customer_email: row.customer_email,
    customer_phone: row.customer_phone,
    created: Math.floor(Date.parse(row.created_at) / 1000),
    due_date: row.due_on === null ? null : getEndOfDaySeconds(row.due_on, zone),
    subtotal: row.subtotal_cents,
    tax: row.tax_cents,
    total: row.total_cents,
    amount_due: row.status === "void" ? 0 : row.total_cents - row.paid_cents,
    lines: lines
      .filter((line) => line.invoice_id === row.id)
      .map(({ description, amount_cents, certification_license, product_claim }) => ({
        description,
        amount: amount_cents,
        certification_license,
        product_claim,
      })),
    invoice_pdf: row.status === "draft" ? null : buildPublicFileUrl(row.id),
    settlement_statement_id: row.settlement_statement_id,
    version: row.version,
  }));
}

/** List a page of the acting company's invoices for API clients. */
export const listInvoices = procedure({
  name: "listInvoices",
  may: "invoice.read",
  input: listInput,
  output: invoicesOutput,
  async run(ctx, query) {
    const { today, rows, has_previous, has_next } = await pageOf(ctx, query);
    return {
      invoices: await answers(ctx, rows, today),
      meta: {
        take: INVOICE_PAGE_SIZE,
        first_id: rows[0]?.id ?? null,
        last_id: rows.at(-1)?.id ?? null,
        has_previous,
        has_next,
      },
    };
  },
});

/** Return one invoice for API clients. */
export const getInvoice = procedure({
  name: "getInvoice",
  may: "invoice.read",
  input: z.strictObject({ invoice_id: idField }),
  output: invoiceOutput,
  async run(ctx, { invoice_id }) {
    const row = await requireVisibleInvoice(ctx, invoice_id);
    const [answer] = await answers(ctx, [row], getInvoiceToday(ctx));
    if (!answer) throw new Error("an invoice that was read has an answer");
    return answer;
  },
});

/** Invoice list page: its rows, and the open and past-due totals of all invoices. */
export const getInvoiceList = procedure({
  name: "getInvoiceList",
  may: "invoice.read",
  input: listInput,
  async run(ctx, query) {
    const [{ today, rows, has_previous, has_next }, [sums], [any]] = await Promise.all([
      pageOf(ctx, query),
      ctx.read
        .select({
          open: sql<number>`coalesce(sum(${invoice.total_cents} - ${invoice.paid_cents}), 0)`,
          late: sql<number>`coalesce(sum(CASE WHEN ${DUE} < ${getInvoiceToday(ctx)} THEN ${invoice.total_cents} - ${invoice.paid_cents} END), 0)`,
        })
        .from(invoice)
        .where(and(visibleInvoiceCondition(ctx.actor), eq(invoice.status, "open"))),
      ctx.read.select({ id: invoice.id }).from(invoice).where(visibleInvoiceCondition(ctx.actor)).limit(1),
    ]);
    return {
      rows: rows.map((row) => ({
        id: row.id,
        number: row.number,
        customer: row.customer_name,
        issued_on: row.issued_on,
        due_on: row.due_on,
        status: getDisplayedInvoiceStatus(row, today),
        total_cents: row.total_cents,
        left_cents: row.status === "void" ? 0 : row.total_cents - row.paid_cents,
      })),
      open_cents: sums?.open ?? 0,
      late_cents: sums?.late ?? 0,
      has_any: any !== undefined,
      has_previous,
      has_next,
      asked: query,
    };
  },
});
