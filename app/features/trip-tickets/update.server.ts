import { z } from "zod";
import { commentSteps } from "~/features/comments/comment-steps.server";
import { commentInput } from "~/features/comments/comments.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import { certificationChange } from "./certifications.server";
import { GUARDS } from "./edit-boxes";
import { statusChange } from "./move.server";
import type { EditableField } from "./permissions";
import { addFields, changeShape, type Fields } from "./ticket-change.server";
import { type VisibleTicket, visibleTicket } from "./ticket-row.server";
import { STATUS, type StatusId } from "./trip-ticket";
import { checkVersion, commitTicketPatch, type Said } from "./write.server";

/** Which flag guards what stands in no edit box, or under other names there. */
const OTHER_GUARDS: ReadonlyMap<string, EditableField> = new Map([
  ["product_type_id", "product"],
  ["wood_species_id", "product"],
  ["wood_species_type_id", "product"],
  ["certification_ids", "certification"],
  ["comment", "comment"],
]);

const changeInput = z.strictObject({
  id: z.number().int(),
  version: z.number().int(),
  ...changeShape,
  trip_ticket_status_id: z.number().int().min(1).max(7).optional(),
  certification_ids: z.array(z.number().int()).max(20).optional(),
  comment: commentInput.optional(),
});
type Change = z.output<typeof changeInput>;

/**
 * Changes any of a ticket's editable fields; what is not named stays as it is, null clears. Every field is held
 * against can_edit; refused as a whole where one is not open to this company now. A status moves the ticket as
 * its life cycle allows, in the same commit: a hauler named with a claim is who claims.
 */
export const updateTicket = procedure({
  name: "updateTicket",
  may: "trip_ticket.update",
  input: changeInput,
  run: (ctx, input) => changeTicket(ctx, input),
});

/** As `updateTicket`; `beside` is what others write in the same commit, for those who change many. */
export async function changeTicket(
  ctx: Ctx<CompanyActor>,
  { id, version, ...fields }: Change,
  beside: Step[] = [],
): Promise<{ id: number }> {
  const ticket = await visibleTicket(ctx, id);
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as typeof fields;
  const { trip_ticket_status_id: to, certification_ids, comment, ...rest } = given;
  const begun = await beginWithStatus(ctx, ticket, version, to, rest);
  // The life cycle has said who may take this step; all else is held against can_edit.
  const others = { ...begun.rest, certification_ids, comment };
  const closed = Object.entries(others).some(([name, value]) => value !== undefined && !isOpen(ticket, name));
  if (closed || (to === undefined && !Object.values(ticket.can_edit).some(Boolean)))
    throw forbidden(closedWords(ticket.row.trip_ticket.trip_ticket_status_id));
  const { patch, said, wrong } = await addFields(ctx, ticket, begun.rest, begun);
  if (Object.keys(wrong).length) throw invalid(wrong);
  const more: Step[] = [...beside];
  const savedBeside: Said = {};
  const certified = certification_ids && (await certificationChange(ctx, ticket, certification_ids));
  if (certified) {
    more.push(...certified.steps);
    said.certification = certified.updated;
    savedBeside.certification = certified.saved;
  }
  const commented = comment === undefined ? null : commentSteps(ctx, { trip_ticket_id: id }, comment);
  if (commented) more.push(...commented.steps);
  return commitTicketPatch(ctx, ticket, version, patch, said, {
    steps: more,
    savedBeside,
    entries: commented ? [commented.entry] : [],
  });
}

const closedWords = (status: number): string =>
  status === STATUS.cancelled
    ? "A Cancelled ticket cannot be changed but for its status."
    : "Your company cannot change this on the ticket as it stands now.";

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
  rest: Fields,
) {
  if (to === undefined || to === ticket.row.trip_ticket.trip_ticket_status_id)
    return { patch: {}, said: {}, rest };
  checkVersion(ticket, version);
  const { hauler_company_id, hauler_user_id, ...others } = rest;
  const step = await statusChange(ctx, ticket, to as StatusId, { hauler_company_id, hauler_user_id });
  return { ...step, rest: step.verb === "claim" ? others : rest };
}
