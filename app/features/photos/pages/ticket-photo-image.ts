import { photoImage } from "~/features/photos/photo-image.server";
import { bytesLoader } from "~/web/bytes.server";
import { context } from "~/web/context.server";
import { asPage, idOf } from "~/web/respond.server";

export const loader = bytesLoader(async (args) => {
  const [ticketId, photoId] = [idOf(args.params.ticketId), idOf(args.params.photoId)];
  const ctx = await context(args);
  return photoImage(args.request, ctx, ticketId, photoId).catch((error: unknown) => {
    throw asPage(error);
  });
});
