import { eq } from "drizzle-orm";
import { z } from "zod";
import { job } from "#db/schema";
import { buildRecord, omitUndefined } from "~/lib/object/records";
import { getArticle } from "~/lib/text/text";
import { formatAtPlace } from "~/lib/time/place-time";
import { getLoadRangeWarnings } from "~/lib/units/load-range";
import { buildCommentSteps, commentInput } from "~/modules/comments/shared/comment-steps.server";
import { readPlaceQuestions } from "~/modules/maps/shared/place-questions.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx, Step } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import { readDuplicateSlipWarnings } from "../create/data/duplicates.server";
import { getImplausibleTimeWarnings, getTimeQuestions } from "../edit/rules/times";
import { getScalingWarnings, getUnlikelyMeasureWarnings } from "../edit/rules/volume-warnings";
import { getCertificateWarnings } from "../life-cycle/data/certificate-flow.server";
import { planStatusChange } from "../life-cycle/data/change-status.server";
import {
  type ChangeFields,
  planFieldChanges,
  ticketChangeFields,
} from "../life-cycle/data/ticket-change.server";
import type { UsualLoads } from "../rules/defaults";
import { FIELD_EDIT_FLAGS, TIME_FIELDS } from "../rules/edit-boxes";
import type { EditableField } from "../rules/permissions";
import { getZoneOfTime, type LoadTimeZones } from "../rules/place-zones";
import { isInGroup } from "../rules/status-groups";
import { getStatusLabel, STATUS, type StatusId } from "../rules/trip-ticket";
import {
  planCertificationChange,
  planDestinationCertificates,
  planReassignedCertificates,
} from "./certifications.server";
import type { TicketRow, VisibleTicket } from "./ticket-row.server";
import { type ExtraWrites, type HistoryValues, requireTicketVersion, type TicketPatch } from "./write.server";

/** Permission flags for fields that aren't in an edit form, or have another name there. */
const OTHER_GUARDS: ReadonlyMap<string, EditableField> = new Map([
  ["product_type_id", "product"],
  ["wood_species_id", "product"],
  ["wood_species_type_id", "product"],
  ["cutter_on_behalf_of_company_id", "cutter_company"],
  ["skidder_on_behalf_of_company_id", "skidder_company"],
  ["hauler_on_behalf_of_company_id", "hauler_company"],
  ["certification_ids", "certification"],
  ["certificates", "certification"],
  ["comment", "comment"],
]);

/** Input of a ticket change. */
export const ticketChangeInput = z.strictObject({
  id: z.number().int(),
  version: z.number().int(),
  ...ticketChangeFields,
  trip_ticket_status_id: z.number().int().min(1).max(7).optional(),
  certification_ids: z.array(z.number().int()).max(20).optional(),
  /** Alternative to `certification_ids`: use the destination's certificates that are valid on the loading day. */
  certificates: z.literal("destination").optional(),
  comment: commentInput.optional(),
});
export type ChangeInput = z.output<typeof ticketChangeInput>;

/** Additional steps for the commit of a change, and their history text. */
export type ExtraChange = { steps?: Step[]; content?: string };

/** A checked change, ready to be saved. */
export type ChangePlan = {
  ticket: VisibleTicket;
  version: number;
  patch: TicketPatch;
  said: HistoryValues;
  beside: ExtraWrites;
  /** Warnings that apply after the change but not before. */
  warnings: string[];
  /** Warnings that API clients must also confirm. */
  questions: string[];
  /** True if the scaled volume was computed from the weights. */
  filled: boolean;
};

