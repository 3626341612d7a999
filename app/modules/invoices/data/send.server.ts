import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { invoice, invoiceSending, outboxMessage } from "#db/schema";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { buildMailSteps, buildTextSteps } from "~/lib/mail/write.server";
import { formatMoney } from "~/lib/money/money";
import { formatPhone, parseApiPhone } from "~/lib/text/phone";
import { formatDay } from "~/lib/time/time";
import { emailInput, normalizeEmail, phoneInput } from "~/modules/people/rules/person";
import { idField } from "~/modules/settlements/rules/inputs";
import { type CompanyActor, toCreator } from "~/web/actor";
import { expectOneRow, expectTrue } from "~/web/commit.server";
import { outputId } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { isRecentSql } from "~/web/recent.server";
import { AppError, invalid, unprocessable } from "~/web/refusal";
import { type InvoiceRow, readIssuer, requireVisibleInvoice } from "./access.server";
import { buildPublicPath } from "./link.server";

/** Message shown if sending failed. */
export const SEND_FAILED_MESSAGE = "Failed to send invoice";
const OPEN_IT = "Open it to read, print or save it.";
const MAX_PER_HOUR = 5;
const HOUR = 3_600_000;

/** Reason why an invoice can't be sent now; null if it can. */
export function getSendProblem({ status }: Pick<InvoiceRow, "status">): string | null {
  if (status === "draft") return "A draft can't be sent. Issue it first.";
  return status === "void" ? "It is void." : null;
}

/** Return the parts of an invoice message to a customer: subject, first sentence and phone line. */
async function messageOf(ctx: Ctx<CompanyActor>, row: InvoiceRow) {
  const issuer = await readIssuer(ctx, row.company_id);
  const isReceipt = row.status === "paid";
  const left = row.total_cents - row.paid_cents;
  const what = isReceipt ? `Receipt for invoice ${row.number}` : `Invoice ${row.number}`;
  const due = row.due_on ? `, due ${formatDay(row.due_on)}` : "";
  const standing = isReceipt ? `${formatMoney(row.total_cents)}, paid` : `${formatMoney(left)}${due}`;
  return {
    isReceipt,
    subject: `${what} from ${issuer.name}`,
    first: `${what} from ${issuer.name}: ${standing}.`,
    call: issuer.phone ? `Questions? Call ${issuer.name} at ${formatPhone(issuer.phone)}.` : null,
  };
}

/**
 * Send an open invoice, or the receipt of a paid one, by email, text message or both. The messages are queued in the
 * same commit that records them. A text is rejected unless this site sends texts.
 */
export const sendInvoice = procedure({
  name: "sendInvoice",
  may: "invoice.update",
  limit: { work: "messages" },
  input: z.strictObject({
    invoice_id: idField,
    send_email: z.boolean().default(false),
    send_sms: z.boolean().default(false),
    email: emailInput.optional().describe("An address other than the customer's; it's kept."),
    phone: phoneInput.optional().describe("A number other than the customer's; it's kept."),
  }),
  output: z.strictObject({
    id: outputId,
    is_receipt: z.boolean(),
    leaves: z.boolean().describe("Whether this site sends what was chosen, or keeps it in its outbox."),
  }),
  async run(ctx, input) {
    const row = await requireVisibleInvoice(ctx, input.invoice_id);
    const why = getSendProblem(row);
    if (why) throw unprocessable(why);
    if (!input.send_email && !input.send_sms)
      throw invalid({ send_email: ["Choose email, text message or both."] });
    const channels = getEnabledChannels();
    if (input.send_sms && !channels.text)
      throw invalid({ send_sms: ["This site doesn't send text messages."] });
    const email = input.email ? normalizeEmail(input.email) : row.customer_email;
    const phone = input.phone ? parseApiPhone(input.phone) : row.customer_phone;
    if (input.send_email && !email) throw invalid({ email: ["Type the customer's email."] });
    if (input.send_sms && !phone) throw invalid({ phone: ["Type the customer's phone."] });
    await refuseMany(ctx, row.id);
    const result = await messageOf(ctx, row);
    const now = ctx.now.toISOString();
    const path = buildPublicPath(row.id);
    const sent = (kind: "mail" | "text", to: string): Step =>
      expectOneRow(
        ctx.write.insert(invoiceSending).values({
          invoice_id: row.id,
          is_receipt: result.isReceipt,
          kind,
          recipient: to,
          outbox_message_id: selectInsertedId(outboxMessage),
          ...toCreator(ctx.actor),
          created_at: now,
        }),
      );
    const mail = {
      subject: result.subject,
      path,
      text: [result.first, OPEN_IT, ...(result.call ? [result.call] : [])],
    };
    const byMail = input.send_email ? email : null;
    const byText = input.send_sms ? phone : null;
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(invoice)
            .set({ customer_email: email, customer_phone: phone })
            .where(and(eq(invoice.id, row.id), eq(invoice.status, row.status))),
        ),
        expectTrue(sql`${sentInAnHour(row.id, ctx.now)} < cast(${MAX_PER_HOUR} as integer)`),
        ...(byMail ? [...buildMailSteps(ctx, { to: byMail, ...mail }), sent("mail", byMail)] : []),
        ...(byText
          ? [
              ...buildTextSteps(ctx, { to: byText, subject: result.subject, text: result.first, path }),
              sent("text", byText),
            ]
          : []),
      ],
      {
        id: row.id,
        is_receipt: result.isReceipt,
        leaves: (!byMail || channels.mail) && (!byText || channels.text),
      },
    );
  },
});

/**
 * SQL that counts how often an invoice was sent within an hour: its emails or its texts, whichever are more. Each
 * request sends at most one of each, and simultaneous requests count separately.
 */
const sentInAnHour = (id: number, now: Date) =>
  sql<number>`(SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n FROM invoice_sending
    WHERE invoice_id = ${id} AND ${isRecentSql(sql`created_at`, now, HOUR)} GROUP BY kind))`;

/** An invoice is sent at most five times an hour, by all people together. */
async function refuseMany({ read, now }: Pick<Ctx, "read" | "now">, id: number) {
  const [row] = await read.select({ sent: sentInAnHour(id, now) }).from(sql`(SELECT 1)`);
  if ((row?.sent ?? 0) >= MAX_PER_HOUR)
    throw new AppError(
      "tooMany",
      "It was sent five times within an hour. Wait a while, or give them the link.",
      {
        retryAfter: HOUR / 1000,
      },
    );
}
