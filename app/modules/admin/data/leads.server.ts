import { and, asc, count, desc, eq, isNotNull, isNull, min, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { company, lead, user } from "#db/schema";
import { formatPhone, parsePhoneWithExtension } from "~/lib/text/phone";
import { formatFullName } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import { normalizeEmail } from "~/modules/people/rules/person";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { createAdminListInput, LEAD_FILTERS } from "../rules/lists";
import { buildContainsCondition } from "./part.server";

const DAY_MS = 86_400_000;
/** Days after which an unanswered request needs attention. */
export const MAX_LEAD_WAIT_DAYS = 2;

const WAITING = isNull(lead.answered_at);
const name = sql<string>`${lead.first_name} || ' ' || ${lead.last_name}`;

const shown = (ctx: Pick<Ctx, "actor" | "now">, row: typeof lead.$inferSelect) => ({
  id: row.id,
  company_name: row.company_name,
  name: formatFullName(row),
  email: row.email,
  phone: formatPhone(row.phone_number),
  asked: { at: row.created_at, text: formatInstant(row.created_at, ctx.actor.zone, ctx.now) },
  is_answered: row.answered_at !== null,
  is_late:
    row.answered_at === null && ctx.now.getTime() - Date.parse(row.created_at) > MAX_LEAD_WAIT_DAYS * DAY_MS,
});

/** Subscription requests for super users: waiting ones first, longest wait first, then the others newest first. */
export const listLeads = procedure({
  name: "listLeads",
  audience: "super",
  input: z.strictObject(createAdminListInput(LEAD_FILTERS)),
  async run(ctx, { q, show = "waiting", sort, take, skip }) {
    const which: SQL | undefined = {
      waiting: WAITING,
      answered: isNotNull(lead.answered_at),
      all: undefined,
    }[show];
    const where = and(
      which,
      q
        ? or(
            buildContainsCondition(sql`${lead.company_name}`, q),
            buildContainsCondition(name, q),
            eq(lead.email, normalizeEmail(q)),
            eq(lead.phone_number, parsePhoneWithExtension(q) ?? ""),
          )
        : undefined,
    );
    const order =
      sort === "name" ? [asc(lead.company_name), asc(lead.id)] : [desc(lead.created_at), desc(lead.id)];
    const [[counted], rows] = await Promise.all([
      ctx.read.select({ n: count() }).from(lead).where(where),
      ctx.read
        .select()
        .from(lead)
        .where(where)
        .orderBy(...order)
        .limit(take === -1 ? 1_000_000 : take)
        .offset(skip),
    ]);
    return { leads: rows.map((row) => shown(ctx, row)), meta: { total: counted?.n ?? 0, skip, take } };
  },
});

async function anyLead(ctx: Pick<Ctx, "read">, id: number) {
  const [row] = await ctx.read.select().from(lead).where(eq(lead.id, id));
  if (!row) throw notFound("We couldn't find that request.");
  return row;
}

/**
 * Return a request with the sender's contact details, the sender's existing account and companies on the site, and the
 * answer.
 */
export const getLead = procedure({
  name: "getLead",
  audience: "super",
  input: z.strictObject({ lead_id: z.number().int() }),
  async run(ctx, { lead_id }) {
    const row = await anyLead(ctx, lead_id);
    const [[by], [of], [person]] = await Promise.all([
      ctx.read
        .select()
        .from(user)
        .where(eq(user.id, row.answered_by_user_id ?? 0)),
      ctx.read
        .select({ id: company.id, name: company.name })
        .from(company)
        .where(eq(company.id, row.company_id ?? 0)),
      ctx.read
        .select()
        .from(user)
        .where(eq(user.id, row.user_id ?? 0)),
    ]);
    return {
      ...shown(ctx, row),
      phone_number: row.phone_number,
      version: row.version,
      answer: row.answer,
      answered: row.answered_at
        ? { at: row.answered_at, text: formatInstant(row.answered_at, ctx.actor.zone, ctx.now) }
        : null,
      answered_by: by ? formatFullName(by) : null,
      company: of ?? null,
      person: person ? { id: person.id, name: formatFullName(person) } : null,
    };
  },
});

/** Mark a request as answered, with the agreement or the reason for none; an answer can be rewritten. */
export const answerLead = procedure({
  name: "answerLead",
  audience: "super",
  input: z.strictObject({
    lead_id: z.number().int(),
    version: z.number().int(),
    answer: z
      .string("Say what was agreed")
      .trim()
      .min(3, "Say what was agreed")
      .max(1000, "Use 1,000 characters at most"),
  }),
  output: idOutput,
  async run(ctx, { lead_id, version, answer }) {
    const row = await anyLead(ctx, lead_id);
    requireVersion(row, version, { version: row.version, answer: row.answer });
    const answered = {
      answer,
      answered_at: ctx.now.toISOString(),
      answered_by_user_id: ctx.actor.user?.id ?? null,
    };
    return ctx.commit([updateWithVersion(ctx, lead, row, answered)], { id: row.id });
  },
});

/** Mark an answered request as waiting again; the text of its answer is kept. */
export const reopenLead = procedure({
  name: "reopenLead",
  audience: "super",
  input: z.strictObject({ lead_id: z.number().int(), version: z.number().int() }),
  output: idOutput,
  async run(ctx, { lead_id, version }) {
    const row = await anyLead(ctx, lead_id);
    requireVersion(row, version, { version: row.version, answer: row.answer });
    if (!row.answered_at) throw unprocessable("This request is already waiting for an answer.");
    return ctx.commit([updateWithVersion(ctx, lead, row, { answered_at: null })], { id: row.id });
  },
});

/** Count the waiting requests, and return the time of the oldest. */
export async function readWaitingLeads(read: Read): Promise<{ waiting: number; since: string | null }> {
  const [row] = await read
    .select({ waiting: count(), since: min(lead.created_at) })
    .from(lead)
    .where(WAITING);
  return { waiting: row?.waiting ?? 0, since: row?.since ?? null };
}
