import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { typedKeys } from "~/lib/object/records";
import { PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { JOB_FIELDS, type JobField } from "../rules/job-fields";
import { getJobForm, updateJob } from "../shared/update.server";

export const meta: MetaFunction = () => [{ title: "Edit job · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const form = await callProcedure(getJobForm, await createContext(args), { id: parseId(args.params.jobId) });
  return { form, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(updateJob, args, {
    fixed: { id: parseId(args.params.jobId) },
    blankIsNull: true,
    needed: { name: "Name is required", start_date: "Start date is required" },
    to: ({ id }) => paths.job(id),
  });
}

const KINDS: Partial<Record<JobField, "date">> = { start_date: "date", end_date: "date" };
/**
 * Fields shown on the same line as the field before them: end date after start date, range and section after township,
 * log brand after the harvest notification number.
 */
const BESIDE: readonly JobField[] = ["end_date", "range", "section", "log_brand"];
const NEEDED: readonly JobField[] = ["name", "start_date"];

export default function EditJob() {
  const { form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const names = typedKeys(JOB_FIELDS);
  return (
    <div className="narrow">
      <PageHead title="Edit job" />
      <SimpleForm
        fields={names.map((name) => ({
          name,
          label: JOB_FIELDS[name],
          kind: KINDS[name],
          beside: BESIDE.includes(name),
          required: NEEDED.includes(name),
          maxLength: name === "name" ? 120 : 60,
        }))}
        values={form.values}
        version={form.version}
        result={result}
        submissionId={submission_id}
        button="Save"
        back={{ href: paths.job(form.id), label: "Back to job" }}
        what="the job"
      />
    </div>
  );
}
