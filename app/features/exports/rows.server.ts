import { sql } from "drizzle-orm";
import { prepared } from "#db/prepared.server";
import { company, tripTicket } from "#db/schema";
import { jobParty } from "#db/views";
import { landingName } from "~/core/jobs/landings.server";
import { ticketsVisibleToCompany } from "~/core/tickets/access.server";
import { asShown, selectTickets, type TicketRow } from "~/core/tickets/ticket-row.server";
import { certificationName } from "~/domain/certifications/certifications";
import { unitName } from "~/domain/measures/measures";
import { PRIORITY_NAMES, productLabel, STATUS, statusName } from "~/domain/tickets/trip-ticket";
import { toLocal } from "~/domain/time/time";
import { certificationsFor } from "~/features/trip-tickets/certifications.server";
import { placeOf } from "~/features/trip-tickets/destination-place";
import { readContracts, readLatestComments } from "~/features/trip-tickets/record.server";
import { settlementsOf } from "~/features/trip-tickets/settled.server";
import type { CompanyActor } from "~/web/actor";
import { env } from "~/web/env.server";
import { paths } from "~/web/paths";
import type { Ctx } from "~/web/procedure";
import type { ExportRow } from "./columns";

/** So many tickets are in memory at once, however many are sent. */
export const CHUNK = 250;

const IDS = sql.placeholder("ids");
const findChunk = prepared((read) =>
  selectTickets(read).where(
    sql`${tripTicket.id} IN (SELECT value FROM json_each(${IDS})) AND ${ticketsVisibleToCompany(sql.placeholder("me"))}`,
  ),
);

const findOwners = prepared((read) =>
  read
    .select({ job_id: jobParty.job_id, name: company.name })
    .from(jobParty)
    .innerJoin(company, sql`${company.id} = ${jobParty.company_id}`)
    .where(
      sql`${jobParty.job_id} IN (SELECT value FROM json_each(${sql.placeholder("jobs")})) AND ${jobParty.is_land_owner}`,
    ),
);

