import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { FILE_REQUIRED_MESSAGE, PDF_UPLOAD_FAILED_MESSAGE } from "~/lib/files/store-upload.server";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { ActionForm } from "~/ui/action-form";
import { CheckField, FileField } from "~/ui/field";
import { DetailBox, Time } from "~/ui/parts";
import { RemovalForm } from "~/ui/removal";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addJobFile, getJobFiles } from "../data/job-files.server";

export async function loader(args: LoaderFunctionArgs) {
  const jobFiles = await callProcedure(getJobFiles, await createContext(args), {
    id: parseId(args.params.jobId),
  });
  return { ...jobFiles, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  return submitUpload(
    addJobFile,
    args,
    { field: "file", needed: FILE_REQUIRED_MESSAGE, megabytes: MAX_UPLOAD_MEGABYTES.mp4 },
    { fixed: { job_id }, to: () => paths.job(job_id, "files"), sorry: PDF_UPLOAD_FAILED_MESSAGE },
  );
}

export default function Files() {
  const { id, files, may_add, may_mark, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const file = { id: "file", name: "file", errors: errors.file ?? undefined };
  return (
    <DetailBox title="Files" full>
      {files.length ? (
        <ul className="rows">
          {files.map((f) => (
            <li key={f.id}>
              <span>
                <a href={paths.job(id, `files/${f.id}`)}>
                  <strong>{f.name}</strong>
                </a>{" "}
                {f.is_plan_map ? <span className="tag">Plan map</span> : null}{" "}
                <span className="soft small block">
                  {f.kind}, {f.size} · <Time {...f.when} /> · {[f.who, f.company].filter(Boolean).join(", ")}
                </span>
              </span>{" "}
              {f.may_delete ? (
                <RemovalForm
                  action={paths.job(id, `files/${f.id}/removal`)}
                  version={f.version}
                  submissionId={`${submission_id}-${f.id}`}
                  button={`Delete ${f.name}`}
                  what="It's removed from the job for everyone. The history keeps a record."
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">No files yet.</p>
      )}
      {may_add ? (
        <ActionForm
          result={result}
          submissionId={submission_id}
          fields={[file]}
          upload
          className="stack narrow"
          saving
          button="Add file"
          plain
        >
          <FileField
            field={file}
            label="File"
            hint={`A PDF up to ${MAX_UPLOAD_MEGABYTES.pdf}MB, or an MP4 video up to ${MAX_UPLOAD_MEGABYTES.mp4}MB`}
            accept=".pdf,.mp4,application/pdf,video/mp4"
            megabytes={MAX_UPLOAD_MEGABYTES.mp4}
          />
          {may_mark ? (
            <CheckField field={{ id: "is_plan_map", name: "is_plan_map" }} label="This PDF is the job map" />
          ) : null}
        </ActionForm>
      ) : null}
    </DetailBox>
  );
}
