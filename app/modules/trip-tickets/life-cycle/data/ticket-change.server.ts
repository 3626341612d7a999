import { z } from "zod";
import { readCrewPeople } from "~/lib/access/crew-people.server";
import { buildRecord } from "~/lib/object/records";
import { createTextSchema } from "~/lib/text/input";
import { formatFullName } from "~/lib/text/text";
import { parseTime } from "~/lib/time/place-time";
import { createPoundsSchema, createVolumeSchema } from "~/lib/units/measures";
import { formatLandingName, NOT_A_LANDING, readLandings } from "~/modules/jobs/shared/landings.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { getTimeErrors } from "../../edit/rules/times";
import { readJobDestinationProducts } from "../../list/data/mix.server";
import { formatProductKey } from "../../rules/defaults";
import { PLAIN_FIELDS, TIME_FIELDS, type TimeField } from "../../rules/edit-boxes";
import { findParty, LOAD_WORK_ROLES } from "../../rules/on-behalf";
import { getZoneOfTime } from "../../rules/place-zones";
import { getSkippedDelivery } from "../../rules/skipped-delivery";
import { formatProduct, PRIORITY_LABELS } from "../../rules/trip-ticket";
import { formatPartyName } from "../../shared/job-parties.server";
import type { VisibleTicket } from "../../shared/ticket-row.server";
import type { HistoryValues, TicketPatch } from "../../shared/write.server";
import { planMeasureChange, planScaledBy } from "./measure-change.server";

const words = (label: string, most = 80) =>
  z.string().trim().max(most, `${label} is too long`).nullable().optional();
const ref = () => z.number().int().positive().nullable().optional();
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?$/;
/** Field for an instant in UTC, or for the place's local time as a form sends it. */
const when = () =>
  createTextSchema(24, "Enter a date and time")
    .regex(INSTANT, "Enter a date and time")
    .nullable()
    .optional()
    .describe("UTC with a Z, or without one the clock of its place: the job's for loading, else the mill's");
const unit = () => z.number().int().min(1).max(3).nullable().optional();

/** Every editable field of a ticket, as forms and API programs send them; null clears a field. */
export const ticketChangeFields = {
  job_destination_id: z.number().int().optional(),
  /** A product of the destination as a single value, as forms send it; API programs send its three ids instead. */
  product: z.string().max(40).optional(),
  product_type_id: z.number().int().positive().optional(),
  wood_species_id: ref(),
  wood_species_type_id: ref(),
  trip_ticket_priority_id: z.number().int().min(1).max(3).optional(),
  estimated_volume: createVolumeSchema().nullable().optional(),
  estimated_wood_unit_type_id: unit(),
  scaled_volume: createVolumeSchema().nullable().optional(),
  scaled_wood_unit_type_id: unit(),
  scale_ticket_number: words("The scale ticket number", 40),
  gross_pounds: createPoundsSchema().nullable().optional(),
  tare_pounds: createPoundsSchema().nullable().optional(),
  deduction_pounds: createPoundsSchema().nullable().optional(),
  deduction_class: words("The reason"),
  log_rule: z.enum(["DOYLE", "SCRIBNER", "SCRIBNER_DECIMAL_C", "INTERNATIONAL_1_4"]).nullable().optional(),
  cutter_company_id: ref(),
  cutter_user_id: ref(),
  skidder_company_id: ref(),
  skidder_user_id: ref(),
  hauler_company_id: ref(),
  hauler_user_id: ref(),
  /** The job's contractors that cutter, skidder and hauler work for; if omitted, they are derived from the companies. */
  cutter_on_behalf_of_company_id: ref(),
  skidder_on_behalf_of_company_id: ref(),
  hauler_on_behalf_of_company_id: ref(),
  scaler_user_id: ref(),
  receiver_user_id: ref(),
  truck_number: words("The truck number", 40),
  truck_plate: words("The plate", 40),
  trailer_plate: words("The plate", 40),
  driver_name: words("The name"),
  loader_name: words("The name"),
  loader_machine: words("The machine"),
  loaded_at: when(),
  landing_id: ref(),
  picked_up_at: when(),
  dropped_off_at: when(),
  scaled_at: when(),
  received_at: when(),
  township: words("The township", 40),
  latitude: z.number("Enter degrees, like 44.8361").min(-90).max(90).nullable().optional(),
  longitude: z.number("Enter degrees, like -84.8203").min(-180).max(180).nullable().optional(),
};

export type ChangeFields = {
  [K in keyof typeof ticketChangeFields]?: z.output<(typeof ticketChangeFields)[K]>;
};

