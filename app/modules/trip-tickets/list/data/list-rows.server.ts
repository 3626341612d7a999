import { eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Read } from "#db/client.server";
import {
  company,
  job,
  jobDestination,
  productType,
  tripTicket,
  user,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { buildRecord } from "~/lib/object/records";
import { formatVolume, formatVolumeInUnit } from "~/lib/units/measures";
import { formatCertificationName } from "~/modules/certifications/rules/certifications";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { JOB_STATUS } from "~/modules/jobs/rules/job-status";
import { companyProductNameQuery } from "~/modules/products/shared/own-names.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { planStatusChangeTo } from "../../rules/lifecycle";
import { getZoneOfTime } from "../../rules/place-zones";
import { formatProductKey } from "../../rules/product-key";
import { createTicketNamer, formatTicketName } from "../../rules/ticket-name";
import { formatCompanyProduct, STATUS, type TicketRole } from "../../rules/trip-ticket";
import { readOwnCertifications } from "../../shared/certifications.server";
import { readLatestComments } from "../../shared/record.server";
import { createSettlementLabeler } from "../../shared/settled.server";
import {
  ACTING_COMPANY_PARAM,
  buildIdsQuery,
  type IdFilter,
  prepareByOrder,
  prepareByShape,
  type ScanRequest,
  type TicketOrder,
} from "../../shared/ticket-ids.server";
import { type ColumnChoice, type ColumnKey, getShownColumns } from "../rules/list-columns";
import { orderBySql, ticketOrderSql } from "./ticket-order.server";

const cutter = alias(company, "cutter");
const skidder = alias(company, "skidder");

/** Select the rows of the ticket table. */
const selectRows = (read: Read) =>
  read
    .select({
      id: tripTicket.id,
      trip_ticket_number: tripTicket.trip_ticket_number,
      version: tripTicket.version,
      numbering_company_id: tripTicket.numbering_company_id,
      numbered_by: sql<string>`(SELECT c.name FROM company c WHERE c.id = ${tripTicket.numbering_company_id})`,
      status: tripTicket.trip_ticket_status_id,
      priority: tripTicket.trip_ticket_priority_id,
      created_at: tripTicket.created_at,
      picked_up_at: tripTicket.picked_up_at,
      dropped_off_at: tripTicket.dropped_off_at,
      scaled_at: tripTicket.scaled_at,
      last_modified_at: tripTicket.last_modified_at,
      scale_ticket_number: tripTicket.scale_ticket_number,
      estimated_volume: tripTicket.estimated_volume,
      estimated_unit: tripTicket.estimated_wood_unit_type_id,
      scaled_volume: tripTicket.scaled_volume,
      scaled_unit: tripTicket.scaled_wood_unit_type_id,
      job_zone: sql<string>`(SELECT s.time_zone FROM us_state s WHERE s.id = ${job.us_state_id})`,
      mill_zone: sql<string | null>`(SELECT s.time_zone FROM job_destination d
        LEFT JOIN company_destination c ON c.id = d.company_destination_id
        JOIN company_location l ON l.id = COALESCE(d.company_location_id, c.destination_company_location_id)
        JOIN us_state s ON s.id = l.us_state_id WHERE d.id = ${tripTicket.job_destination_id})`,
      job: job.name,
      contract_number: job.contract_number,
      place: sql<string>`(SELECT c.name || ', ' || s.stusps FROM us_county c JOIN us_state s ON s.id = ${job.us_state_id}
        WHERE c.id = ${job.us_county_id})`,
      job_status: job.job_status_id,
      requester_id: job.request_user_company_id,
      destination: jobDestination.name,
      mileage: jobDestination.mileage,
      product_type_id: tripTicket.product_type_id,
      wood_species_id: tripTicket.wood_species_id,
      wood_species_type_id: tripTicket.wood_species_type_id,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      green: woodSpecies.green_lb_per_ft3,
      wood_species_type: woodSpeciesType.name,
      own_name: companyProductNameQuery(job.request_user_company_id, tripTicket),
      cutter: cutter.name,
      skidder: skidder.name,
      hauler: company.name,
      driver: sql<string | null>`${user.first_name} || ' ' || ${user.last_name}`,
      my_job_roles: sql<
        string | null
      >`(SELECT CASE WHEN p.is_hauler THEN 'h' ELSE '' END || CASE WHEN p.is_land_manager THEN 'm' ELSE '' END FROM job_party p WHERE p.job_id = ${job.id} AND p.company_id = ${ACTING_COMPANY_PARAM})`,
    })
    .from(tripTicket)
    .innerJoin(job, eq(job.id, tripTicket.job_id))
    .innerJoin(jobDestination, eq(jobDestination.id, tripTicket.job_destination_id))
    .innerJoin(productType, eq(productType.id, tripTicket.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, tripTicket.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, tripTicket.wood_species_type_id))
    .leftJoin(cutter, eq(cutter.id, tripTicket.cutter_company_id))
    .leftJoin(skidder, eq(skidder.id, tripTicket.skidder_company_id))
    .leftJoin(company, eq(company.id, tripTicket.hauler_company_id))
    .leftJoin(user, eq(user.id, tripTicket.hauler_user_id));

type Found = Awaited<ReturnType<typeof selectRows>>[number];

const findRows = prepareByShape((read, shape) =>
  selectRows(read)
    .where(inArray(tripTicket.id, buildIdsQuery(shape)))
    .orderBy(ticketOrderSql(shape)),
);

const findGathered = prepareByOrder((read, order) =>
  selectRows(read)
    .where(
      sql`${tripTicket.id} IN (SELECT t.id FROM json_each(${sql.placeholder("ids")}) CROSS JOIN trip_ticket t ON t.id = json_each.value
        ORDER BY ${orderBySql(order, "t")} LIMIT ${sql.placeholder("take")} OFFSET ${sql.placeholder("skip")})`,
    )
    .orderBy(ticketOrderSql(order)),
);

/** Return the green weight of a row's species, as on the load's page. */
const greenOf = ({ green }: { green: number | null }) =>
  green ? { species: null, pounds_a_foot: green } : null;

/** Read a page of the tickets by status, number or job, as rows of the table. */
export async function readTicketRows(
  ctx: Ctx<CompanyActor>,
  filter: IdFilter,
  order: TicketOrder,
  part: ScanRequest,
  columns: ColumnChoice,
) {
  return rowsOf(ctx, await findRows(ctx, filter, order, part), columns);
}

/** Read a page of the tickets that a filter found (a thousand at most), as sorted table rows. */
export async function readTicketRowsByIds(
  ctx: Ctx<CompanyActor>,
  ids: readonly number[],
  order: TicketOrder,
  part: { take: number; skip: number },
  columns: ColumnChoice,
) {
  const gathered = await findGathered(ctx.read, order, {
    me: ctx.actor.company.id,
    ids: JSON.stringify(ids),
    ...part,
  });
  return rowsOf(ctx, gathered, columns);
}

/** Add the texts that the shown columns need from other tables; the rest comes from the row itself. */
async function rowsOf(ctx: Ctx<CompanyActor>, results: Found[], choice: ColumnChoice) {
  const me = ctx.actor.company.id;
  const shown = getShownColumns(choice);
  const unit = ctx.actor.user?.wood_unit_type_id ?? null;
  const beside = await readBeside(ctx, results, shown);
  const words = createHistoryFormat(ctx);
  const text = (r: Found, key: ColumnKey): string | null => {
    switch (key) {
      case "status":
      case "priority":
        return null;
      case "product_type":
        return shown.includes("wood_species") ? (r.own_name ?? r.product_type) : formatCompanyProduct(r);
      case "mileage":
        return r.mileage === null ? null : `${r.mileage} mi`;
      case "hauler_user":
        return r.driver;
      case "estimated_volume":
        return !shown.includes("scaled_volume") && r.scaled_volume !== null
          ? formatVolumeInUnit(r.scaled_volume, r.scaled_unit, unit, greenOf(r))
          : formatVolumeInUnit(r.estimated_volume, r.estimated_unit, unit, greenOf(r));
      case "scaled_volume":
        return r.scaled_volume === null ? null : formatVolume(r.scaled_volume, r.scaled_unit);
      case "created_at":
      case "last_modified_at":
        return r[key] && words.instant(r[key]);
      case "picked_up_at":
      case "dropped_off_at":
      case "scaled_at":
        return (
          r[key] && words.instant(r[key], getZoneOfTime({ ...r, mill_zone: r.mill_zone ?? r.job_zone }, key))
        );
      case "certification":
      case "comment":
      case "settlement_status":
        return beside(r, key);
      default:
        return r[key];
    }
  };
  const numbered = (r: Found) => ({ number: r.trip_ticket_number, requester: r.numbered_by });
  const called = createTicketNamer(results.map(numbered));
  return results.map((r) => ({
    id: r.id,
    number: r.trip_ticket_number,
    /** Unambiguous name of the ticket among these rows, also used in its URL. */
    called: called(numbered(r)),
    name: formatTicketName(r.trip_ticket_number, r.numbered_by),
    status: r.status,
    priority: r.priority,
    wood: formatProductKey(r),
    cells: buildRecord(shown, (key) => text(r, key)),
    driver: shown.includes("hauler_user") ? null : r.driver,
    scaled: r.scaled_volume !== null,
    modified_at: r.last_modified_at,
    ...claimable(ctx.actor.permissions.trip_ticket.update && mayClaim(r, me), r),
  }));
}

/** Return a load's location, county and state only to users who may claim the load. */
const claimable = (mayClaim: boolean, { place }: Found) => ({ mayClaim, place: mayClaim ? place : null });

export type TicketListRow = Awaited<ReturnType<typeof rowsOf>>[number];

/** Read a page's related data from other tables, only for visible columns. */
async function readBeside(ctx: Ctx<CompanyActor>, results: Found[], shown: readonly ColumnKey[]) {
  const ids = results.map((r) => r.id);
  const [certifications, comments, settlements] = await Promise.all([
    shown.includes("certification") ? readOwnCertifications(ctx, ids) : [],
    shown.includes("comment") ? readLatestComments(ctx, ids) : [],
    createSettlementLabeler(ctx, shown.includes("settlement_status") ? ids : []),
  ]);
  return (r: Found, key: "certification" | "comment" | "settlement_status"): string | null => {
    if (key === "comment") return comments.find((c) => c.trip_ticket_id === r.id)?.content ?? null;
    if (key === "certification")
      return (
        certifications
          .filter((c) => c.trip_ticket_id === r.id)
          .map(formatCertificationName)
          .join("; ") || null
      );
    return settlements(r);
  };
}

function mayClaim(
  row: { status: number; job_status: number; requester_id: number; my_job_roles: string | null },
  me: number,
): boolean {
  if (row.status !== STATUS.available && row.status !== STATUS.inYard) return false;
  const roles = new Set<TicketRole>();
  if (row.requester_id === me) roles.add("creator");
  if (row.my_job_roles?.includes("m")) roles.add("land_manager");
  if (row.my_job_roles?.includes("h")) roles.add("job_hauler");
  const facts = {
    status: row.status,
    roles,
    jobActive: row.job_status === JOB_STATUS.active,
    settlementPaid: false,
    openLoadOfDriver: null,
    pickedUpAt: null,
    hasSkidder: false,
  };
  return planStatusChangeTo(facts, STATUS.claimed).ok;
}
