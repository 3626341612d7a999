import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { ActionForm } from "~/ui/action-form";
import { DetailBox } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addJobPhoto, getJobPhotos } from "../data/job-photos.server";
import { PhotoFields } from "../ui/photo-fields";
import { PhotoGrid } from "../ui/photo-grid";

export async function loader(args: LoaderFunctionArgs) {
  const jobPhotos = await callProcedure(getJobPhotos, await createContext(args), {
    id: parseId(args.params.jobId),
  });
  return { ...jobPhotos, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  return submitUpload(
    addJobPhoto,
    args,
    { field: "photo", needed: "Photo is required", megabytes: MAX_UPLOAD_MEGABYTES.photo },
    { fixed: { job_id }, to: () => paths.job(job_id, "photos") },
  );
}

export default function JobPhotos() {
  const { id, photos, may_add, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const photo = { id: "photo", name: "photo", errors: result?.reply.error?.photo ?? undefined };
  return (
    <DetailBox title="Photos" full>
      <PhotoGrid
        photos={photos}
        pageHref={(photoId) => paths.job(id, `photos/${photoId}`)}
        imageHref={(photoId) => paths.jobPhotoImage(id, photoId, "small")}
        none="No photos yet."
      />
      {may_add ? (
        <ActionForm
          result={result}
          submissionId={submission_id}
          fields={[photo]}
          upload
          className="stack narrow"
          saving
          button="Add photo"
          plain
        >
          <PhotoFields reply={result?.reply} />
        </ActionForm>
      ) : null}
    </DetailBox>
  );
}
