import { z } from "zod";
import { readCrewPeople } from "~/core/access/crew-people.server";
import { landingName, NOT_A_LANDING, readLandingsOf } from "~/core/jobs/landings.server";
import { productKey } from "~/core/tickets/defaults";
import { PLAIN_FIELDS, TIME_FIELDS, type TimeField } from "~/core/tickets/edit-boxes";
import { partyName } from "~/core/tickets/job-parties.server";
import { HAND_ROLES, partyFor } from "~/core/tickets/on-behalf";
import { zoneOfTime } from "~/core/tickets/place-zones";
import type { VisibleTicket } from "~/core/tickets/ticket-row.server";
import type { Said, TicketPatch } from "~/core/tickets/write.server";
import { pounds, volume } from "~/domain/measures/measures";
import { recordOf } from "~/domain/records/records";
import { text } from "~/domain/text/input";
import { fullName } from "~/domain/text/text";
import { skippedDelivery } from "~/domain/tickets/skipped-delivery";
import { PRIORITY_NAMES, productText } from "~/domain/tickets/trip-ticket";
import { readTime } from "~/domain/time/place-time";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { measures, scaledBy } from "./measure-change.server";
import { readMix } from "./mix.server";
import { timeErrors } from "./times";

const words = (label: string, most = 80) =>
  z.string().trim().max(most, `${label} is too long`).nullable().optional();
const ref = () => z.number().int().positive().nullable().optional();
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?$/;
/** An instant in UTC, or a time by the clock of its place, as a form has it. */
const when = () =>
  text(24, "Enter a date and time")
    .regex(INSTANT, "Enter a date and time")
    .nullable()
    .optional()
    .describe("UTC with a Z, or without one the clock of its place: the job's for loading, else the mill's");
const unit = () => z.number().int().min(1).max(3).nullable().optional();

