import { createFileLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { parseId, toErrorResponse } from "~/web/form-action.server";
import { createJobPhotoResponse } from "../data/photo-image.server";

export const loader = createFileLoader(async (args) => {
  const [job, photo] = [parseId(args.params.jobId), parseId(args.params.photoId)];
  const ctx = await createContext(args);
  return createJobPhotoResponse(args.request, ctx, job, photo).catch((error: unknown) => {
    throw toErrorResponse(error);
  });
});
