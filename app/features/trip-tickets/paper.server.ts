import { and, eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { auditEntry, company, tripTicket } from "#db/schema";
import { jobParty } from "#db/views";
import { chainIsIntact } from "~/core/history/history.server";
import { paperWords } from "~/core/history/words.server";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { drawQr, qrAddress, signatureHolds } from "~/core/tickets/qr.server";
import { selectTickets, type TicketRow, withRights } from "~/core/tickets/ticket-row.server";
import { digitsInWords } from "~/domain/text/text";
import { ticketName } from "~/domain/tickets/ticket-name";
import { productText } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { env } from "~/web/env.server";
import { paths } from "~/web/paths";
import { type Ctx, procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { certificationsFor, readCertifications } from "./certifications.server";
import { ticketFacts } from "./detail.server";

export const MOST_SHEETS = 100;

/** The sheets of several tickets, in the order asked for; what is not visible is left out, none left is 404. */
export const printTickets = procedure({
  name: "printTickets",
  may: "trip_ticket.read",
  input: z.strictObject({ ids: z.array(z.number().int()).min(1).max(MOST_SHEETS) }),
  async run(ctx, { ids }) {
    const rows = await selectTickets(ctx.read).where(
      and(inArray(tripTicket.id, ids), ticketsVisibleTo(ctx.actor)),
    );
    if (rows.length === 0)
      throw missing("We couldn't find that trip ticket, or you don't have access to it.");
    const inOrder = ids.flatMap((id) => rows.find((r) => r.trip_ticket.id === id) ?? []);
    // The paper shows what the printing person may read of the ticket.
    const tickets = await withRights(ctx, inOrder);
    return Promise.all(tickets.map(({ shown }) => sheetOf(ctx, shown)));
  },
});

async function sheetOf(ctx: Ctx<CompanyActor>, row: TicketRow) {
  const { id, trip_ticket_number } = row.trip_ticket;
  const address = qrAddress(id);
  const [certifications, people, last] = await Promise.all([
    certificationsFor(ctx, [id]),
    landPeople(ctx, row.job.id),
    ctx.read
      .select({ hash: auditEntry.hash })
      .from(auditEntry)
      .where(eq(auditEntry.trip_ticket_id, id))
      .orderBy(sql`seq DESC`)
      .limit(1),
  ]);
  const manager = people.find((p) => p.is_land_manager) ?? {
    name: row.requester.name,
    logo_url: row.requester.logo_url,
  };
  return {
    ...ticketFacts(row, paperWords(row)),
    certifications,
    land_owner: people.find((p) => p.is_land_owner)?.name ?? null,
    land_manager: manager.name,
    logo_url: manager.logo_url,
    address,
    /** The same for a keyboard: by the ticket's name, without the signature. */
    typed_address: `${env().PUBLIC_URL.replace(/^https?:\/\//, "")}${paths.ticket(ticketName(trip_ticket_number, row.requester.name))}`,
    qr: drawQr(address),
    in_words: digitsInWords(trip_ticket_number),
    short_hash: last[0]?.hash.slice(0, 12) ?? null,
  };
}
export type Sheet = Awaited<ReturnType<typeof sheetOf>>;

function landPeople(ctx: Ctx, jobId: number) {
  return ctx.read
    .select({
      name: company.name,
      logo_url: company.logo_url,
      is_land_owner: jobParty.is_land_owner,
      is_land_manager: jobParty.is_land_manager,
    })
    .from(jobParty)
    .innerJoin(company, eq(company.id, jobParty.company_id))
    .where(and(eq(jobParty.job_id, jobId), or(jobParty.is_land_owner, jobParty.is_land_manager)));
}

/**
 * What anyone who holds a printed sheet may check: that the load is ours and what it is. No price, no phone, no
 * names of people; only with the signature that the sheet carries (architecture, QR).
 */
export const verifyTicket = procedure({
  name: "verifyTicket",
  audience: "anyone",
  input: z.strictObject({ id: z.number().int(), sig: z.string().max(100) }),
  async run(ctx, { id, sig }) {
    if (!signatureHolds("trip-ticket", id, sig)) throw missing();
    const [row] = await selectTickets(ctx.read).where(eq(tripTicket.id, id));
    if (!row) throw missing();
    const t = row.trip_ticket;
    if (t.is_deleted) return { withdrawn: true as const, number: t.trip_ticket_number };
    const facts = ticketFacts(row, paperWords(row));
    const certifications = await readCertifications(ctx.read, [id]);
    return {
      withdrawn: false as const,
      number: facts.number,
      status: facts.status,
      product: productText(row),
      scientific_name: facts.scientific_name,
      volume: facts.scaled ?? facts.estimated,
      scaled: facts.scaled !== null,
      county: facts.job.county,
      destination: facts.destination.name,
      certifications: certifications.map((c) => ({ type: c.type, license: c.license, claim: c.claim })),
      modified: facts.modified,
      intact: await chainIsIntact(ctx.read, { uid: t.uid, jobId: t.job_id, ticketId: t.id }),
    };
  },
});