/** Every field of a ticket that can be edited, as forms and programs send them; null clears. */
export const changeShape = {
  job_destination_id: z.number().int().optional(),
  /** A product of the destination in one value, as the forms have it; programs name its three ids instead. */
  product: z.string().max(40).optional(),
  product_type_id: z.number().int().positive().optional(),
  wood_species_id: ref(),
  wood_species_type_id: ref(),
  trip_ticket_priority_id: z.number().int().min(1).max(3).optional(),
  estimated_volume: volume().nullable().optional(),
  estimated_wood_unit_type_id: unit(),
  scaled_volume: volume().nullable().optional(),
  scaled_wood_unit_type_id: unit(),
  scale_ticket_number: words("The scale ticket number", 40),
  gross_pounds: pounds().nullable().optional(),
  tare_pounds: pounds().nullable().optional(),
  deduction_pounds: pounds().nullable().optional(),
  deduction_class: words("The reason"),
  log_rule: z.enum(["DOYLE", "SCRIBNER", "SCRIBNER_DECIMAL_C", "INTERNATIONAL_1_4"]).nullable().optional(),
  cutter_company_id: ref(),
  cutter_user_id: ref(),
  skidder_company_id: ref(),
  skidder_user_id: ref(),
  hauler_company_id: ref(),
  hauler_user_id: ref(),
  /** The contractors of the job that these work for; where they are left out, they follow from the companies. */
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

export type ChangeFields = { [K in keyof typeof changeShape]?: z.output<(typeof changeShape)[K]> };

/** What a change writes, what history says of it, what is wrong with it by field, and what must be confirmed. */
export type TicketChange = {
  patch: TicketPatch;
  said: Said;
  wrong: Record<string, string[]>;
  questions: string[];
};

/**
 * Add the given fields to a change that may have begun with a step of the life cycle; a given time overrides the one
 * that the step sets. Net is computed here.
 */
export async function addFields(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  given: ChangeFields,
  begun: Pick<TicketChange, "patch" | "said">,
): Promise<TicketChange> {
  const change: TicketChange = {
    patch: { ...begun.patch },
    said: { ...begun.said },
    wrong: {},
    questions: [],
  };
  plainFields(given, change);
  measures(ticket, given, change);
  times(ticket, given, change);
  await destinationAndProduct(ctx, ticket, given, change);
  await landingField(ctx, ticket, given, change);
  await peopleFields(ctx, ticket, given, change);
  scaledBy(ctx, ticket, change);
  deliverSkipped(ctx, ticket, change);
  return change;
}

/** A load that is scaled or received is delivered by that, where nobody pressed the steps before. */
function deliverSkipped(ctx: Ctx, { row }: VisibleTicket, { patch, said }: TicketChange) {
  const delivery = skippedDelivery(row.trip_ticket, patch, ctx.now);
  if (!delivery) return;
  Object.assign(patch, delivery.patch);
  said.trip_ticket_status = delivery.status;
  said.dropped_off_at = delivery.patch.dropped_off_at;
}

function plainFields(given: ChangeFields, { patch, said }: TicketChange) {
  for (const name of PLAIN_FIELDS) {
    const value = given[name];
    if (value === undefined) continue;
    Object.assign(patch, { [name]: value === "" ? null : value });
    said[name] = value === "" ? null : value;
  }
  const priority = given.trip_ticket_priority_id;
  if (priority !== undefined) {
    patch.trip_ticket_priority_id = priority;
    said.trip_ticket_priority = PRIORITY_NAMES[priority] ?? null;
  }
}

function times(ticket: VisibleTicket, given: ChangeFields, change: TicketChange) {
  const { patch, said, wrong, questions } = change;
  const t = ticket.row.trip_ticket;
  for (const name of TIME_FIELDS) {
    const typed = given[name];
    if (typed === undefined) continue;
    const reading = typed === null ? null : readTime(typed, zoneOfTime(ticket.row, name));
    if (reading?.iso === null) {
      wrong[name] = [reading.problem];
      continue;
    }
    const at = reading?.iso ?? null;
    if (reading?.question) questions.push(reading.question);
    // A form shows minutes: an instant that was not touched keeps its seconds.
    const same = at !== null && t[name] !== null && t[name].slice(0, 16) === at.slice(0, 16);
    patch[name] = said[name] = same ? t[name] : at;
  }
  const order = timeErrors({
    picked_up_at: t.picked_up_at,
    dropped_off_at: t.dropped_off_at,
    scaled_at: t.scaled_at,
    received_at: t.received_at,
    ...pick(patch),
  });
  for (const [name, messages] of Object.entries(order)) {
    // The message goes next to the field that was typed; next to the picked-up time if only that was.
    const place = name in given ? name : "picked_up_at";
    wrong[place] = [...(wrong[place] ?? []), ...(messages ?? [])];
  }
}

const pick = (patch: TicketPatch): Partial<Record<TimeField, string | null>> =>
  recordOf(
    TIME_FIELDS.filter((n) => patch[n] !== undefined),
    (n) => patch[n] ?? null,
  );

export const NOT_TAKEN = "This destination doesn't accept that product. Choose another.";

async function destinationAndProduct(
  ctx: Ctx,
  ticket: VisibleTicket,
  given: ChangeFields,
  { patch, said, wrong }: TicketChange,
) {
  const t = ticket.row.trip_ticket;
  const product = given.product ?? productOfIds(t, given);
  if (given.job_destination_id === undefined && product === undefined) return;
  const mix = await readMix(ctx, t.job_id);
  const destination = given.job_destination_id ?? t.job_destination_id;
  const wanted = product ?? productKey(t);
  const found = mix.find((m) => m.job_destination_id === destination && productKey(m) === wanted);
  if (!found) {
    const place = given.job_destination_id === undefined ? "product" : "job_destination_id";
    wrong[place] = [NOT_TAKEN];
    return;
  }
  patch.job_destination_id = destination;
  said.job_destination = found.destination;
  patch.product_type_id = found.product_type_id;
  patch.wood_species_id = found.wood_species_id;
  patch.wood_species_type_id = found.wood_species_type_id;
  said.product = productText(found);
}

/** The landing must be one of the job's. */
async function landingField(
  ctx: Ctx,
  ticket: VisibleTicket,
  { landing_id: id }: ChangeFields,
  { patch, said, wrong }: TicketChange,
) {
  if (id === undefined) return;
  const found =
    id === null
      ? null
      : (await readLandingsOf(ctx.read, ticket.row.trip_ticket.job_id)).find((l) => l.id === id);
  if (found === undefined) {
    wrong.landing_id = [NOT_A_LANDING];
    return;
  }
  patch.landing_id = id;
  said.landing = found && landingName(found);
}

/** A product named by its ids: a new type starts over, a species alone stays with the ticket's type. */
function productOfIds(t: VisibleTicket["row"]["trip_ticket"], given: ChangeFields): string | undefined {
  const { product_type_id, wood_species_id, wood_species_type_id } = given;
  if (product_type_id === undefined && wood_species_id === undefined && wood_species_type_id === undefined)
    return undefined;
  const isNewType = product_type_id !== undefined && product_type_id !== t.product_type_id;
  const kept = (value: number | null) => (isNewType ? null : value);
  return productKey({
    product_type_id: product_type_id ?? t.product_type_id,
    wood_species_id: wood_species_id === undefined ? kept(t.wood_species_id) : wood_species_id,
    wood_species_type_id:
      wood_species_type_id === undefined ? kept(t.wood_species_type_id) : wood_species_type_id,
  });
}

/** Companies must have the role on the job; people must belong to the company they act for. */
async function peopleFields(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  given: ChangeFields,
  { patch, said, wrong }: TicketChange,
) {
  const t = ticket.row.trip_ticket;
  for (const role of HAND_ROLES) {
    const behalf = given[`${role}_on_behalf_of_company_id`];
    const sent = given[`${role}_company_id`];
    const company = sent === undefined && behalf !== undefined ? t[`${role}_company_id`] : sent;
    const person = given[`${role}_user_id`];
    if (company === undefined && person === undefined) continue;
    const companyId = company === undefined ? t[`${role}_company_id`] : company;
    if (company !== undefined) {
      const keeps = company === t[`${role}_company_id`] && behalf === undefined;
      const found = company === null || keeps ? null : partyFor(ticket.parties, role, company, behalf);
      Object.assign(wrong, found?.wrong);
      if (company === null && behalf) wrong[`${role}_company_id`] = [`Choose a ${role} of this job.`];
      patch[`${role}_company_id`] = company;
      if (!keeps) patch[`${role}_on_behalf_of_company_id`] = found?.party?.on_behalf_of?.id ?? null;
      const name = found?.party ? partyName(found.party) : (ticket.row[role]?.name ?? null);
      said[`${role}_company`] = company === null ? null : name;
    }
    const moved = company !== undefined && company !== t[`${role}_company_id`];
    const keep = person === undefined ? (moved ? null : t[`${role}_user_id`]) : person;
    const found =
      keep === null || companyId === null
        ? null
        : (await readCrewPeople(ctx.read, companyId)).find((p) => p.id === keep);
    if (keep !== null && !found && !(moved && person === t[`${role}_user_id`]))
      wrong[`${role}_user_id`] = ["This person doesn't work for that company."];
    patch[`${role}_user_id`] = found?.id ?? null;
    said[`${role}_user`] = found ? fullName(found) : null;
  }
  const mill = ticket.row.mill?.id;
  for (const role of ["scaler", "receiver"] as const) {
    const person = given[`${role}_user_id`];
    if (person === undefined) continue;
    const found =
      person === null || !mill ? null : (await readCrewPeople(ctx.read, mill)).find((p) => p.id === person);
    if (person !== null && !found) wrong[`${role}_user_id`] = ["This person doesn't work for the mill."];
    patch[`${role}_user_id`] = found?.id ?? null;
    said[`${role}_user`] = found ? fullName(found) : null;
  }
}
