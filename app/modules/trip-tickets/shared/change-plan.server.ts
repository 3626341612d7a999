import { eq } from "drizzle-orm";
import { z } from "zod";
import { job } from "#db/schema";
import { buildRecord, definedFields } from "~/lib/object/records";
import { addArticle } from "~/lib/text/text";
import { formatAtPlace } from "~/lib/time/place-time";
import { getLoadRangeWarnings } from "~/lib/units/load-range";
import { commentInput, commentSteps } from "~/modules/comments/shared/comment-steps.server";
import { readPlaceQuestions } from "~/modules/maps/shared/place-questions.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx, Step } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import { readDuplicateWarnings } from "../create/data/duplicates.server";
import { getFarTimeWarnings, getTimeQuestions } from "../edit/rules/times";
import { getScalingWarnings, getUnlikelyMeasures } from "../edit/rules/volume-warnings";
import { getCertificateWarnings } from "../life-cycle/data/certificate-flow.server";
import { planStatusChange } from "../life-cycle/data/change-status.server";
import { type ChangeFields, changeFields, planFieldChanges } from "../life-cycle/data/ticket-change.server";
import type { UsualLoads } from "../rules/defaults";
import { EDIT_RIGHTS, TIME_FIELDS } from "../rules/edit-boxes";
import type { EditableField } from "../rules/permissions";
import { getZoneOfTime, type PlaceZones } from "../rules/place-zones";
import { isInGroup } from "../rules/status-groups";
import { STATUS, type StatusId, statusLabel } from "../rules/trip-ticket";
import { followDestinationSteps, isAsDestination, planCertificationChange } from "./certifications.server";
import type { TicketRow, VisibleTicket } from "./ticket-row.server";
import { type ExtraWrites, type HistoryValues, requireTicketVersion, type TicketPatch } from "./write.server";

/** The flags that guard fields that aren't in an edit box, or have other names there. */
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

/** What a change of a ticket may name. */
export const changeInput = z.strictObject({
  id: z.number().int(),
  version: z.number().int(),
  ...changeFields,
  trip_ticket_status_id: z.number().int().min(1).max(7).optional(),
  certification_ids: z.array(z.number().int()).max(20).optional(),
  /** Replaces the ids: those that the load's destination asks for, as valid on the day of loading. */
  certificates: z.literal("destination").optional(),
  comment: commentInput.optional(),
});
export type ChangeInput = z.output<typeof changeInput>;

/** Additional steps for a change's commit, and their history text. */
export type ExtraChange = { steps?: Step[]; content?: string };

/** A change that was checked and is ready to be saved. */
export type ChangePlan = {
  ticket: VisibleTicket;
  version: number;
  patch: TicketPatch;
  said: HistoryValues;
  beside: ExtraWrites;
  /** Oddities after the change that did not exist before. */
  warnings: string[];
  /** Warnings that programs must confirm as well. */
  questions: string[];
  /** True if the scaled volume was computed from the weights. */
  filled: boolean;
};

/** Check a change as a whole and work out what it writes. A preview of a change uses this too. */
export async function planChange(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  { id, version, ...fields }: ChangeInput,
  { steps = [], content }: ExtraChange = {},
): Promise<ChangePlan> {
  const sent = definedFields(fields);
  const { trip_ticket_status_id, certification_ids, certificates, comment, ...rest } = sent;
  const to = trip_ticket_status_id ?? statusByHauler(ticket, rest);
  const begun = await beginWithStatus(ctx, ticket, version, to, rest);
  // The life cycle has checked who may take this step; everything else is checked against can_edit.
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
  const commented = comment === undefined ? null : commentSteps(ctx, { trip_ticket_id: id }, comment);
  if (commented) more.push(...commented.steps);
  const t = ticket.row.trip_ticket;
  questions.push(...(await placeToConfirm(ctx, ticket, patch)));
  questions.push(...timesToConfirm(ctx, ticket, begun.rest, patch));
  const before = getWarnings(ctx, t, ticket.row);
  questions.push(...unlikelyOf({ ...t, ...patch }).filter((words) => !before.includes(words)));
  // Look for a newly entered slip number among the other loads of its mill.
  const slip = patch.scale_ticket_number;
  const twins = slip && slip !== t.scale_ticket_number ? await readDuplicateWarnings(ctx, ticket, slip) : [];
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
      ...getWarnings(ctx, { ...t, ...patch }, ticket.row).filter(
        (words) => !before.includes(words) && !questions.includes(words),
      ),
      ...twins,
      ...getCertificateWarnings(certified?.chosen ?? [], { ...t, ...patch }, ticket.row.job_zone, ctx.now),
    ],
    filled: (patch.scaled_volume ?? null) !== null && (sent.scaled_volume ?? null) === null,
  };
}

