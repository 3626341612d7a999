import { and, eq, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import {
  companyDestination,
  companyLocation,
  job,
  jobDestination,
  landing,
  plssMeridian,
  productType,
  tripTicket,
  tripTicketPriority,
  tripTicketStatus,
  usCounty,
  usState,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { companyProductNameQuery } from "~/modules/products/shared/own-names.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { canSeeCuttingPlace, removeCuttingPlaceFields } from "../rules/land";
import { listOfferedStatusChanges } from "../rules/lifecycle";
import { type CanEdit, getEditableFields } from "../rules/permissions";
import { getStatusChangeFacts } from "../rules/step-facts";
import { getTicketRoles, type TicketParties, type TicketRole } from "../rules/trip-ticket";
import { ticketOrSampleVisibleQuery } from "./access.server";
import { type JobParty, readJobParties, readJobPartiesForCompany } from "./job-parties.server";
import {
  cutter,
  cutterFor,
  cutterUser,
  handNames,
  hauler,
  haulerFor,
  haulerUser,
  mill,
  personName,
  placeState,
  receiverUser,
  requester,
  scalerUser,
  skidder,
  skidderFor,
  skidderUser,
} from "./ticket-row-aliases.server";
import { USUAL_LOADS } from "./usual-loads.server";

/** Select tickets with the names of everything that they refer to. The caller must add the visibility condition. */
export function selectTickets(read: Read) {
  return read
    .select({
      trip_ticket: tripTicket,
      status: tripTicketStatus.name,
      priority: tripTicketPriority.name,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      scientific_name: woodSpecies.scientific_name,
      green_pounds_a_foot: woodSpecies.green_lb_per_ft3,
      wood_species_type: woodSpeciesType.name,
      own_name: companyProductNameQuery(job.request_user_company_id, tripTicket),
      job: {
        id: job.id,
        name: job.name,
        contract_number: job.contract_number,
        township: job.township,
        range: job.range,
        section: job.section,
        latitude: job.latitude,
        longitude: job.longitude,
        job_status_id: job.job_status_id,
        request_user_company_id: job.request_user_company_id,
        harvest_notification_number: job.harvest_notification_number,
        log_brand: job.log_brand,
        state: usState.name,
        stusps: usState.stusps,
        county: usCounty.name,
        meridian: plssMeridian.name,
      },
      job_start: job.start_date,
      /** Time zone of the job's state, used for cutting and loading. */
      job_zone: usState.time_zone,
      /**
       * Time zone of the destination's state, used for delivery and scaling; the job's time zone if the destination has
       * no address.
       */
      mill_zone: sql<string>`COALESCE(${placeState.time_zone}, ${usState.time_zone})`,
      requester: { name: requester.name, logo_url: requester.logo_url },
      destination: {
        id: jobDestination.id,
        name: jobDestination.name,
        mileage: jobDestination.mileage,
        mileage_is_estimate: jobDestination.mileage_is_estimate,
      },
      /**
       * Company that owns the place: the mill, or the company that set the pin. Use it for rights, never as the
       * address.
       */
      mill: { id: mill.id, name: mill.name },
      /** Location of a company, if the destination is one. */
      company_location: {
        id: companyLocation.id,
        company_id: companyLocation.company_id,
        name: companyLocation.name,
        address: companyLocation.address,
        city: companyLocation.city,
        us_state_id: companyLocation.us_state_id,
        zip: companyLocation.zip,
        latitude: companyLocation.latitude,
        longitude: companyLocation.longitude,
      },
      place_state: placeState.stusps,
      /** Data that the requesting company stores about the destination, with coordinates if it is the company's own pin. */
      company_destination: {
        id: companyDestination.id,
        name: companyDestination.name,
        notes: companyDestination.notes,
        latitude: companyDestination.latitude,
        longitude: companyDestination.longitude,
      },
      pinned_mill_id: companyDestination.destination_company_id,
      landing: {
        id: landing.id,
        name: landing.name,
        latitude: landing.latitude,
        longitude: landing.longitude,
      },
      /** Driving directions from the landing's page; shown only to drivers. */
      landing_notes: landing.notes,
      cutter: handNames(cutter, cutterFor),
      skidder: handNames(skidder, skidderFor),
      hauler: handNames(hauler, haulerFor),
      cutter_user: personName(cutterUser),
      skidder_user: personName(skidderUser),
      hauler_user: personName(haulerUser),
      scaler_user: personName(scalerUser),
      receiver_user: personName(receiverUser),
      mill_has_users: sql<number>`EXISTS (SELECT 1 FROM crew JOIN crew_member ON crew_member.crew_id = crew.id WHERE crew.company_id = ${mill.id} AND crew.is_deleted = 0)`,
      ...USUAL_LOADS,
      settlement_paid: sql<number>`EXISTS (SELECT 1 FROM amount_owed s WHERE s.trip_ticket_id = ${tripTicket.id} AND s.paid_lines > 0)`,
    })
    .from(tripTicket)
    .innerJoin(job, eq(job.id, tripTicket.job_id))
    .innerJoin(requester, eq(requester.id, job.request_user_company_id))
    .innerJoin(usState, eq(usState.id, job.us_state_id))
    .innerJoin(usCounty, eq(usCounty.id, job.us_county_id))
    .leftJoin(plssMeridian, eq(plssMeridian.code, job.plss_meridian_code))
    .innerJoin(tripTicketStatus, eq(tripTicketStatus.id, tripTicket.trip_ticket_status_id))
    .innerJoin(tripTicketPriority, eq(tripTicketPriority.id, tripTicket.trip_ticket_priority_id))
    .innerJoin(productType, eq(productType.id, tripTicket.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, tripTicket.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, tripTicket.wood_species_type_id))
    .innerJoin(jobDestination, eq(jobDestination.id, tripTicket.job_destination_id))
    .leftJoin(companyDestination, eq(companyDestination.id, jobDestination.company_destination_id))
    .leftJoin(
      companyLocation,
      sql`${companyLocation.id} = COALESCE(${jobDestination.company_location_id}, ${companyDestination.destination_company_location_id})`,
    )
    .leftJoin(placeState, eq(placeState.id, companyLocation.us_state_id))
    .leftJoin(
      mill,
      sql`${mill.id} = (SELECT m.mill_company_id FROM job_destination_mill m WHERE m.job_destination_id = ${jobDestination.id})`,
    )
    .leftJoin(landing, eq(landing.id, tripTicket.landing_id))
    .leftJoin(cutter, eq(cutter.id, tripTicket.cutter_company_id))
    .leftJoin(skidder, eq(skidder.id, tripTicket.skidder_company_id))
    .leftJoin(hauler, eq(hauler.id, tripTicket.hauler_company_id))
    .leftJoin(cutterFor, eq(cutterFor.id, tripTicket.cutter_on_behalf_of_company_id))
    .leftJoin(skidderFor, eq(skidderFor.id, tripTicket.skidder_on_behalf_of_company_id))
    .leftJoin(haulerFor, eq(haulerFor.id, tripTicket.hauler_on_behalf_of_company_id))
    .leftJoin(cutterUser, eq(cutterUser.id, tripTicket.cutter_user_id))
    .leftJoin(skidderUser, eq(skidderUser.id, tripTicket.skidder_user_id))
    .leftJoin(haulerUser, eq(haulerUser.id, tripTicket.hauler_user_id))
    .leftJoin(scalerUser, eq(scalerUser.id, tripTicket.scaler_user_id))
    .leftJoin(receiverUser, eq(receiverUser.id, tripTicket.receiver_user_id));
}

export type TicketRow = Awaited<ReturnType<typeof selectTickets>>[number];

/** Return the companies with a role on a ticket, or on a ticket about to be created, for the rules in `domain`. */
export function getTicketParties(
  requestCompanyId: number,
  parties: JobParty[],
  ticket?: TicketRow,
): TicketParties {
  // Leave out subcontractors: they have no role on the job, and see and edit only the loads that name them.
  const own = parties.filter((p) => p.on_behalf_of === null);
  const ids = (has: (p: JobParty) => boolean) => own.filter(has).map((p) => p.company_id);
  return {
    requestCompanyId,
    landManagerCompanyIds: ids((p) => p.is_land_manager),
    landOwnerCompanyIds: ids((p) => p.is_land_owner),
    authorizeeCompanyIds: ids((p) => p.is_land_owner_authorizee),
    jobCutterCompanyIds: ids((p) => p.is_cutter),
    jobSkidderCompanyIds: ids((p) => p.is_skidder),
    jobHaulerCompanyIds: ids((p) => p.is_hauler),
    cutterCompanyId: ticket?.trip_ticket.cutter_company_id ?? null,
    skidderCompanyId: ticket?.trip_ticket.skidder_company_id ?? null,
    haulerCompanyId: ticket?.trip_ticket.hauler_company_id ?? null,
    cutterForCompanyId: ticket?.trip_ticket.cutter_on_behalf_of_company_id ?? null,
    skidderForCompanyId: ticket?.trip_ticket.skidder_on_behalf_of_company_id ?? null,
    haulerForCompanyId: ticket?.trip_ticket.hauler_on_behalf_of_company_id ?? null,
    millCompanyId: ticket?.mill?.id ?? null,
    millHasUsers: Boolean(ticket?.mill_has_users),
    creatorCompanyId: ticket?.trip_ticket.creator_company_id ?? null,
  };
}

export type VisibleTicket = {
  /** Ticket as stored, for decisions and writes. */
  row: TicketRow;
  /** Ticket as the acting company may read it; use it in every response, page, file and printout. */
  shown: TicketRow;
  parties: JobParty[];
  roles: ReadonlySet<TicketRole>;
  can_edit: CanEdit;
};

const findVisibleTicket = prepareQuery((read) =>
  selectTickets(read).where(
    and(eq(tripTicket.id, sql.placeholder("id")), ticketOrSampleVisibleQuery(sql.placeholder("company"))),
  ),
);

/** Return a ticket with the acting company's roles and editable fields; 404 if the company may not see it. */
export async function requireVisibleTicket(ctx: Ctx<CompanyActor>, id: number): Promise<VisibleTicket> {
  const rows = await findVisibleTicket(ctx.read, { id, company: ctx.actor.company.id });
  const [ticket] = await addTicketRights(ctx, rows);
  if (!ticket) throw notFound("We couldn't find that trip ticket, or you don't have access to it.");
  return ticket;
}

type Reader = Pick<Ctx<CompanyActor>, "read" | "actor">;

const jobsOfRows = (rows: readonly TicketRow[]) => [...new Set(rows.map((row) => row.job.id))];

/** Return the acting company's roles on a ticket, given the parties on its job. */
const rolesBy = (actor: CompanyActor, row: TicketRow, places: JobParty[]) =>
  getTicketRoles(getTicketParties(row.job.request_user_company_id, places, row), actor.company.id);

const shownTo = (roles: ReadonlySet<TicketRole>, row: TicketRow) =>
  canSeeCuttingPlace(roles) ? row : removeCuttingPlaceFields(row);

function placesByJob(places: readonly JobParty[]): (job: number) => JobParty[] {
  const byJob = new Map<number, JobParty[]>();
  for (const place of places) {
    const ofJob = byJob.get(place.job_id);
    if (ofJob) ofJob.push(place);
    else byJob.set(place.job_id, [place]);
  }
  return (job) => byJob.get(job) ?? [];
}

/**
 * Return tickets without the fields that reveal where the wood was cut, unless the acting company may see these by its
 * own roles on the jobs.
 */
export async function redactHiddenCuttingPlaces(
  { read, actor }: Reader,
  rows: readonly TicketRow[],
): Promise<TicketRow[]> {
  const me = actor.company.id;
  // A job's requester always sees where the wood was cut.
  const others = rows.filter((row) => row.job.request_user_company_id !== me);
  if (others.length === 0) return [...rows];
  const placesOn = placesByJob(await readJobPartiesForCompany(read, me, jobsOfRows(others)));
  return rows.map((row) =>
    row.job.request_user_company_id === me ? row : shownTo(rolesBy(actor, row, placesOn(row.job.id)), row),
  );
}

/** Return tickets with the acting company's roles on them and the fields that it may edit. */
export async function addTicketRights(ctx: Reader, rows: readonly TicketRow[]): Promise<VisibleTicket[]> {
  const { trip_ticket, comment, photo, certification } = ctx.actor.permissions;
  const places = rows.length ? await readJobParties(ctx.read, ...jobsOfRows(rows)) : [];
  const placesOn = placesByJob(places);
  return rows.map((row) => {
    const parties = placesOn(row.job.id);
    const roles = rolesBy(ctx.actor, row, parties);
    const may = getEditableFields({
      roles,
      status: row.trip_ticket.trip_ticket_status_id,
      settlementPaid: Boolean(row.settlement_paid),
      isUnhauled: row.trip_ticket.hauler_company_id === null,
      flags: { trip_ticket, comment, photo, certification },
    });
    // The status is editable if this company can make a transition now; the role alone isn't enough.
    const trip_ticket_status_id =
      trip_ticket.update && listOfferedStatusChanges(getStatusChangeFacts({ row, roles })).length > 0;
    return { row, shown: shownTo(roles, row), parties, roles, can_edit: { ...may, trip_ticket_status_id } };
  });
}
