import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { invoice, invoiceSending, outboxMessage } from "#db/schema";
import { enabledChannels } from "~/core/outbox/channels.server";
import { mailSteps, textSteps } from "~/core/outbox/write.server";
import { formatMoney } from "~/domain/money/money";
import { emailInput, phoneInput, plainEmail } from "~/domain/people/person";
import { apiPhone, formatPhone } from "~/domain/people/phone";
import { formatDay } from "~/domain/time/time";
import { idInput } from "~/features/settlements/inputs";
import { type CompanyActor, creatorOf } from "~/web/actor";
import { mustHit, mustHold } from "~/web/commit.server";
import { outputId } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { isRecentSql } from "~/web/recent.server";
import { invalid, notNow, Refusal } from "~/web/refusal";
import { type InvoiceRow, issuerOf, visibleInvoice } from "./access.server";
import { publicPath } from "./link.server";

/** What the page says where sending failed (spec 2, section 8). */
export const FAILED_TO_SEND = "Failed to send invoice";
const OPEN_IT = "Open it to read, print or save it.";
const MOST_AN_HOUR = 5;
const HOUR = 3_600_000;

/** Why an invoice can't be sent now; null where it can. */
export function whyNotSend({ status }: Pick<InvoiceRow, "status">): string | null {
  if (status === "draft") return "A draft can't be sent. Issue it first.";
  return status === "void" ? "It is void." : null;
}

/** What is written to a customer, as plain as a paragraph of their own. */
async function messageOf(ctx: Ctx<CompanyActor>, row: InvoiceRow) {
  const issuer = await issuerOf(ctx, row.company_id);
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
 * Send an open invoice, or the receipt of a paid one, by email, text message or both. What leaves is written in the commit
 * that says so; a text is promised only where this site sends texts.
 */
export const sendInvoice = procedure({
  name: "sendInvoice",
  may: "invoice.update",
  limit: { work: "messages" },
  input: z.strictObject({
    invoice_id: idInput,
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
    const row = await visibleInvoice(ctx, input.invoice_id);
    const why = whyNotSend(row);
    if (why) throw notNow(why);
    if (!input.send_email && !input.send_sms)
      throw invalid({ send_email: ["Choose email, text message or both."] });
    const channels = enabledChannels();
    if (input.send_sms && !channels.text)
      throw invalid({ send_sms: ["This site doesn't send text messages."] });
    const email = input.email ? plainEmail(input.email) : row.customer_email;
    const phone = input.phone ? apiPhone(input.phone) : row.customer_phone;
    if (input.send_email && !email) throw invalid({ email: ["Type the customer's email."] });
    if (input.send_sms && !phone) throw invalid({ phone: ["Type the customer's phone."] });
    await refuseMany(ctx, row.id);
    const said = await messageOf(ctx, row);
    const now = ctx.now.toISOString();
    const path = publicPath(row.id);
    const sent = (kind: "mail" | "text", to: string): Step =>
      mustHit(
        ctx.write.insert(invoiceSending).values({
          invoice_id: row.id,
          is_receipt: said.isReceipt,
          kind,
          recipient: to,
          outbox_message_id: newest(outboxMessage),
          ...creatorOf(ctx.actor),
          created_at: now,
        }),
      );
    const mail = {
      subject: said.subject,
      path,
      text: [said.first, OPEN_IT, ...(said.call ? [said.call] : [])],
    };
    const byMail = input.send_email ? email : null;
    const byText = input.send_sms ? phone : null;
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(invoice)
            .set({ customer_email: email, customer_phone: phone })
            .where(and(eq(invoice.id, row.id), eq(invoice.status, row.status))),
        ),
        mustHold(sql`${sentInAnHour(row.id, ctx.now)} < cast(${MOST_AN_HOUR} as integer)`),
        ...(byMail ? [...mailSteps(ctx, { to: byMail, ...mail }), sent("mail", byMail)] : []),
        ...(byText
          ? [
              ...textSteps(ctx, { to: byText, subject: said.subject, text: said.first, path }),
              sent("text", byText),
            ]
          : []),
      ],
      {
        id: row.id,
        is_receipt: said.isReceipt,
        leaves: (!byMail || channels.mail) && (!byText || channels.text),
      },
    );
  },
});

/**
 * How many emails, or how many text messages if those are more, went out with an invoice within an hour: each act sends one of each at
 * most, and acts of one moment are still several.
 */
const sentInAnHour = (id: number, now: Date) =>
  sql<number>`(SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n FROM invoice_sending
    WHERE invoice_id = ${id} AND ${isRecentSql(sql`created_at`, now, HOUR)} GROUP BY kind))`;

/** An invoice goes out five times an hour at most, by all people together. */
async function refuseMany({ read, now }: Pick<Ctx, "read" | "now">, id: number) {
  const [row] = await read.select({ sent: sentInAnHour(id, now) }).from(sql`(SELECT 1)`);
  if ((row?.sent ?? 0) >= MOST_AN_HOUR)
    throw new Refusal(
      "tooMany",
      "It was sent five times within an hour. Wait a while, or give them the link.",
      {
        retryAfter: HOUR / 1000,
      },
    );
}
