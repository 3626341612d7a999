import type { Flags } from "~/lib/access/crew-permissions";
import { buildRecord } from "~/lib/object/records";
import { isInGroup } from "./status-groups";
import { STATUS, type StatusId, type TicketRole } from "./trip-ticket";

/** Editable fields of a ticket, under the names of the API. */
export const EDITABLE_FIELDS = [
  "job_destination_id",
  "product",
  "trip_ticket_priority_id",
  "estimated_volume",
  "cutter_company",
  "cutter_user",
  "skidder_company",
  "skidder_user",
  "hauler_company",
  "hauler_user",
  "trip_ticket_status_id",
  "picked_up_at",
  "dropped_off_at",
  "scaled_volume",
  "weights",
  "scale_ticket_number",
  "scaled_at",
  "received_at",
  "receiver_user",
  "scaler_user",
  "certification",
  "comment",
  "photo",
  "location",
  "load_facts",
  "loading",
] as const;
export type EditableField = (typeof EDITABLE_FIELDS)[number];
export type CanEdit = Record<EditableField, boolean>;

/** Columns of the table (docs/domain.md#ticket-editing-rights). */
type Column = "office" | "cutter" | "skidder" | "hauler" | "mill" | "author";
type When = "always" | "untilClaimed" | "untilCompleted" | "whileUnclaimed";
type Cells = Partial<Record<Column, When>>;

const TABLE: Record<EditableField, Cells> = {
  job_destination_id: { office: "always", author: "whileUnclaimed" },
  product: { office: "always", author: "whileUnclaimed" },
  trip_ticket_priority_id: { office: "always" },
  estimated_volume: {
    office: "always",
    cutter: "untilClaimed",
    skidder: "untilClaimed",
    hauler: "untilCompleted",
  },
  cutter_company: { office: "always" },
  cutter_user: { office: "always", cutter: "always" },
  skidder_company: { office: "always" },
  skidder_user: { office: "always", skidder: "always" },
  hauler_company: { office: "always" },
  hauler_user: { office: "always", hauler: "always" },
  trip_ticket_status_id: { office: "always", skidder: "always", hauler: "always", mill: "always" },
  picked_up_at: { office: "always", hauler: "always" },
  dropped_off_at: { office: "always", hauler: "always", mill: "always" },
  scaled_volume: { office: "always", hauler: "always", mill: "always" },
  weights: { office: "always", hauler: "always", mill: "always" },
  scale_ticket_number: { office: "always", hauler: "always", mill: "always" },
  scaled_at: { office: "always", hauler: "always", mill: "always" },
  received_at: { mill: "always" },
  receiver_user: { mill: "always" },
  scaler_user: { mill: "always" },
  certification: { office: "always" },
  comment: { office: "always", cutter: "always", skidder: "always", hauler: "always", mill: "always" },
  photo: { office: "always", cutter: "always", skidder: "always", hauler: "always", mill: "always" },
  location: { office: "always", cutter: "untilClaimed", skidder: "untilClaimed" },
  load_facts: { office: "always", cutter: "untilClaimed", skidder: "untilClaimed", hauler: "untilCompleted" },
  // The loader, equipment and time are known once the truck is loaded, but often entered later from paper.
  loading: { office: "always", cutter: "always", skidder: "always", hauler: "always" },
};

/** Fields that stay editable after completion; each edit is audited (docs/domain.md#scaled-volume). */
const AFTER_COMPLETION = new Set<EditableField>([
  "scaled_volume",
  "weights",
  "scale_ticket_number",
  "picked_up_at",
  "dropped_off_at",
  "scaled_at",
  "received_at",
  "receiver_user",
  "scaler_user",
  "certification",
  "comment",
  "photo",
  "trip_ticket_status_id",
  "loading",
]);

/** Fields that stay editable after completion if the ticket names no hauler. */
const HAULER = new Set<EditableField>(["hauler_company", "hauler_user"]);

/** Fields locked once a settlement of the ticket is paid: volumes, weights, times, and the scaler and receiver. */
export const LOCKED_WHEN_PAID: ReadonlySet<EditableField> = new Set<EditableField>([
  "estimated_volume",
  "scaled_volume",
  "weights",
  "picked_up_at",
  "dropped_off_at",
  "scaled_at",
  "received_at",
  "receiver_user",
  "scaler_user",
]);

const COLUMN_OF: Partial<Record<TicketRole, Column>> = {
  creator: "office",
  land_manager: "office",
  cutter: "cutter",
  skidder: "skidder",
  hauler: "hauler",
  mill: "mill",
  author: "author",
};

export type EditFacts = {
  roles: ReadonlySet<TicketRole>;
  status: StatusId;
  settlementPaid: boolean;
  /** True if the ticket names no hauler. */
  isUnhauled?: boolean;
  flags: { trip_ticket: Flags; comment: Flags; photo: Flags; certification: Pick<Flags, "read"> };
};

/**
 * Return the ticket fields that this company's user may edit now. The result both shows the edit links and guards the
 * actions. Here `trip_ticket_status_id` means only that the role may change a status; `addTicketRights` also checks
 * that a status change is available now.
 */
export function getEditableFields(facts: EditFacts): CanEdit {
  return buildRecord(EDITABLE_FIELDS, (field) => allows(field, facts));
}

function allows(field: EditableField, facts: EditFacts): boolean {
  const { status, flags } = facts;
  if (field === "comment" || field === "photo" ? !flags[field].create : !flags.trip_ticket.update)
    return false;
  if (field === "certification" && !flags.certification.read) return false;
  if (status === STATUS.cancelled && field !== "trip_ticket_status_id") return false;
  if (status === STATUS.completed && !AFTER_COMPLETION.has(field) && !(facts.isUnhauled && HAULER.has(field)))
    return false;
  if (facts.settlementPaid && LOCKED_WHEN_PAID.has(field)) return false;
  return [...facts.roles].some((role) => {
    const column = COLUMN_OF[role];
    return column !== undefined && holds(TABLE[field][column], status);
  });
}

function holds(when: When | undefined, status: StatusId): boolean {
  const unclaimed = isInGroup("available", status);
  if (when === "always") return true;
  if (when === "untilClaimed" || when === "whileUnclaimed") return unclaimed;
  return when === "untilCompleted" && status !== STATUS.completed;
}
