import { and, eq, ne } from "drizzle-orm";
import { invoice } from "#db/schema";
import type { Ctx } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import type { InvoiceRow } from "./access.server";
import { verifyInvoiceLink } from "./link.server";

/** Return the issued invoice that a signed link opens; respond with 404 for any other link or invoice. */
export async function requireLinkedInvoice(
  { read }: Pick<Ctx, "read">,
  id: number,
  sig: string,
): Promise<InvoiceRow> {
  if (!verifyInvoiceLink(id, sig)) throw notFound();
  const [row] = await read
    .select()
    .from(invoice)
    .where(and(eq(invoice.id, id), ne(invoice.status, "draft")));
  if (!row) throw notFound();
  return row;
}
