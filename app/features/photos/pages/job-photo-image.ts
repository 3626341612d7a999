import { jobPhotoImage } from "~/features/photos/photo-image.server";
import { bytesLoader } from "~/web/bytes.server";
import { context } from "~/web/context.server";
import { asPage, idOf } from "~/web/respond.server";

export const loader = bytesLoader(async (args) => {
  const [job, photo] = [idOf(args.params.jobId), idOf(args.params.photoId)];
  const ctx = await context(args);
  return jobPhotoImage(args.request, ctx, job, photo).catch((error: unknown) => {
    throw asPage(error);
  });
});
