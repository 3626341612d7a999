import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getOwnerReportForm, recordReportDeadlineEvent } from "../data/reports.server";

export const meta: MetaFunction = () => [{ title: "Time of the report · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const form = await callProcedure(getOwnerReportForm, await createContext(args), {
    id: parseId(args.params.jobId),
  });
  return { ...form, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const id = parseId(args.params.jobId);
  return submit(recordReportDeadlineEvent, args, {
    fixed: { id },
    to: () => paths.job(id, "owner?done=saved"),
  });
}

export default function OwnerDeadlineForm() {
  const { id, values, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack">
      <PageHead
        title="What happened?"
        lede="In some states this starts the clock on the report to the land owner. It's kept in the job's history."
      />
      <SimpleForm
        fields={[
          {
            name: "kind",
            label: "What happened",
            kind: "select",
            required: true,
            empty: "Choose",
            options: [
              { value: "harvest_end", label: "The harvest is complete" },
              { value: "request", label: "The owner asked for the report" },
              { value: "harvest_on", label: "The harvest continues after all" },
            ],
          },
          {
            name: "on_day",
            label: "On which day",
            kind: "date",
            hint: "Not needed if the harvest continues.",
          },
        ]}
        values={{ kind: "", on_day: values.given_on }}
        result={result}
        submissionId={submission_id}
        button="Save"
        back={{ href: paths.job(id, "owner"), label: "Back" }}
      />
    </div>
  );
}
