import { sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { company } from "#db/schema";
import { jobParty } from "#db/views";
import { prepareWideQuery } from "#db/wide-rows";
import { readOwnCertifications } from "~/modules/trip-tickets/shared/certifications.server";
import { readContracts, readLatestComments } from "~/modules/trip-tickets/shared/record.server";
import { createSettlementLabeler } from "~/modules/trip-tickets/shared/settled.server";
import type { TicketRow } from "~/modules/trip-tickets/shared/ticket-row.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import type { ExportFact } from "../rules/columns";

export type ExportReadContext = Pick<Ctx<CompanyActor>, "read" | "actor">;
/** Function that checks whether a file shows any of the given facts. */
export type ShowsAnyFact = (...keys: ExportFact[]) => boolean;

/** Rows related to a chunk of tickets, as maps by the id of the ticket or job they belong to. */
export type RelatedRows = Awaited<ReturnType<typeof readRelatedRows>>;

const findOwners = prepareWideQuery((read) =>
  read
    .select({ job_id: jobParty.job_id, name: company.name })
    .from(jobParty)
    .innerJoin(company, sql`${company.id} = ${jobParty.company_id}`)
    .where(sql`${jobParty.job_id} IN ${jsonListSql(sql.placeholder("jobs"))} AND ${jobParty.is_land_owner}`),
);

/** Read the rows related to the given tickets, only those needed for the file's columns. */
export async function readRelatedRows(
  ctx: ExportReadContext,
  results: readonly TicketRow[],
  shows: ShowsAnyFact,
) {
  const jobs = [...new Set(results.map((row) => row.job.id))];
  const seen = results.map((row) => row.trip_ticket.id);
  const [contracts, certifications, comments, owners, settled] = await Promise.all([
    shows("cut_contract", "skid_contract", "haul_contract") ? readContracts(ctx, jobs) : [],
    shows("certification", "certificates") ? readOwnCertifications(ctx, seen) : [],
    shows("comment") ? readLatestComments(ctx, seen) : [],
    shows("land_owner") ? findOwners(ctx.read, { jobs: JSON.stringify(jobs) }) : [],
    createSettlementLabeler(ctx, shows("settlement_status") ? seen : []),
  ]);
  return {
    contracts: new Map(contracts.map((c) => [`${c.job_id} ${c.company_id}`, c])),
    certifications: grouped(certifications, (c) => c.trip_ticket_id),
    // Comments are sorted newest first; reverse them, so that the newest overwrites older ones in the map.
    comments: new Map(comments.toReversed().map((c) => [c.trip_ticket_id, c.content])),
    owners: grouped(owners, (o) => o.job_id),
    settled,
  };
}

function grouped<K, T>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
