import { createBytesLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { parseId, toErrorResponse } from "~/web/form-action.server";
import { jobPhotoResponse } from "../data/photo-image.server";

export const loader = createBytesLoader(async (args) => {
  const [job, photo] = [parseId(args.params.jobId), parseId(args.params.photoId)];
  const ctx = await createContext(args);
  return jobPhotoResponse(args.request, ctx, job, photo).catch((error: unknown) => {
    throw toErrorResponse(error);
  });
});
