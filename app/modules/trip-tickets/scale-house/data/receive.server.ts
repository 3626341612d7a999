import { z } from "zod";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { MAX_LINE_LENGTH, parseScaleLine } from "~/lib/units/indicator";
import { createPoundsSchema, createVolumeSchema, DEFAULT_UNIT, formatPounds } from "~/lib/units/measures";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import { requireLikelyMeasures } from "../../life-cycle/data/unlikely.server";
import { planStatusChangeByVerb } from "../../rules/lifecycle";
import { getStatusChangeFacts } from "../../rules/step-facts";
import { STATUS } from "../../rules/trip-ticket";
import { type ChangeInput, planTicketChange } from "../../shared/change-plan.server";
import { requireVisibleTicket, type VisibleTicket } from "../../shared/ticket-row.server";
import { commitTicketPatch } from "../../shared/write.server";
import { receivedOutput, rejectedOutput } from "../rules/output";
import { RECEIPT_HISTORY_TEXT, REJECTION_COMMENT_PREFIX } from "../rules/words";
import { findLoadAtScale, isScaled } from "./lookup.server";
import { planHaulerAssignment } from "./name-hauler.server";

/** A weight as typed, or as an indicator's output line, which `parseScaleLine` parses. */
const line = () => createTrimmedTextSchema(MAX_LINE_LENGTH, "This is longer than a weight").optional();

/** Fields that identify the load: the typed or scanned text, and the id of the load shown for this text. */
const named = {
  load: createTrimmedTextSchema(500, undefined, "Scan or type a number"),
  ticket_id: z.number().int().positive().optional(),
  ticket_for: createTrimmedTextSchema(500).optional(),
};

/** Return the load that a form identifies; refuse the field if no load or several loads match. */
async function namedLoad(
  ctx: Ctx<CompanyActor>,
  { load, ticket_id, ticket_for }: { load: string; ticket_id?: number; ticket_for?: string },
): Promise<VisibleTicket> {
  if (ticket_id !== undefined && ticket_for === load) {
    const ticket = await requireVisibleTicket(ctx, ticket_id);
    if (!ticket.can_edit.received_at || !ticket.can_edit.weights)
      throw forbidden("Your company can't receive this load.");
    return ticket;
  }
  const match = await findLoadAtScale(ctx, load);
  if (match.kind === "none") throw invalid({ load: [match.words] });
  if (match.kind === "several") {
    const numbers = match.tickets.map(({ row }) => row.trip_ticket.trip_ticket_number);
    throw invalid({
      load: [`Several loads match: ${[...new Set(numbers)].join(", ")}. Look it up and choose.`],
    });
  }
  return match.ticket;
}

/**
 * Receive and weigh a load at the scale house in one step: status, received and scaled times, both people, the weights,
 * and the volume in tons. Unusual values are saved anyway, except those unlikely for one truck, which require
 * `save_anyway`. A load that already has weights requires `again`, since its number may be mistyped. If the tare is
 * missing, the truck is weighed out later with the same form.
 */
export const receiveLoad = procedure({
  name: "receiveLoad",
  may: "trip_ticket.update",
  input: z.strictObject({
    ...named,
    gross: line(),
    tare: line(),
    scale_ticket_number: createTrimmedTextSchema(40, "The scale ticket number is too long").optional(),
    deduction_pounds: createPoundsSchema().optional(),
    deduction_class: createTrimmedTextSchema(80, "The reason is too long").optional(),
    scaled_volume: createVolumeSchema().optional(),
    /** Hauler of an unclaimed load; omitted if the clerk doesn't know. */
    hauler_company_id: z.number("Choose who hauled this load, or leave it open.").int().positive().optional(),
    again: z.boolean().optional(),
    /** True to save even if a measure is unlikely for one truck. */
    save_anyway: z.boolean().optional(),
  }),
  output: receivedOutput,
  async run(ctx, input) {
    const ticket = await namedLoad(ctx, input);
    const t = ticket.row.trip_ticket;
    const weights = readWeights(input);
    if (weights.gross === undefined && t.gross_pounds === null && input.scaled_volume === undefined)
      throw invalid({ gross: ["Enter the gross weight"] });
    if (isScaled(ticket) && !input.again)
      throw invalid({
        again: [
          `Ticket ${t.trip_ticket_number} has its weights: ${formatPounds(t.gross_pounds)} gross, ${formatPounds(t.tare_pounds)} tare. Check the number.`,
        ],
      });
    const plan = await planTicketChange(ctx, ticket, changeOf(ctx, ticket, input, weights), {
      content: [RECEIPT_HISTORY_TEXT, ...weights.converted].join(". "),
    });
    if (!input.save_anyway) requireLikelyMeasures(plan.questions);
    if (input.hauler_company_id !== undefined && t.hauler_company_id === null) {
      const hauler = await planHaulerAssignment(ctx, ticket, input.hauler_company_id);
      Object.assign(plan.patch, hauler.patch);
      Object.assign(plan.said, hauler.said);
    }
    const { id } = await commitTicketPatch(ctx, ticket, plan.version, plan.patch, plan.said, plan.beside);
    return { id, warnings: plan.warnings };
  },
});

