import { z } from "zod";
import { photographedOutput } from "~/core/notes/output";
import { addTo, photoFileOf, photoInput, photoOf, photoRemovalSteps } from "~/core/notes/photo-steps.server";
import { visibleTicket } from "~/core/tickets/ticket-row.server";
import { subjectOf } from "~/core/tickets/write.server";
import { idOutput } from "~/web/output";
import { procedure } from "~/web/procedure";
import { forbidden } from "~/web/refusal";

const CLOSED = "Your company can't add photos to this ticket right now.";

/** Adds a photo to a ticket. */
export const addPhoto = procedure({
  name: "addPhoto",
  limit: { work: "files" },
  may: "photo.create",
  input: z.strictObject({ trip_ticket_id: z.number().int(), ...photoInput }),
  output: photographedOutput("ticket"),
  async run(ctx, input) {
    const { trip_ticket_id } = input;
    const ticket = await visibleTicket(ctx, trip_ticket_id);
    if (!ticket.can_edit.photo) throw forbidden(CLOSED);
    return addTo(ctx, { trip_ticket_id }, subjectOf(ticket), input, { id: trip_ticket_id });
  },
});

const named = { trip_ticket_id: z.number().int(), photo_id: z.number().int() };

/** Where a photo's bytes lie, large or small, for who may see its ticket. */
export const getPhotoFile = procedure({
  name: "getPhotoFile",
  may: "photo.read",
  input: z.strictObject({ ...named, small: z.boolean() }),
  async run(ctx, { trip_ticket_id, photo_id, small }) {
    await visibleTicket(ctx, trip_ticket_id);
    return photoFileOf(ctx, await photoOf(ctx, { trip_ticket_id }, photo_id), small);
  },
});

/** Removes a photo of one's own. */
export const removePhoto = procedure({
  name: "removePhoto",
  may: "photo.delete",
  input: z.strictObject({ ...named, version: z.number().int() }),
  output: idOutput,
  async run(ctx, { trip_ticket_id, photo_id, version }) {
    const ticket = await visibleTicket(ctx, trip_ticket_id);
    const row = await photoOf(ctx, { trip_ticket_id }, photo_id);
    const steps = await photoRemovalSteps(ctx, subjectOf(ticket), row, version);
    if (!ticket.can_edit.photo) throw forbidden(CLOSED);
    return ctx.commit(steps, { id: trip_ticket_id });
  },
});
