import { createFileLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { parseId, toErrorResponse } from "~/web/form-action.server";
import { createTicketPhotoResponse } from "../data/photo-image.server";

export const loader = createFileLoader(async (args) => {
  const [ticketId, photoId] = [parseId(args.params.ticketId), parseId(args.params.photoId)];
  const ctx = await createContext(args);
  return createTicketPhotoResponse(args.request, ctx, ticketId, photoId).catch((error: unknown) => {
    throw toErrorResponse(error);
  });
});
