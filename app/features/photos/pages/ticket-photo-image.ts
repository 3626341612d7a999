import type { LoaderFunctionArgs } from "@remix-run/node";
import { photoImage } from "~/features/photos/photo-image.server";
import { context } from "~/web/context.server";
import { asPage, idOf } from "~/web/respond.server";

export async function loader(args: LoaderFunctionArgs) {
  const [ticketId, photoId] = [idOf(args.params.ticketId), idOf(args.params.photoId)];
  const ctx = await context(args);
  return photoImage(args.request, ctx, ticketId, photoId).catch((error: unknown) => {
    throw asPage(error);
  });
}
