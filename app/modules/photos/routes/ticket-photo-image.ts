import { createBytesLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { parseId, toErrorResponse } from "~/web/form-action.server";
import { ticketPhotoResponse } from "../data/photo-image.server";

export const loader = createBytesLoader(async (args) => {
  const [ticketId, photoId] = [parseId(args.params.ticketId), parseId(args.params.photoId)];
  const ctx = await createContext(args);
  return ticketPhotoResponse(args.request, ctx, ticketId, photoId).catch((error: unknown) => {
    throw toErrorResponse(error);
  });
});
