import { and, eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { auditEntry, company, job, stateTicketRule, tripTicket } from "#db/schema";
import { jobParty } from "#db/views";
import { spellDigits } from "~/lib/text/text";
import { createPaperFormat } from "~/modules/history/shared/words.server";
import type { CompanyActor } from "~/web/actor";
import { env } from "~/web/env.server";
import { paths } from "~/web/paths";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { getPrintedValues } from "../rules/printed";
import { formatTicketName } from "../rules/ticket-name";
import { visibleTicketsQuery } from "./access.server";
import { readOwnCertifications } from "./certifications.server";
import { formatTicketFacts } from "./detail.server";
import { buildTicketQrUrl, drawQr } from "./qr.server";
import { addTicketRights, selectTickets, type TicketRow } from "./ticket-row.server";

export const MAX_PRINTED_SHEETS = 100;

/**
 * Return the sheets of several tickets, in the requested order. Tickets that aren't visible are omitted; 404 if none is
 * left.
 */
export const printTickets = procedure({
  name: "printTickets",
  may: "trip_ticket.read",
  input: z.strictObject({ ids: z.array(z.number().int()).min(1).max(MAX_PRINTED_SHEETS) }),
  async run(ctx, { ids }) {
    const rows = await selectTickets(ctx.read).where(
      and(inArray(tripTicket.id, ids), visibleTicketsQuery(ctx.actor)),
    );
    if (rows.length === 0)
      throw notFound("We couldn't find that trip ticket, or you don't have access to it.");
    const inOrder = ids.flatMap((id) => rows.find((r) => r.trip_ticket.id === id) ?? []);
    // The paper shows only the ticket's fields that the printing user may read.
    const tickets = await addTicketRights(ctx, inOrder);
    return readTicketSheets(
      ctx,
      tickets.map(({ shown }) => shown),
    );
  },
});

/**
 * Read the contents of these tickets' sheets in one go. The rows are already limited to what the acting company may
 * read.
 */
export async function readTicketSheets(ctx: Reader, rows: readonly TicketRow[]): Promise<Sheet[]> {
  const ids = rows.map((row) => row.trip_ticket.id);
  const jobs = [...new Set(rows.map((row) => row.job.id))];
  const [certifications, people, last, asked] = await Promise.all([
    readOwnCertifications(ctx, ids),
    landPeople(ctx, jobs),
    lastHashes(ctx.read, ids),
    askedByStates(ctx, jobs),
  ]);
  return rows.map((row) =>
    sheetOf(row, {
      certifications: certifications.filter((c) => c.trip_ticket_id === row.trip_ticket.id),
      people: people.filter((p) => p.job_id === row.job.id),
      hash: last.get(row.trip_ticket.id) ?? null,
      asked: asked.filter((a) => a.job_id === row.job.id).map(({ key }) => key),
    }),
  );
}

type Reader = Pick<Ctx<CompanyActor>, "read" | "actor">;
type Beside = {
  certifications: Awaited<ReturnType<typeof readOwnCertifications>>;
  people: Awaited<ReturnType<typeof landPeople>>;
  hash: string | null;
  asked: string[];
};
export type Sheet = ReturnType<typeof sheetOf>;

function sheetOf(row: TicketRow, { certifications, people, hash, asked }: Beside) {
  const { id, trip_ticket_number } = row.trip_ticket;
  const short_hash = hash?.slice(0, SHORT_HASH_LENGTH) ?? null;
  const address = buildTicketQrUrl(id, getPrintedValues(row.trip_ticket, short_hash));
  const manager = people.find((p) => p.is_land_manager) ?? {
    name: row.requester.name,
    logo_url: row.requester.logo_url,
  };
  return {
    ...formatTicketFacts(row, createPaperFormat(row)),
    certifications,
    land_owner: people.find((p) => p.is_land_owner)?.name ?? null,
    land_manager: manager.name,
    logo_url: manager.logo_url,
    address,
    /** The sheet's URL for typing: with the ticket's name, without the signature. */
    typed_address: `${env().PUBLIC_URL.replace(/^https?:\/\//, "")}${paths.ticket(formatTicketName(trip_ticket_number, row.requester.name))}`,
    qr: drawQr(address),
    in_words: spellDigits(trip_ticket_number),
    short_hash,
    /** Keys of facts that the job's state requires on a load ticket; an unknown fact gets a blank line. */
    asked,
  };
}

/** Number of characters to print of a history's last hash. */
export const SHORT_HASH_LENGTH = 12;

async function lastHashes(read: Read, ids: readonly number[]) {
  const rows = await read
    .select({ id: auditEntry.trip_ticket_id, hash: auditEntry.hash })
    .from(auditEntry)
    .where(
      sql`${auditEntry.trip_ticket_id} IN ${jsonListSql(ids)} AND ${auditEntry.seq} = (SELECT max(l.seq) FROM audit_entry l WHERE l.trip_ticket_id = ${auditEntry.trip_ticket_id})`,
    );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

const askedByStates = ({ read }: Reader, jobs: readonly number[]) =>
  read
    .select({ job_id: job.id, key: stateTicketRule.key })
    .from(job)
    .innerJoin(stateTicketRule, eq(stateTicketRule.us_state_id, job.us_state_id))
    .where(inArray(job.id, [...jobs]));

const landPeople = ({ read }: Reader, jobs: readonly number[]) =>
  read
    .select({
      job_id: jobParty.job_id,
      name: company.name,
      logo_url: company.logo_url,
      is_land_owner: jobParty.is_land_owner,
      is_land_manager: jobParty.is_land_manager,
    })
    .from(jobParty)
    .innerJoin(company, eq(company.id, jobParty.company_id))
    .where(and(inArray(jobParty.job_id, [...jobs]), or(jobParty.is_land_owner, jobParty.is_land_manager)));
