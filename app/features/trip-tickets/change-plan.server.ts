import { eq } from "drizzle-orm";
import { z } from "zod";
import { job } from "#db/schema";
import { commentInput, commentSteps } from "~/core/notes/comment-steps.server";
import { GUARDS, TIME_FIELDS } from "~/core/tickets/edit-boxes";
import type { EditableField } from "~/core/tickets/permissions";
import { type PlaceZones, zoneOfTime } from "~/core/tickets/place-zones";
import type { TicketRow, VisibleTicket } from "~/core/tickets/ticket-row.server";
import { type Beside, checkVersion, type Said, type TicketPatch } from "~/core/tickets/write.server";
import { loadRangeWarnings } from "~/domain/measures/load-range";
import { given, recordOf } from "~/domain/records/records";
import { aOrAn } from "~/domain/text/text";
import { isInGroup } from "~/domain/tickets/status-groups";
import { STATUS, type StatusId, statusName } from "~/domain/tickets/trip-ticket";
import { formatAtPlace } from "~/domain/time/place-time";
import { placeQuestions } from "~/features/maps/place-questions.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx, Step } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import { certificateWarnings } from "./certificate-flow.server";
import { asDestinationSays, certificationChange, followDestination } from "./certifications.server";
import { statusChange } from "./move.server";
import { scalingWarnings, unlikelyMeasures } from "./scaling";
import { addFields, type ChangeFields, changeShape } from "./ticket-change.server";
import { farTimeWarnings, timeQuestions } from "./times";
import { twinWarnings } from "./twins.server";

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
  ...changeShape,
  trip_ticket_status_id: z.number().int().min(1).max(7).optional(),
  certification_ids: z.array(z.number().int()).max(20).optional(),
  /** In place of ids: those that the load's destination asks for, as they hold on the day of loading. */
  certificates: z.literal("destination").optional(),
  comment: commentInput.optional(),
});
export type ChangeInput = z.output<typeof changeInput>;

/** What others write in a change's commit, and what they say of it. */
export type ChangeBeside = { steps?: Step[]; content?: string };

/** A change that was checked and is ready to be saved. */
export type ChangePlan = {
  ticket: VisibleTicket;
  version: number;
  patch: TicketPatch;
  said: Said;
  beside: Beside;
  /** What looks odd after the change and did not before. */
  warnings: string[];
  /** Those of the warnings that programs must confirm as well. */
  questions: string[];
  /** The scaled volume was worked out of the weights. */
  filled: boolean;
};

/** Check a change as a whole and work out what it writes. A preview of a change uses this too. */
export async function planChange(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  { id, version, ...fields }: ChangeInput,
  { steps = [], content }: ChangeBeside = {},
): Promise<ChangePlan> {
  const sent = given(fields);
  const { trip_ticket_status_id, certification_ids, certificates, comment, ...rest } = sent;
  const to = trip_ticket_status_id ?? statusByHauler(ticket, rest);
  const begun = await beginWithStatus(ctx, ticket, version, to, rest);
  // The life cycle has said who may take this step; all else is held against can_edit.
  const others = { ...begun.rest, certification_ids, certificates, comment };
  const closed = Object.entries(others).some(([name, value]) => value !== undefined && !isOpen(ticket, name));
  if (closed || (to === undefined && !Object.values(ticket.can_edit).some(Boolean)))
    throw forbidden(closedWords(ticket.row.trip_ticket.trip_ticket_status_id));
  const { patch, said, wrong, questions } = await addFields(ctx, ticket, begun.rest, begun);
  const idle = idleHaulerProblem(ticket, patch);
  if (idle) wrong.hauler_company_id = [idle];
  if (Object.keys(wrong).length) throw invalid(wrong);
  const more: Step[] = [...steps];
  const savedBeside: Said = {};
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
  const before = oddities(ctx, t, ticket.row);
  questions.push(...unlikelyOf({ ...t, ...patch }).filter((words) => !before.includes(words)));
  // A slip that is newly named is asked for among the other loads of its mill.
  const slip = patch.scale_ticket_number;
  const twins = slip && slip !== t.scale_ticket_number ? await twinWarnings(ctx, ticket, slip) : [];
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
      ...oddities(ctx, { ...t, ...patch }, ticket.row).filter(
        (words) => !before.includes(words) && !questions.includes(words),
      ),
      ...twins,
      ...certificateWarnings(certified?.chosen ?? [], { ...t, ...patch }, ticket.row.job_zone, ctx.now),
    ],
    filled: (patch.scaled_volume ?? null) !== null && (sent.scaled_volume ?? null) === null,
  };
}

