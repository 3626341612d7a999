import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { EmptyState, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getKeyForm } from "../create/data/key-form.server";
import { KeyForm } from "../create/ui/key-form";
import { keyPaper } from "../shared/enter-load.server";
import { listJobsForTickets } from "../shared/new-ticket.server";

export const meta: MetaFunction = () => [{ title: "Key a delivered load · Timbertally" }];

const whole = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const query = new URL(args.request.url).searchParams;
  const job_id = whole(query.get("job_id"));
  const submission_id = createSubmissionId();
  if (!job_id) return { ...(await callProcedure(listJobsForTickets, ctx, {})), page: null, submission_id };
  const page = await callProcedure(getKeyForm, ctx, {
    job_id,
    after: whole(query.get("after")),
    sheet_id: whole(query.get("sheet")),
    sig: query.get("sig")?.slice(0, 100),
  });
  return { jobs: [], page, submission_id };
}

export async function action(args: ActionFunctionArgs) {
  const job = whole(new URL(args.request.url).searchParams.get("job_id"));
  const to = ({ id }: { id: number }) => paths.keyedLoad(job, id);
  // The photo is optional: a form without any file needn't be multipart.
  if (!/^multipart\/form-data/i.test(args.request.headers.get("Content-Type") ?? ""))
    return submit(keyPaper, args, { to });
  const photo = { field: "photo", needed: "Choose a photo", megabytes: MAX_UPLOAD_MEGABYTES.photo };
  return submitUpload(keyPaper, args, photo, { to });
}

export default function KeyLoadPage() {
  const { page, jobs, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <PageHead title="Key a delivered load" lede={page?.form.job.name} />
      <p className="small">
        Many loads in a spreadsheet? <a href={paths.imports(page?.form.job.id)}>Paste its rows</a>
      </p>
      {page?.form.destinations.length ? (
        <KeyForm page={page} result={result} submissionId={result?.submission_id ?? submission_id} />
      ) : null}
      {page && page.form.destinations.length === 0 ? (
        <EmptyState title="No products have been added to this job yet." next={null} />
      ) : null}
      {page ? null : (
        <ul className="stack">
          {jobs.map((job) => (
            <li key={job.id} className="card">
              <a href={paths.keyedLoad(job.id)}>{job.name}</a>{" "}
              <span className="soft small">{job.contract_number}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
