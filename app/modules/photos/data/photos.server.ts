import { z } from "zod";
import { createdPhotoOutput } from "~/modules/comments/rules/output";
import {
  addPhotoToSubject,
  buildPhotoRemovalSteps,
  photoInput,
  readPhotoFile,
  requirePhoto,
} from "~/modules/comments/shared/photo-steps.server";
import { requireVisibleTicket } from "~/modules/trip-tickets/shared/ticket-row.server";
import { getHistorySubject } from "~/modules/trip-tickets/shared/write.server";
import { idOutput } from "~/web/output";
import { procedure } from "~/web/procedure";
import { forbidden } from "~/web/refusal";

const CLOSED = "Your company can't add photos to this ticket right now.";

/** Add a photo to a ticket. */
export const addPhoto = procedure({
  name: "addPhoto",
  limit: { work: "files" },
  may: "photo.create",
  input: z.strictObject({ trip_ticket_id: z.number().int(), ...photoInput }),
  output: createdPhotoOutput("ticket"),
  async run(ctx, input) {
    const { trip_ticket_id } = input;
    const ticket = await requireVisibleTicket(ctx, trip_ticket_id);
    if (!ticket.can_edit.photo) throw forbidden(CLOSED);
    return addPhotoToSubject(ctx, { trip_ticket_id }, getHistorySubject(ticket), input, {
      id: trip_ticket_id,
    });
  },
});

const named = { trip_ticket_id: z.number().int(), photo_id: z.number().int() };

/** Find the file of a ticket's photo, large or small, for readers who may see the ticket. */
export const getPhotoFile = procedure({
  name: "getPhotoFile",
  may: "photo.read",
  input: z.strictObject({ ...named, small: z.boolean() }),
  async run(ctx, { trip_ticket_id, photo_id, small }) {
    await requireVisibleTicket(ctx, trip_ticket_id);
    return readPhotoFile(ctx, await requirePhoto(ctx, { trip_ticket_id }, photo_id), small);
  },
});

/** Remove one's own photo. */
export const removePhoto = procedure({
  name: "removePhoto",
  may: "photo.delete",
  input: z.strictObject({ ...named, version: z.number().int() }),
  output: idOutput,
  async run(ctx, { trip_ticket_id, photo_id, version }) {
    const ticket = await requireVisibleTicket(ctx, trip_ticket_id);
    const row = await requirePhoto(ctx, { trip_ticket_id }, photo_id);
    const steps = await buildPhotoRemovalSteps(ctx, getHistorySubject(ticket), row, version);
    if (!ticket.can_edit.photo) throw forbidden(CLOSED);
    return ctx.commit(steps, { id: trip_ticket_id });
  },
});
