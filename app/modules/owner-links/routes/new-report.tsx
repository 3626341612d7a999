import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getOwnerReportForm, recordOwnerReportDelivery } from "../data/reports.server";

export const meta: MetaFunction = () => [{ title: "Report given · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const form = await callProcedure(getOwnerReportForm, await createContext(args), {
    id: parseId(args.params.jobId),
  });
  return { ...form, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const id = parseId(args.params.jobId);
  return submit(recordOwnerReportDelivery, args, {
    fixed: { id },
    to: () => paths.job(id, "owner?done=saved"),
  });
}

export default function NewOwnerReport() {
  const { id, values, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack">
      <PageHead
        title="The report was given"
        lede="This is your proof, and it stops the state's clock. It stays in the job's history and can't be changed."
      />
      <SimpleForm
        fields={[
          { name: "covers_from", label: "It covers loads from", kind: "date", required: true },
          { name: "covers_to", label: "Through", kind: "date", required: true },
          { name: "given_on", label: "Given on", kind: "date", required: true },
          {
            name: "channel",
            label: "How",
            kind: "select",
            required: true,
            options: [
              { value: "paper", label: "On paper" },
              { value: "mail", label: "By mail" },
              { value: "link", label: "By the owner's link" },
            ],
          },
        ]}
        values={values}
        result={result}
        submissionId={submission_id}
        button="Record it"
        back={{ href: paths.job(id, "owner"), label: "Back" }}
      />
    </div>
  );
}