/** Check a whole change and compute its writes, for saving or for a preview. */
export async function planTicketChange(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  { id, version, ...fields }: ChangeInput,
  { steps = [], content }: ExtraChange = {},
): Promise<ChangePlan> {
  const sent = omitUndefined(fields);
  const { trip_ticket_status_id, certification_ids, certificates, comment, ...rest } = sent;
  const to = trip_ticket_status_id ?? statusByHauler(ticket, rest);
  const begun = await beginWithStatus(ctx, ticket, version, to, rest);
  // The planned status change has already been checked for permission; all other fields are checked against `can_edit`.
  const others = { ...begun.rest, certification_ids, certificates, comment };
  const closed = Object.entries(others).some(([name, value]) => value !== undefined && !isOpen(ticket, name));
  if (closed || (to === undefined && !Object.values(ticket.can_edit).some(Boolean)))
    throw forbidden(closedWords(ticket.row.trip_ticket.trip_ticket_status_id));
  const { patch, said, wrong, questions } = await planFieldChanges(ctx, ticket, begun.rest, begun);
  const idle = idleHaulerProblem(ticket, patch);
  if (idle) wrong.hauler_company_id = [idle];
  if (Object.keys(wrong).length) throw invalid(wrong);
  const more: Step[] = [...steps];
  const savedBeside: HistoryValues = {};
  const certified = await certifiedBy(ctx, ticket, patch, { certification_ids, certificates });
  if (certified) {
    more.push(...certified.steps);
    said.certification = certified.updated;
    savedBeside.certification = certified.saved;
  }
  const commented = comment === undefined ? null : buildCommentSteps(ctx, { trip_ticket_id: id }, comment);
  if (commented) more.push(...commented.steps);
  const t = ticket.row.trip_ticket;
  questions.push(...(await placeToConfirm(ctx, ticket, patch)));
  questions.push(...timesToConfirm(ctx, ticket, begun.rest, patch));
  const before = getTicketWarnings(ctx, t, ticket.row);
  questions.push(...unlikelyOf({ ...t, ...patch }).filter((words) => !before.includes(words)));
  // Check whether another load of the mill has the newly entered scale ticket number.
  const slip = patch.scale_ticket_number;
  const twins =
    slip && slip !== t.scale_ticket_number ? await readDuplicateSlipWarnings(ctx, ticket, slip) : [];
  return {
    ticket,
    version,
    patch,
    said,
    beside: {
      steps: more,
      savedBeside,
      rowBeside: certified?.row,
      content,
      entries: commented ? [commented.entry] : [],
    },
    questions,
    warnings: [
      ...questions,
      ...getTicketWarnings(ctx, { ...t, ...patch }, ticket.row).filter(
        (words) => !before.includes(words) && !questions.includes(words),
      ),
      ...twins,
      ...getCertificateWarnings(certified?.chosen ?? [], { ...t, ...patch }, ticket.row.job_zone, ctx.now),
    ],
    filled: (patch.scaled_volume ?? null) !== null && (sent.scaled_volume ?? null) === null,
  };
}

/**
 * Return the change of a load's certificates: to the chosen certificates, the destination's, or those of a new
 * destination.
 */
async function certifiedBy(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  patch: TicketPatch,
  named: Pick<ChangeInput, "certification_ids" | "certificates">,
) {
  const destination = patch.job_destination_id ?? ticket.row.trip_ticket.job_destination_id;
  if (named.certification_ids) return planCertificationChange(ctx, ticket, named.certification_ids);
  if (named.certificates) return planDestinationCertificates(ctx, ticket, destination);
  const moves = destination !== ticket.row.trip_ticket.job_destination_id;
  return moves ? planReassignedCertificates(ctx, ticket.row.trip_ticket, destination) : null;
}

/** Return warnings about contradictions on a ticket, worded for the reader. */
export function getTicketWarnings(
  ctx: Ctx,
  t: TicketRow["trip_ticket"],
  facts: LoadTimeZones & UsualLoads,
): string[] {
  const created = { now: ctx.now, created_at: t.created_at };
  return [
    ...unlikelyOf(t),
    ...getScalingWarnings({ ...t, hauler_load: facts.hauler_load, requester_load: facts.requester_load }),
    ...getImplausibleTimeWarnings(t, created, timeWords(ctx, facts)),
  ];
}

/** Format a load's time for the reader, in the time zone of its place. */
const timeWords = (ctx: Ctx, zones: LoadTimeZones) => (iso: string, name: string) =>
  formatAtPlace(iso, { place: getZoneOfTime(zones, name), reader: ctx.actor.zone, now: ctx.now });