type Weighed = { gross?: number; tare?: number; converted: string[] };

/** Return the form's weights in pounds, and the original values of converted ones. */
function readWeights(input: { gross?: string; tare?: string }): Weighed {
  const weights: Weighed = { converted: [] };
  const wrong: Record<string, string[]> = {};
  for (const name of ["gross", "tare"] as const) {
    const typed = input[name];
    if (!typed) continue;
    const reading = parseScaleLine(typed, name);
    if (!reading.ok) {
      wrong[name] = [reading.problem];
      continue;
    }
    weights[name] = reading.pounds;
    if (reading.converted)
      weights.converted.push(`The scale said ${reading.converted}, which is ${formatPounds(reading.pounds)}`);
  }
  if (Object.keys(wrong).length) throw invalid(wrong);
  return weights;
}

type Input = z.output<typeof receiveLoad.input>;

/** Return the ticket changes for receiving and weighing. */
function changeOf(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  input: Input,
  weights: Weighed,
): ChangeInput {
  const t = ticket.row.trip_ticket;
  const me = ctx.actor.user?.id;
  const isMillsOwn = ticket.row.mill?.id === ctx.actor.company.id;
  const arrives = planStatusChangeByVerb(getStatusChangeFacts(ticket), "dropoff").ok;
  const unit = t.scaled_wood_unit_type_id ?? t.estimated_wood_unit_type_id ?? DEFAULT_UNIT;
  return {
    id: t.id,
    version: t.version + 1,
    ...(arrives ? { trip_ticket_status_id: STATUS.completed } : {}),
    ...(t.received_at === null ? { received_at: ctx.now.toISOString() } : {}),
    ...(t.receiver_user_id === null && me !== undefined && isMillsOwn ? { receiver_user_id: me } : {}),
    ...(weights.gross === undefined ? {} : { gross_pounds: weights.gross }),
    ...(weights.tare === undefined ? {} : { tare_pounds: weights.tare }),
    ...(input.scale_ticket_number ? { scale_ticket_number: input.scale_ticket_number } : {}),
    ...(input.deduction_pounds === undefined ? {} : { deduction_pounds: input.deduction_pounds }),
    ...(input.deduction_class ? { deduction_class: input.deduction_class } : {}),
    ...(input.scaled_volume === undefined
      ? {}
      : { scaled_volume: input.scaled_volume, scaled_wood_unit_type_id: unit }),
  };
}

/** Reject a load at the scale house: the driver keeps the load, and a comment gives everyone on the ticket the reason. */
export const rejectLoad = procedure({
  name: "rejectLoad",
  may: "trip_ticket.update",
  limit: { work: "comments" },
  input: z.strictObject({
    ...named,
    reason: createTrimmedTextSchema(500, undefined, "Say why the load is rejected").min(
      1,
      "Say why the load is rejected",
    ),
  }),
  output: rejectedOutput,
  async run(ctx, input) {
    const ticket = await namedLoad(ctx, input);
    const t = ticket.row.trip_ticket;
    if (t.received_at !== null)
      throw invalid({ load: [`Ticket ${t.trip_ticket_number} was received. Undo that first.`] });
    const plan = await planTicketChange(ctx, ticket, {
      id: t.id,
      version: t.version + 1,
      comment: `${REJECTION_COMMENT_PREFIX}${input.reason}`,
    });
    await commitTicketPatch(ctx, ticket, plan.version, plan.patch, plan.said, plan.beside);
    return { id: t.id, number: t.trip_ticket_number };
  },
});
