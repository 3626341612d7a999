import { and, eq, inArray, sql } from "drizzle-orm";
import { company, job, jobDestination, tripTicket } from "#db/schema";
import { createTicketNamer } from "~/modules/trip-tickets/rules/ticket-name";
import { getStatusLabel } from "~/modules/trip-tickets/rules/trip-ticket";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import {
  findIdsByLoadNumber,
  findIdsByNumber,
  findIdsByPlate,
  findIdsByScaleTicket,
} from "~/modules/trip-tickets/shared/find-ids.server";
import { findIdsByName } from "~/modules/trip-tickets/shared/find-named.server";
import { paths } from "~/web/paths";
import type { ReadCtx } from "~/web/procedure";
import type { SearchAction } from "../rules/actions";

/** Minimum number of characters to search for a prefix of a scale ticket or plate. */
const ENOUGH_LETTERS = 3;

/**
 * Find tickets by number, load number, scale ticket or plate; by prefix of scale ticket or plate if there is no exact
 * match.
 */
export async function findTickets(ctx: ReadCtx, q: string, most: number): Promise<SearchAction[]> {
  const digits = /^#?\s?(\d{1,9})$/.exec(q.replaceAll(",", ""))?.[1];
  const number = digits === undefined ? null : Number(digits);
  const text = !/\s\S+\s/.test(q) && q.length <= 20 ? q : null;
  const [named, numbers, slips, plates] = await Promise.all([
    findIdsByName(ctx, q),
    number === null ? [] : findIdsByNumber(ctx, number, most),
    text === null ? [] : findIdsByScaleTicket(ctx, text, most),
    text === null ? [] : findIdsByPlate(ctx, text, most),
  ]);
  const first = [...named, ...numbers, ...slips, ...plates];
  // Search load numbers last, and only if fewer than `most` tickets were found, because every job has a load with that
  // number.
  const room = new Set(first).size < most;
  const loads = number === null || !room ? [] : await findIdsByLoadNumber(ctx, number, most);
  const whole = [...first, ...loads];
  const part =
    whole.length || text === null || text.length < ENOUGH_LETTERS
      ? []
      : (
          await Promise.all([
            findIdsByScaleTicket(ctx, text, most, false),
            findIdsByPlate(ctx, text, most, false),
          ])
        ).flat();
  return ticketHits(ctx, [...new Set([...whole, ...part])].slice(0, most));
}

async function ticketHits(ctx: ReadCtx, ids: number[]): Promise<SearchAction[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.read
    .select({
      id: tripTicket.id,
      number: tripTicket.trip_ticket_number,
      requester: company.name,
      load_number: tripTicket.load_number,
      status: tripTicket.trip_ticket_status_id,
      slip: tripTicket.scale_ticket_number,
      plate: tripTicket.truck_plate,
      job: job.name,
      destination: jobDestination.name,
      hauler: sql<string | null>`(SELECT h.name FROM company h WHERE h.id = ${tripTicket.hauler_company_id})`,
    })
    .from(tripTicket)
    .innerJoin(job, eq(job.id, tripTicket.job_id))
    .innerJoin(company, eq(company.id, tripTicket.numbering_company_id))
    .innerJoin(jobDestination, eq(jobDestination.id, tripTicket.job_destination_id))
    .where(and(inArray(tripTicket.id, ids), visibleTicketsQuery(ctx.actor)));
  const called = createTicketNamer(rows);
  return ids.flatMap((id) => {
    const row = rows.find((r) => r.id === id);
    if (!row) return [];
    const hint = [
      getStatusLabel(row.status),
      `load ${row.load_number} of ${row.job}`,
      `to ${row.destination}`,
      row.hauler,
      row.slip && `scale ticket ${row.slip}`,
      row.plate,
    ];
    return [
      { href: paths.ticket(id), title: `Ticket ${called(row)}`, hint: hint.filter(Boolean).join(" · ") },
    ];
  });
}
