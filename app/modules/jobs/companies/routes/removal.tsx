import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { PageHead } from "~/ui/parts";
import { RefusalNotice } from "~/ui/refused";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getCompanyRemoval, removeJobCompany } from "../data/removal.server";

export const meta: MetaFunction = () => [{ title: "Remove a company · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  job_id: parseId(params.jobId),
  company_id: parseId(params.companyId),
});

export async function loader(args: LoaderFunctionArgs) {
  const named = namedBy(args.params);
  const place = await callProcedure(getCompanyRemoval, await createContext(args), named);
  return { ...named, place, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const named = namedBy(args.params);
  return submit(removeJobCompany, args, {
    fixed: named,
    to: () => paths.job(named.job_id, "companies"),
  });
}

export default function JobCompanyRemoval() {
  const { job_id, place, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead
        title={`Remove ${place.name}`}
        lede={
          place.any
            ? `${formatCount(place.any, "load names", "loads name")} it. It loses the job but keeps its tickets and their rates.`
            : `It (${place.roles}) loses the job and its rates.`
        }
      />
      {place.refused ? (
        <RefusalNotice
          why={place.refused}
          back={{ href: paths.job(job_id, "companies"), label: "Back to companies" }}
        />
      ) : (
        <ConfirmForm
          result={result}
          submissionId={submission_id}
          version={place.version}
          button={`Remove ${place.name}`}
          back={{ href: paths.job(job_id, "companies"), label: "Keep it" }}
        />
      )}
    </div>
  );
}