/** What becomes of a load's certificates: as they are named, as its destination says, or as a new destination brings them. */
async function certifiedBy(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  patch: TicketPatch,
  named: Pick<ChangeInput, "certification_ids" | "certificates">,
) {
  const destination = patch.job_destination_id ?? ticket.row.trip_ticket.job_destination_id;
  if (named.certification_ids) return certificationChange(ctx, ticket, named.certification_ids);
  if (named.certificates) return asDestinationSays(ctx, ticket, destination);
  const moves = destination !== ticket.row.trip_ticket.job_destination_id;
  return moves ? followDestination(ctx, ticket.row.trip_ticket, destination) : null;
}

/** Contradictions on a ticket, in words for the reader. */
export function oddities(ctx: Ctx, t: TicketRow["trip_ticket"], zones: PlaceZones): string[] {
  const made = { now: ctx.now, created_at: t.created_at };
  return [...unlikelyOf(t), ...scalingWarnings(t), ...farTimeWarnings(t, made, timeWords(ctx, zones))];
}

/** A time of a load by the clock of its place, for the reader. */
const timeWords = (ctx: Ctx, zones: PlaceZones) => (iso: string, name: string) =>
  formatAtPlace(iso, { place: zoneOfTime(zones, name), reader: ctx.actor.zone, now: ctx.now });

/** What must be confirmed about the times that a change enters. */
function timesToConfirm(ctx: Ctx, { row }: VisibleTicket, sent: ChangeFields, patch: TicketPatch): string[] {
  const t = row.trip_ticket;
  const names = TIME_FIELDS.filter((name) => sent[name] !== undefined && patch[name] !== t[name]);
  const job = { ...row, start_date: row.job_start };
  const made = { now: ctx.now, created_at: t.created_at, job };
  return timeQuestions(
    recordOf(names, (name) => patch[name] ?? null),
    made,
    timeWords(ctx, row),
  );
}

/** What one truck doesn't carry. An estimate counts until the load is scaled. */
const unlikelyOf = (t: TicketRow["trip_ticket"]): string[] =>
  t.scaled_volume !== null
    ? unlikelyMeasures(t)
    : [
        ...unlikelyMeasures(t),
        ...loadRangeWarnings({
          volume: t.estimated_volume,
          unit: t.estimated_wood_unit_type_id,
          what: "estimated volume",
        }),
      ];

const isOpenLoad = (status: number) => isInGroup("available", status);

/** The status that naming or clearing a hauler leads to, where nobody says one (decisions, section 11). */
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

/** A load on the road keeps a hauler, and one that waits is nobody's but by a claim. */
function idleHaulerProblem({ row: { trip_ticket: t } }: VisibleTicket, patch: TicketPatch): string | null {
  const status = patch.trip_ticket_status_id ?? t.trip_ticket_status_id;
  const hauler = patch.hauler_company_id;
  if (hauler === undefined || hauler === t.hauler_company_id) return null;
  if (hauler === null)
    return isOpenLoad(status)
      ? null
      : `${aOrAn(statusName(status))} ${statusName(status)} load needs a hauler. Name another one instead.`;
  return isOpenLoad(status) ? "Naming a hauler claims the load: set its status to Claimed." : null;
}

const closedWords = (status: number): string =>
  status === STATUS.cancelled
    ? "You can only change the status of a Cancelled ticket."
    : "Your company can't change this on the ticket right now.";

function isOpen(ticket: VisibleTicket, field: string): boolean {
  const guard = GUARDS.get(field) ?? OTHER_GUARDS.get(field);
  return guard !== undefined && ticket.can_edit[guard];
}

/** The step that a wished status asks for, and the fields that are left to be written beside it. */
async function beginWithStatus(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  version: number,
  to: number | undefined,
  rest: ChangeFields,
) {
  if (to === undefined || to === ticket.row.trip_ticket.trip_ticket_status_id)
    return { patch: {}, said: {}, rest };
  checkVersion(ticket, version);
  const { hauler_company_id, hauler_user_id, hauler_on_behalf_of_company_id, ...others } = rest;
  const named = { hauler_company_id, hauler_user_id, hauler_on_behalf_of_company_id };
  const step = await statusChange(ctx, ticket, to as StatusId, named);
  const sets = step.verb === "claim" || (hauler_company_id === null && step.patch.hauler_company_id === null);
  return { ...step, rest: sets ? others : rest };
}

/** The questions about a load's own place, if the change moves it. */
async function placeToConfirm(ctx: Ctx<CompanyActor>, { row }: VisibleTicket, patch: TicketPatch) {
  const { latitude: before, longitude: east, job_id } = row.trip_ticket;
  const { latitude = before, longitude = east } = patch;
  if (latitude === before && longitude === east) return [];
  const [land] = await ctx.read.select({ county: job.us_county_id }).from(job).where(eq(job.id, job_id));
  return placeQuestions(ctx.read, { latitude, longitude, geom: null }, land?.county);
}