/** Determine a load's certificates: as named, as its destination asks, or as a new destination brings them. */
async function certifiedBy(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  patch: TicketPatch,
  named: Pick<ChangeInput, "certification_ids" | "certificates">,
) {
  const destination = patch.job_destination_id ?? ticket.row.trip_ticket.job_destination_id;
  if (named.certification_ids) return planCertificationChange(ctx, ticket, named.certification_ids);
  if (named.certificates) return isAsDestination(ctx, ticket, destination);
  const moves = destination !== ticket.row.trip_ticket.job_destination_id;
  return moves ? followDestinationSteps(ctx, ticket.row.trip_ticket, destination) : null;
}

/** Contradictions on a ticket, in words for the reader. */
export function getWarnings(ctx: Ctx, t: TicketRow["trip_ticket"], facts: PlaceZones & UsualLoads): string[] {
  const created = { now: ctx.now, created_at: t.created_at };
  return [
    ...unlikelyOf(t),
    ...getScalingWarnings({ ...t, hauler_load: facts.hauler_load, requester_load: facts.requester_load }),
    ...getFarTimeWarnings(t, created, timeWords(ctx, facts)),
  ];
}

/** Format a load's time in its place's time zone, for the reader. */
const timeWords = (ctx: Ctx, zones: PlaceZones) => (iso: string, name: string) =>
  formatAtPlace(iso, { place: getZoneOfTime(zones, name), reader: ctx.actor.zone, now: ctx.now });

/** What must be confirmed about the times that a change enters. */
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

/** Measures that one truck doesn't carry. An estimate counts until the load is scaled. */
const unlikelyOf = (t: TicketRow["trip_ticket"]): string[] =>
  t.scaled_volume !== null
    ? getUnlikelyMeasures(t)
    : [
        ...getUnlikelyMeasures(t),
        ...getLoadRangeWarnings({
          volume: t.estimated_volume,
          unit: t.estimated_wood_unit_type_id,
          what: "estimated volume",
        }),
      ];

const isOpenLoad = (status: number) => isInGroup("available", status);

/** Status after naming or clearing a hauler, if none is given (docs/domain.md#life-cycle). */
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

/** A load on the road must have a hauler, and a waiting one gets a hauler only by a claim. */
function idleHaulerProblem({ row: { trip_ticket: t } }: VisibleTicket, patch: TicketPatch): string | null {
  const status = patch.trip_ticket_status_id ?? t.trip_ticket_status_id;
  const hauler = patch.hauler_company_id;
  if (hauler === undefined || hauler === t.hauler_company_id) return null;
  if (hauler === null)
    return isOpenLoad(status)
      ? null
      : `${addArticle(statusLabel(status))} ${statusLabel(status)} load needs a hauler. Name another one instead.`;
  return isOpenLoad(status) ? "Naming a hauler claims the load: set its status to Claimed." : null;
}

const closedWords = (status: number): string =>
  status === STATUS.cancelled
    ? "You can only change the status of a Cancelled ticket."
    : "Your company can't change this on the ticket right now.";

function isOpen(ticket: VisibleTicket, field: string): boolean {
  const guard = EDIT_RIGHTS.get(field) ?? OTHER_GUARDS.get(field);
  return guard !== undefined && ticket.can_edit[guard];
}

/** Find the step that leads to a requested status, and the remaining fields to write with it. */
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

/** The questions about a load's own place, if the change moves it. */
async function placeToConfirm(ctx: Ctx<CompanyActor>, { row }: VisibleTicket, patch: TicketPatch) {
  const { latitude: before, longitude: east, job_id } = row.trip_ticket;
  const { latitude = before, longitude = east } = patch;
  if (latitude === before && longitude === east) return [];
  const [land] = await ctx.read.select({ county: job.us_county_id }).from(job).where(eq(job.id, job_id));
  return readPlaceQuestions(ctx.read, { latitude, longitude, geom: null }, land?.county);
}