/** These tickets in this order, a chunk at a time, as far as the acting company may see them when each is read. */
export async function* exportRows(ctx: ExportReader, ids: readonly number[]): AsyncGenerator<ExportRow[]> {
  for (let at = 0; at < ids.length; at += CHUNK) {
    yield await readChunk(ctx, ids.slice(at, at + CHUNK));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export type ExportReader = Pick<Ctx<CompanyActor>, "read" | "actor">;

/** Those of these tickets that the acting company sees, as it may read them. */
export async function readTickets(ctx: ExportReader, ids: readonly number[]): Promise<TicketRow[]> {
  const chunk = await findChunk(ctx.read, { ids: JSON.stringify(ids), me: ctx.actor.company.id });
  return asShown(ctx, chunk);
}

async function readChunk(ctx: ExportReader, ids: readonly number[]): Promise<ExportRow[]> {
  const found = await readTickets(ctx, ids);
  const jobs = [...new Set(found.map((row) => row.job.id))];
  const seen = found.map((row) => row.trip_ticket.id);
  const [contracts, certifications, comments, owners, settled] = await Promise.all([
    readContracts(ctx, jobs),
    certificationsFor(ctx, seen),
    readLatestComments(ctx, seen),
    findOwners(ctx.read, { jobs: JSON.stringify(jobs) }),
    settlementsOf(ctx, seen),
  ]);
  const rows = new Map(found.map((row) => [row.trip_ticket.id, row]));
  const beside = {
    contracts: new Map(contracts.map((c) => [`${c.job_id} ${c.company_id}`, c])),
    certifications: grouped(certifications, (c) => c.trip_ticket_id),
    // The last comment comes first, so the one written into the map last must be it.
    comments: new Map(comments.toReversed().map((c) => [c.trip_ticket_id, c.content])),
    owners: grouped(owners, (o) => o.job_id),
    settled,
  };
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [rowOf(row, beside, ctx.actor.zone)] : [];
  });
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

type Beside = {
  contracts: Map<string, Awaited<ReturnType<typeof readContracts>>[number]>;
  certifications: Map<number, Awaited<ReturnType<typeof certificationsFor>>>;
  comments: Map<number | null, string>;
  owners: Map<number, { name: string }[]>;
  settled: Awaited<ReturnType<typeof settlementsOf>>;
};

function rowOf(row: TicketRow, beside: Beside, zone: string): ExportRow {
  const t = row.trip_ticket;
  const at = (iso: string | null) => (iso ? toLocal(iso, zone).replace("T", " ") : null);
  const amount = (thousandths: number | null) => (thousandths === null ? null : thousandths / 1000);
  const unit = (id: number | null) => (id === null ? null : unitName(id));
  const contract = (role: "cutter" | "skidder" | "hauler") =>
    beside.contracts.get(`${row.job.id} ${t[`${role}_on_behalf_of_company_id`] ?? t[`${role}_company_id`]}`);
  const place = placeOf(row);
  const isScaled = t.scaled_volume !== null;
  const certificates = beside.certifications.get(t.id) ?? [];
  return {
    id: t.id,
    is_delivered: t.trip_ticket_status_id === STATUS.completed,
    certificates,
    ids: {
      company: row.job.request_user_company_id,
      mill: place.mill === null ? null : (row.mill?.id ?? null),
      hauler: t.hauler_company_id,
      destination: row.destination.id,
      product: `${t.product_type_id}-${t.wood_species_id ?? 0}-${t.wood_species_type_id ?? 0}`,
    },
    scientific_name: row.scientific_name,
    zone: row.job_zone,
    instants: {
      created_at: t.created_at,
      picked_up_at: t.picked_up_at,
      dropped_off_at: t.dropped_off_at,
      scaled_at: t.scaled_at,
      loaded_at: t.loaded_at,
      received_at: t.received_at,
      last_modified_at: t.last_modified_at,
    },
    load_id: t.trip_ticket_number,
    link: `${env().PUBLIC_URL}${paths.ticket(t.id)}`,
    company: row.requester.name,
    job: row.job.name,
    product_type: row.product_type,
    wood_species: row.wood_species ?? row.wood_species_type,
    wood_species_type: row.wood_species_type,
    product: productLabel(row),
    destination: row.destination.name,
    created_at: at(t.created_at),
    picked_up_at: at(t.picked_up_at),
    dropped_off_at: at(t.dropped_off_at),
    scaled_at: at(t.scaled_at),
    estimated_volume: amount(t.estimated_volume),
    estimated_unit: t.estimated_volume === null ? null : unit(t.estimated_wood_unit_type_id),
    scaled_volume: amount(t.scaled_volume),
    scaled_unit: t.scaled_volume === null ? null : unit(t.scaled_wood_unit_type_id),
    volume: amount(t.scaled_volume ?? t.estimated_volume),
    volume_unit: isScaled
      ? unit(t.scaled_wood_unit_type_id)
      : t.estimated_volume === null
        ? null
        : unit(t.estimated_wood_unit_type_id),
    volume_basis: isScaled ? "scaled" : t.estimated_volume === null ? null : "estimated",
    scale_ticket_number: t.scale_ticket_number,
    contract_number: row.job.contract_number,
    cut_contract: contract("cutter")?.cut_contract_name ?? null,
    skid_contract: contract("skidder")?.skid_contract_name ?? null,
    haul_contract: contract("hauler")?.haul_contract_name ?? null,
    comment: beside.comments.get(t.id) ?? null,
    county: row.job.county,
    township: t.township ?? row.job.township,
    range: row.job.range,
    section: row.job.section,
    load_number: t.load_number,
    status: statusName(t.trip_ticket_status_id),
    priority: PRIORITY_NAMES[t.trip_ticket_priority_id] ?? null,
    state: row.job.stusps,
    land_owner:
      beside.owners
        .get(row.job.id)
        ?.map((o) => o.name)
        .join(", ") ?? null,
    mill: place.mill,
    destination_address: place.address,
    destination_position: place.position,
    destination_notes: place.notes,
    mileage: row.destination.mileage,
    cutter: row.cutter?.name ?? null,
    skidder: row.skidder?.name ?? null,
    hauler: row.hauler?.name ?? null,
    hauler_name: row.hauler?.own ?? null,
    cutter_for: row.cutter?.behalf ?? null,
    skidder_for: row.skidder?.behalf ?? null,
    hauler_for: row.hauler?.behalf ?? null,
    hauler_user: row.hauler_user ?? t.driver_name,
    driver_name: t.driver_name,
    truck_number: t.truck_number,
    truck_plate: t.truck_plate,
    trailer_plate: t.trailer_plate,
    loader_name: t.loader_name,
    loader_machine: t.loader_machine,
    gross_pounds: t.gross_pounds,
    tare_pounds: t.tare_pounds,
    net_pounds: t.net_pounds,
    weight_unit: t.gross_pounds === null && t.tare_pounds === null && t.net_pounds === null ? null : "lb",
    deduction_pounds: t.deduction_pounds,
    deduction_class: t.deduction_class,
    log_rule: t.log_rule,
    certification: certificates.map(certificationName).join("; ") || null,
    harvest_notification_number: row.job.harvest_notification_number,
    landing: row.landing && landingName(row.landing),
    loaded_at: at(t.loaded_at),
    received_at: at(t.received_at),
    last_modified_at: at(t.last_modified_at),
    own_product: row.own_name,
    settlement_status: beside.settled({ ...t, status: t.trip_ticket_status_id }),
  };
}