/** Planned ticket change: values to write, history entry, errors by field, and warnings to confirm. */
export type TicketChange = {
  patch: TicketPatch;
  said: HistoryValues;
  wrong: Record<string, string[]>;
  questions: string[];
};

/**
 * Add the submitted fields to a change that may already contain a status change; a submitted time overrides the time
 * that the status change sets. Also compute net.
 */
export async function planFieldChanges(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  changeFields: ChangeFields,
  begun: Pick<TicketChange, "patch" | "said">,
): Promise<TicketChange> {
  const change: TicketChange = {
    patch: { ...begun.patch },
    said: { ...begun.said },
    wrong: {},
    questions: [],
  };
  plainFields(changeFields, change);
  planMeasureChange(ticket, changeFields, change);
  times(ticket, changeFields, change);
  await destinationAndProduct(ctx, ticket, changeFields, change);
  await landingField(ctx, ticket, changeFields, change);
  await peopleFields(ctx, ticket, changeFields, change);
  planScaledBy(ctx, ticket, change);
  deliverSkipped(ctx, ticket, change);
  return change;
}

/** Mark a load as delivered when it is scaled or received without the earlier statuses having been set. */
function deliverSkipped(ctx: Ctx, { row }: VisibleTicket, { patch, said }: TicketChange) {
  const delivery = getSkippedDelivery(row.trip_ticket, patch, ctx.now);
  if (!delivery) return;
  Object.assign(patch, delivery.patch);
  said.trip_ticket_status = delivery.status;
  said.dropped_off_at = delivery.patch.dropped_off_at;
}

function plainFields(changeFields: ChangeFields, { patch, said }: TicketChange) {
  for (const name of PLAIN_FIELDS) {
    const value = changeFields[name];
    if (value === undefined) continue;
    Object.assign(patch, { [name]: value === "" ? null : value });
    said[name] = value === "" ? null : value;
  }
  const priority = changeFields.trip_ticket_priority_id;
  if (priority !== undefined) {
    patch.trip_ticket_priority_id = priority;
    said.trip_ticket_priority = PRIORITY_LABELS[priority] ?? null;
  }
}

function times(ticket: VisibleTicket, changeFields: ChangeFields, change: TicketChange) {
  const { patch, said, wrong, questions } = change;
  const t = ticket.row.trip_ticket;
  for (const name of TIME_FIELDS) {
    const typed = changeFields[name];
    if (typed === undefined) continue;
    const reading = typed === null ? null : parseTime(typed, getZoneOfTime(ticket.row, name));
    if (reading?.iso === null) {
      wrong[name] = [reading.problem];
      continue;
    }
    const iso = reading?.iso ?? null;
    if (reading?.question) questions.push(reading.question);
    // Keep the seconds of an unchanged instant, since a form shows only minutes.
    const same = iso !== null && t[name] !== null && t[name].slice(0, 16) === iso.slice(0, 16);
    patch[name] = said[name] = same ? t[name] : iso;
  }
  const order = getTimeErrors({
    picked_up_at: t.picked_up_at,
    dropped_off_at: t.dropped_off_at,
    scaled_at: t.scaled_at,
    received_at: t.received_at,
    ...pick(patch),
  });
  for (const [name, messages] of Object.entries(order)) {
    // Attach the message to the submitted field; if only the pickup time was submitted, attach it there.
    const place = name in changeFields ? name : "picked_up_at";
    wrong[place] = [...(wrong[place] ?? []), ...(messages ?? [])];
  }
}

const pick = (patch: TicketPatch): Partial<Record<TimeField, string | null>> =>
  buildRecord(
    TIME_FIELDS.filter((n) => patch[n] !== undefined),
    (n) => patch[n] ?? null,
  );

export const PRODUCT_NOT_ACCEPTED_MESSAGE = "This destination doesn't accept that product. Choose another.";

async function destinationAndProduct(
  ctx: Ctx,
  ticket: VisibleTicket,
  changeFields: ChangeFields,
  { patch, said, wrong }: TicketChange,
) {
  const t = ticket.row.trip_ticket;
  const product = changeFields.product ?? productOfIds(t, changeFields);
  if (changeFields.job_destination_id === undefined && product === undefined) return;
  const mix = await readJobDestinationProducts(ctx, t.job_id);
  const destination = changeFields.job_destination_id ?? t.job_destination_id;
  const expected = product ?? formatProductKey(t);
  const match = mix.find((m) => m.job_destination_id === destination && formatProductKey(m) === expected);
  if (!match) {
    const place = changeFields.job_destination_id === undefined ? "product" : "job_destination_id";
    wrong[place] = [PRODUCT_NOT_ACCEPTED_MESSAGE];
    return;
  }
  patch.job_destination_id = destination;
  said.job_destination = match.destination;
  patch.product_type_id = match.product_type_id;
  patch.wood_species_id = match.wood_species_id;
  patch.wood_species_type_id = match.wood_species_type_id;
  said.product = formatProduct(match);
}

