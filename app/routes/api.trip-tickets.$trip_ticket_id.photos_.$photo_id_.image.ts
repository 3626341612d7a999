import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiContext, refusalJson } from "~/api/rest.server";
import { photoImage } from "~/features/photos/photo-image.server";
import { missing } from "~/web/refusal";

/** A photo's bytes for API keys; the list of a ticket's photos gives the address. */
export async function loader(args: LoaderFunctionArgs) {
  try {
    const ctx = await apiContext(args);
    const [ticket, photo] = [Number(args.params.trip_ticket_id), Number(args.params.photo_id)];
    if (!Number.isSafeInteger(ticket) || !Number.isSafeInteger(photo)) throw missing();
    return await photoImage(args.request, ctx, ticket, photo);
  } catch (error) {
    return refusalJson(error, args);
  }
}
