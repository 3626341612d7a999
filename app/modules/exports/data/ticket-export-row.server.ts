import { pick } from "~/lib/object/records";
import { formatCertificationName } from "~/modules/certifications/rules/certifications";
import { formatLandingName } from "~/modules/jobs/shared/landings.server";
import {
  formatDestinationAddress,
  formatDestinationPosition,
  getDestinationNotes,
  getReceivingMillName,
} from "~/modules/trip-tickets/edit/rules/destination-place";
import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";
import {
  formatCompanyProduct,
  getStatusLabel,
  PRIORITY_LABELS,
  STATUS,
} from "~/modules/trip-tickets/rules/trip-ticket";
import type { TicketRow } from "~/modules/trip-tickets/shared/ticket-row.server";
import { env } from "~/web/env.server";
import { paths } from "~/web/paths";
import { DATE_COLUMN_KEYS, type ExportRow } from "../rules/columns";
import { formatTimeCell } from "../rules/time-cell";
import { getBestVolume, toUnitName, toVolume } from "../rules/volume-cells";
import type { RelatedRows } from "./beside-tickets.server";

/**
 * Ticket as a row of an export file. Each field is formatted only on access, because a file uses about a third of the
 * fields.
 */
export class TicketExportRow implements ExportRow {
  readonly #row: TicketRow;
  readonly #ticket: TicketRow["trip_ticket"];
  readonly #beside: RelatedRows;
  readonly #zone: string;
  constructor(row: TicketRow, beside: RelatedRows, zone: string) {
    this.#row = row;
    this.#ticket = row.trip_ticket;
    this.#beside = beside;
    this.#zone = zone;
  }
  #at(key: (typeof DATE_COLUMN_KEYS)[number]) {
    return formatTimeCell(this.#ticket[key], key, this.#row, this.#zone);
  }
  #contract(role: "cutter" | "skidder" | "hauler") {
    const t = this.#ticket;
    // Return early without contracts, because most jobs' contracts have no names.
    if (this.#beside.contracts.size === 0) return undefined;
    return this.#beside.contracts.get(
      `${t.job_id} ${t[`${role}_on_behalf_of_company_id`] ?? t[`${role}_company_id`]}`,
    );
  }
  get id() {
    return this.#ticket.id;
  }
  get is_delivered() {
    return this.#ticket.trip_ticket_status_id === STATUS.completed;
  }
  get certificates() {
    return this.#beside.certifications.get(this.#ticket.id) ?? [];
  }
  get ids() {
    return {
      company: this.#row.job.request_user_company_id,
      mill: this.mill === null ? null : (this.#row.mill?.id ?? null),
      hauler: this.#ticket.hauler_company_id,
      destination: this.#row.destination.id,
      product: formatProductKey(this.#ticket),
    };
  }
  get scientific_name() {
    return this.#row.scientific_name;
  }
  get zones() {
    return pick(this.#row, ["job_zone", "mill_zone"]);
  }
  get instants() {
    return pick(this.#ticket, DATE_COLUMN_KEYS);
  }
  get load_id() {
    return this.#ticket.trip_ticket_number;
  }
  get link() {
    return `${env().PUBLIC_URL}${paths.ticket(this.#ticket.id)}`;
  }
  get company() {
    return this.#row.requester.name;
  }
  get job() {
    return this.#row.job.name;
  }
  get product_type() {
    return this.#row.product_type;
  }
  get wood_species() {
    return this.#row.wood_species ?? this.#row.wood_species_type;
  }
  get wood_species_type() {
    return this.#row.wood_species_type;
  }
  get product() {
    return formatCompanyProduct(this.#row);
  }
  get destination() {
    return this.#row.destination.name;
  }
  get created_at() {
    return this.#at("created_at");
  }
  get picked_up_at() {
    return this.#at("picked_up_at");
  }
  get dropped_off_at() {
    return this.#at("dropped_off_at");
  }
  get scaled_at() {
    return this.#at("scaled_at");
  }
  get estimated_volume() {
    return toVolume(this.#ticket.estimated_volume);
  }
  get estimated_unit() {
    return this.#ticket.estimated_volume === null
      ? null
      : toUnitName(this.#ticket.estimated_wood_unit_type_id);
  }
  get scaled_volume() {
    return toVolume(this.#ticket.scaled_volume);
  }
  get scaled_unit() {
    return this.#ticket.scaled_volume === null ? null : toUnitName(this.#ticket.scaled_wood_unit_type_id);
  }
  get volume() {
    return getBestVolume(this.#ticket)?.volume ?? null;
  }
  get volume_unit() {
    return getBestVolume(this.#ticket)?.unit ?? null;
  }
  get volume_basis() {
    return getBestVolume(this.#ticket)?.basis ?? null;
  }
  get scale_ticket_number() {
    return this.#ticket.scale_ticket_number;
  }
  get contract_number() {
    return this.#row.job.contract_number;
  }
  get cut_contract() {
    return this.#contract("cutter")?.cut_contract_name ?? null;
  }
  get skid_contract() {
    return this.#contract("skidder")?.skid_contract_name ?? null;
  }
  get haul_contract() {
    return this.#contract("hauler")?.haul_contract_name ?? null;
  }
  get comment() {
    return this.#beside.comments.get(this.#ticket.id) ?? null;
  }
  get county() {
    return this.#row.job.county;
  }
  get township() {
    return this.#ticket.township ?? this.#row.job.township;
  }
  get range() {
    return this.#row.job.range;
  }
  get section() {
    return this.#row.job.section;
  }
  get load_number() {
    return this.#ticket.load_number;
  }
  get status() {
    return getStatusLabel(this.#ticket.trip_ticket_status_id);
  }
  get priority() {
    return PRIORITY_LABELS[this.#ticket.trip_ticket_priority_id] ?? null;
  }
  get state() {
    return this.#row.job.stusps;
  }
  get land_owner() {
    return (
      this.#beside.owners
        .get(this.#row.job.id)
        ?.map((o) => o.name)
        .join(", ") ?? null
    );
  }
  get mill() {
    return getReceivingMillName(this.#row);
  }
  get destination_address() {
    return formatDestinationAddress(this.#row);
  }
  get destination_position() {
    return formatDestinationPosition(this.#row);
  }
  get destination_notes() {
    return getDestinationNotes(this.#row);
  }
  get mileage() {
    return this.#row.destination.mileage;
  }
  get cutter() {
    return this.#row.cutter?.name ?? null;
  }
  get skidder() {
    return this.#row.skidder?.name ?? null;
  }
  get hauler() {
    return this.#row.hauler?.name ?? null;
  }
  get hauler_name() {
    return this.#row.hauler?.own ?? null;
  }
  get cutter_for() {
    return this.#row.cutter?.behalf ?? null;
  }
  get skidder_for() {
    return this.#row.skidder?.behalf ?? null;
  }
  get hauler_for() {
    return this.#row.hauler?.behalf ?? null;
  }
  get hauler_user() {
    return this.#row.hauler_user ?? this.#ticket.driver_name;
  }
  get driver_name() {
    return this.#ticket.driver_name;
  }
  get truck_number() {
    return this.#ticket.truck_number;
  }
  get truck_plate() {
    return this.#ticket.truck_plate;
  }
  get trailer_plate() {
    return this.#ticket.trailer_plate;
  }
  get loader_name() {
    return this.#ticket.loader_name;
  }
  get loader_machine() {
    return this.#ticket.loader_machine;
  }
  get gross_pounds() {
    return this.#ticket.gross_pounds;
  }
  get tare_pounds() {
    return this.#ticket.tare_pounds;
  }
  get net_pounds() {
    return this.#ticket.net_pounds;
  }
  get weight_unit() {
    return this.#ticket.gross_pounds === null &&
      this.#ticket.tare_pounds === null &&
      this.#ticket.net_pounds === null
      ? null
      : "lb";
  }
  get deduction_pounds() {
    return this.#ticket.deduction_pounds;
  }
  get deduction_class() {
    return this.#ticket.deduction_class;
  }
  get log_rule() {
    return this.#ticket.log_rule;
  }
  get certification() {
    return this.certificates.map(formatCertificationName).join("; ") || null;
  }
  get harvest_notification_number() {
    return this.#row.job.harvest_notification_number;
  }
  get landing() {
    return this.#row.landing && formatLandingName(this.#row.landing);
  }
  get loaded_at() {
    return this.#at("loaded_at");
  }
  get received_at() {
    return this.#at("received_at");
  }
  get last_modified_at() {
    return this.#at("last_modified_at");
  }
  get own_product() {
    return this.#row.own_name;
  }
  get settlement_status() {
    return this.#beside.settled({
      ...this.#ticket,
      status: this.#ticket.trip_ticket_status_id,
    });
  }
}