async function landingField(
  ctx: Ctx,
  ticket: VisibleTicket,
  { landing_id: id }: ChangeFields,
  { patch, said, wrong }: TicketChange,
) {
  if (id === undefined) return;
  const match =
    id === null
      ? null
      : (await readLandings(ctx.read, ticket.row.trip_ticket.job_id)).find((l) => l.id === id);
  if (match === undefined) {
    wrong.landing_id = [NOT_A_LANDING];
    return;
  }
  patch.landing_id = id;
  said.landing = match && formatLandingName(match);
}

/**
 * Return the product for the submitted ids. A new type clears the old species; a species without a type keeps the
 * ticket's type.
 */
function productOfIds(
  t: VisibleTicket["row"]["trip_ticket"],
  changeFields: ChangeFields,
): string | undefined {
  const { product_type_id, wood_species_id, wood_species_type_id } = changeFields;
  if (product_type_id === undefined && wood_species_id === undefined && wood_species_type_id === undefined)
    return undefined;
  const isNewType = product_type_id !== undefined && product_type_id !== t.product_type_id;
  const kept = (value: number | null) => (isNewType ? null : value);
  return formatProductKey({
    product_type_id: product_type_id ?? t.product_type_id,
    wood_species_id: wood_species_id === undefined ? kept(t.wood_species_id) : wood_species_id,
    wood_species_type_id:
      wood_species_type_id === undefined ? kept(t.wood_species_type_id) : wood_species_type_id,
  });
}

/** Check that companies have their role on the job, and that people belong to the company that they are named for. */
async function peopleFields(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  changeFields: ChangeFields,
  { patch, said, wrong }: TicketChange,
) {
  const t = ticket.row.trip_ticket;
  for (const role of LOAD_WORK_ROLES) {
    const behalf = changeFields[`${role}_on_behalf_of_company_id`];
    const sent = changeFields[`${role}_company_id`];
    const company = sent === undefined && behalf !== undefined ? t[`${role}_company_id`] : sent;
    const person = changeFields[`${role}_user_id`];
    if (company === undefined && person === undefined) continue;
    const companyId = company === undefined ? t[`${role}_company_id`] : company;
    if (company !== undefined) {
      const keeps = company === t[`${role}_company_id`] && behalf === undefined;
      const answer = company === null || keeps ? null : findParty(ticket.parties, role, company, behalf);
      Object.assign(wrong, answer?.wrong);
      if (company === null && behalf) wrong[`${role}_company_id`] = [`Choose a ${role} of this job.`];
      patch[`${role}_company_id`] = company;
      if (!keeps) patch[`${role}_on_behalf_of_company_id`] = answer?.party?.on_behalf_of?.id ?? null;
      const name = answer?.party ? formatPartyName(answer.party) : (ticket.row[role]?.name ?? null);
      said[`${role}_company`] = company === null ? null : name;
    }
    const moved = company !== undefined && company !== t[`${role}_company_id`];
    const keep = person === undefined ? (moved ? null : t[`${role}_user_id`]) : person;
    const match =
      keep === null || companyId === null
        ? null
        : (await readCrewPeople(ctx.read, companyId)).find((p) => p.id === keep);
    if (keep !== null && !match && !(moved && person === t[`${role}_user_id`]))
      wrong[`${role}_user_id`] = ["This person doesn't work for that company."];
    patch[`${role}_user_id`] = match?.id ?? null;
    said[`${role}_user`] = match ? formatFullName(match) : null;
  }
  const mill = ticket.row.mill?.id;
  for (const role of ["scaler", "receiver"] as const) {
    const person = changeFields[`${role}_user_id`];
    if (person === undefined) continue;
    const result =
      person === null || !mill ? null : (await readCrewPeople(ctx.read, mill)).find((p) => p.id === person);
    if (person !== null && !result) wrong[`${role}_user_id`] = ["This person doesn't work for the mill."];
    patch[`${role}_user_id`] = result?.id ?? null;
    said[`${role}_user`] = result ? formatFullName(result) : null;
  }
}
