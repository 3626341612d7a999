import { sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepared.server";
import { job, tripTicket } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { STATUS } from "../../rules/trip-ticket";
import { ticketsVisibleToCompanyQuery } from "../../shared/access.server";
import type { VisibleTicket } from "../../shared/ticket-row.server";

/** Maximum number of loads that one warning lists. */
const NAMED = 3;

const findTwins = prepareQuery((read) =>
  read
    .select({ number: tripTicket.trip_ticket_number, job_id: job.id, job: job.name })
    .from(tripTicket)
    .innerJoin(job, sql`${job.id} = ${tripTicket.job_id}`)
    .where(
      sql`${tripTicket.scale_ticket_number} = ${sql.placeholder("slip")} COLLATE NOCASE
        AND ${tripTicket.id} <> ${sql.placeholder("ticket")} AND ${tripTicket.is_deleted} = 0
        AND ${tripTicket.trip_ticket_status_id} <> ${STATUS.cancelled}
        AND EXISTS (SELECT 1 FROM job_destination_mill m
          WHERE m.job_destination_id = ${tripTicket.job_destination_id} AND m.mill_company_id = ${sql.placeholder("mill")})
        AND ${ticketsVisibleToCompanyQuery(sql.placeholder("company"))}`,
    )
    .limit(NAMED),
);

/**
 * Return warnings about other loads to the same mill with this scale ticket, on any job, if the reader may see those
 * loads. Two loads with one scale ticket mean that one load is paid twice. The comparison ignores case.
 */
export async function readDuplicateSlipWarnings(
  ctx: Ctx<CompanyActor>,
  { row }: VisibleTicket,
  slip: string | null | undefined,
): Promise<string[]> {
  if (!slip || !row.mill) return [];
  const t = row.trip_ticket;
  if (t.trip_ticket_status_id === STATUS.cancelled) return [];
  const twins = await findTwins(ctx.read, {
    slip,
    ticket: t.id,
    mill: row.mill.id,
    company: ctx.actor.company.id,
  });
  return twins.map(
    (twin) =>
      `Scale ticket ${slip} is also on trip ticket ${twin.number}${twin.job_id === t.job_id ? "" : ` of ${twin.job}`}.`,
  );
}
