import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { FileField, TextField } from "~/ui/field";
import { DetailBox } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addJobPhoto, getJobPhotos } from "../data/job-photos.server";

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
  const errors = result?.reply.error ?? {};
  const photo = { id: "photo", name: "photo", errors: errors.photo ?? undefined };
  return (
    <DetailBox title="Photos" full>
      {photos.length ? (
        <ul className="photos">
          {photos.map((p) => (
            <li key={p.id}>
              <a href={paths.job(id, `photos/${p.id}`)}>
                <img
                  src={paths.jobPhotoImage(id, p.id, "small")}
                  alt={p.caption ?? `Photo by ${p.who}`}
                  width={320}
                  height={240}
                  loading="lazy"
                  data-fallback="Image failed to load."
                />
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">No photos yet.</p>
      )}
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
          <FileField
            field={photo}
            label="Photo"
            hint={`JPEG, PNG, WebP or HEIC, up to ${MAX_UPLOAD_MEGABYTES.photo}MB`}
            accept="image/*"
            megabytes={MAX_UPLOAD_MEGABYTES.photo}
            shrink
          />
          <TextField
            field={createFieldStateGetter(result?.reply)("caption")}
            label="Caption"
            required={false}
            attributes={{ maxLength: 200 }}
          />
        </ActionForm>
      ) : null}
    </DetailBox>
  );
}
