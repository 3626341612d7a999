import type { Mutant } from "./mutant";

const ROOM = "app/features/invoices";
const INVOICES = [`${ROOM}/invoices.server.test.ts`];
const DOORS = [`${ROOM}/doors.server.test.ts`];
const LINES = [`${ROOM}/lines.server.test.ts`];
const SENDING = [`${ROOM}/sending.server.test.ts`];

/** What would ask for the wrong money, or tell the wrong people (docs/invoices.md). */
export const billing: readonly Mutant[] = [
  {
    name: "billing: another company's invoice",
    file: `${ROOM}/access.server.ts`,
    find: "sql`${invoice.company_id} = ${id}`",
    put: "sql`(${invoice.company_id} = ${id} OR 1)`",
    tests: DOORS,
  },
  {
    name: "billing: past due is what is stored",
    file: "app/domain/invoices/invoices.ts",
    find: 'invoice.status === "open" && dueDay(invoice) < today ? "past_due" : invoice.status',
    put: "invoice.status",
    tests: ["app/domain/invoices/invoices.test.ts", ...INVOICES],
  },
  {
    name: "billing: a void invoice's number is used again",
    file: `${ROOM}/issue.server.ts`,
    find: "AND i.number IS NOT NULL)",
    put: "AND i.number IS NOT NULL AND i.status <> 'void')",
    tests: INVOICES,
  },
  {
    name: "billing: the certification of another company",
    file: `${ROOM}/from-statement.server.ts`,
    find: `        inArray(certification.id, [...ids]),
        eq(certification.company_id, ctx.actor.company.id),`,
    put: "        inArray(certification.id, [...ids]),",
    tests: LINES,
  },
  {
    name: "billing: sent by neither email nor text",
    file: `${ROOM}/send.server.ts`,
    find: "if (!input.send_email && !input.send_sms)",
    put: "if (false)",
    tests: SENDING,
  },
  {
    name: "billing: a text where none is sent",
    file: `${ROOM}/send.server.ts`,
    find: "if (input.send_sms && !channels.text)",
    put: "if (false)",
    tests: SENDING,
  },
  {
    name: "billing: as often as one likes",
    file: `${ROOM}/send.server.ts`,
    find: "await refuseMany(ctx, row.id, since);",
    put: "",
    tests: SENDING,
  },
  {
    name: "billing: a receipt for what isn't paid",
    file: `${ROOM}/page.server.ts`,
    find: 'if (as === "receipt" && row.status !== "paid") throw missing();',
    put: "",
    tests: DOORS,
  },
  {
    name: "billing: a link opens a draft",
    file: `${ROOM}/linked.server.ts`,
    find: 'and(eq(invoice.id, id), ne(invoice.status, "draft"))',
    put: "eq(invoice.id, id)",
    tests: DOORS,
  },
  {
    name: "billing: any signature opens an invoice",
    file: `${ROOM}/linked.server.ts`,
    find: "if (!linkHolds(id, sig)) throw missing();",
    put: "",
    tests: DOORS,
  },
  {
    name: "billing: more is paid than is left",
    file: `${ROOM}/pay.server.ts`,
    find: "if (amount_cents > left)",
    put: "if (false)",
    tests: LINES,
  },
  {
    name: "billing: who pays asks itself to pay",
    file: `${ROOM}/from-statement.server.ts`,
    find: "if (statement.receiving_company_id !== ctx.actor.company.id) throw missing();",
    put: "",
    tests: INVOICES,
  },
  {
    name: "billing: the customer's own record is taken back",
    file: `${ROOM}/pay.server.ts`,
    find: "payment.creator_company_id === ctx.actor.company.id",
    put: "true",
    tests: INVOICES,
  },
  {
    name: "billing: an event of another account is taken",
    file: `${ROOM}/card-events.server.ts`,
    find: ".where(and(inArray(c.stripe_session_id, [...sessions]), eq(c.stripe_account_id, account)));",
    put: ".where(inArray(c.stripe_session_id, [...sessions]));",
    tests: [`${ROOM}/card-events.server.test.ts`],
  },
  {
    name: "billing: what came too late is kept",
    file: `${ROOM}/card-sync.server.ts`,
    find: "if (surplus <= 0 || row.stripe_payment_intent_id === null) return false;",
    put: "return false;",
    tests: [`${ROOM}/card.server.test.ts`],
  },
  {
    name: "billing: who pays takes a card payment back by hand",
    file: "app/features/settlements/payments.server.ts",
    find: "    if (is_by_card) throw notNow(`It was paid by card. ${row.receiver.name} refunds it on its invoice.`);\n",
    put: "",
    tests: [`${ROOM}/card.server.test.ts`],
  },
];
