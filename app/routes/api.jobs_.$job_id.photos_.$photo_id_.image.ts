import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiContext, refusalJson } from "~/api/rest.server";
import { jobPhotoImage } from "~/features/photos/photo-image.server";
import { missing } from "~/web/refusal";

/** A photo's bytes for API keys; the list of a job's photos gives the address. */
export async function loader(args: LoaderFunctionArgs) {
  try {
    const ctx = await apiContext(args);
    const [job, photo] = [Number(args.params.job_id), Number(args.params.photo_id)];
    if (!Number.isSafeInteger(job) || !Number.isSafeInteger(photo)) throw missing();
    return await jobPhotoImage(args.request, ctx, job, photo);
  } catch (error) {
    return refusalJson(error, args);
  }
}