/** Return messages to confirm about the times in a change. */
function timesToConfirm(ctx: Ctx, { row }: VisibleTicket, sent: ChangeFields, patch: TicketPatch): string[] {
  const t = row.trip_ticket;
  const names = TIME_FIELDS.filter((name) => sent[name] !== undefined && patch[name] !== t[name]);
  const job = { ...row, start_date: row.job_start };
  const created = { now: ctx.now, created_at: t.created_at, job };
  return getTimeQuestions(
    buildRecord(names, (name) => patch[name] ?? null),
    created,
    timeWords(ctx, row),
  );
}

/**
 * Return warnings about volumes or weights that one truck can't carry. The estimate is checked until the load is
 * scaled.
 */
const unlikelyOf = (t: TicketRow["trip_ticket"]): string[] =>
  t.scaled_volume !== null
    ? getUnlikelyMeasureWarnings(t)
    : [
        ...getUnlikelyMeasureWarnings(t),
        ...getLoadRangeWarnings({
          volume: t.estimated_volume,
          unit: t.estimated_wood_unit_type_id,
          what: "estimated volume",
        }),
      ];

const isOpenLoad = (status: number) => isInGroup("available", status);

/**
 * Return the new status after setting or clearing a hauler, if the change includes no status
 * (docs/domain.md#life-cycle).
 */
function statusByHauler(
  ticket: VisibleTicket,
  { hauler_company_id: hauler }: ChangeFields,
): StatusId | undefined {
  if (hauler === undefined || !ticket.can_edit.hauler_company) return undefined;
  const status = ticket.row.trip_ticket.trip_ticket_status_id;
  if (hauler !== null && isOpenLoad(status)) return STATUS.claimed;
  if (hauler === null && status === STATUS.claimed) return STATUS.available;
  return undefined;
}

/**
 * Return a problem if a load under way would lose its hauler, or a waiting load would get a hauler without a claim;
 * otherwise null.
 */
function idleHaulerProblem({ row: { trip_ticket: t } }: VisibleTicket, patch: TicketPatch): string | null {
  const status = patch.trip_ticket_status_id ?? t.trip_ticket_status_id;
  const hauler = patch.hauler_company_id;
  if (hauler === undefined || hauler === t.hauler_company_id) return null;
  if (hauler === null)
    return isOpenLoad(status)
      ? null
      : `${getArticle(getStatusLabel(status))} ${getStatusLabel(status)} load needs a hauler. Name another one instead.`;
  return isOpenLoad(status) ? "Naming a hauler claims the load: set its status to Claimed." : null;
}

const closedWords = (status: number): string =>
  status === STATUS.cancelled
    ? "You can only change the status of a Cancelled ticket."
    : "Your company can't change this on the ticket right now.";

function isOpen(ticket: VisibleTicket, field: string): boolean {
  const guard = FIELD_EDIT_FLAGS.get(field) ?? OTHER_GUARDS.get(field);
  return guard !== undefined && ticket.can_edit[guard];
}

/** Plan the transition to a requested status; return its patch and the remaining fields of the change. */
async function beginWithStatus(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  version: number,
  to: number | undefined,
  rest: ChangeFields,
) {
  if (to === undefined || to === ticket.row.trip_ticket.trip_ticket_status_id)
    return { patch: {}, said: {}, rest };
  requireTicketVersion(ticket, version);
  const { hauler_company_id, hauler_user_id, hauler_on_behalf_of_company_id, ...others } = rest;
  const named = { hauler_company_id, hauler_user_id, hauler_on_behalf_of_company_id };
  const step = await planStatusChange(ctx, ticket, to as StatusId, named);
  const sets = step.verb === "claim" || (hauler_company_id === null && step.patch.hauler_company_id === null);
  return { ...step, rest: sets ? others : rest };
}

/** Return questions to confirm about a load's new coordinates; none if the change doesn't move the load. */
async function placeToConfirm(ctx: Ctx<CompanyActor>, { row }: VisibleTicket, patch: TicketPatch) {
  const { latitude: before, longitude: east, job_id } = row.trip_ticket;
  const { latitude = before, longitude = east } = patch;
  if (latitude === before && longitude === east) return [];
  const [land] = await ctx.read.select({ county: job.us_county_id }).from(job).where(eq(job.id, job_id));
  return readPlaceQuestions(ctx.read, { latitude, longitude, geom: null }, land?.county);
}
