import { and, eq, ne } from "drizzle-orm";
import { invoice } from "#db/schema";
import type { Ctx } from "~/web/procedure";
import { missing } from "~/web/refusal";
import type { InvoiceRow } from "./access.server";
import { linkHolds } from "./link.server";

/** An issued invoice that a signed link opens: any other is as if it were not there. */
export async function linkedInvoice(
  { read }: Pick<Ctx, "read">,
  id: number,
  sig: string,
): Promise<InvoiceRow> {
  if (!linkHolds(id, sig)) throw missing();
  const [row] = await read
    .select()
    .from(invoice)
    .where(and(eq(invoice.id, id), ne(invoice.status, "draft")));
  if (!row) throw missing();
  return row;
}
