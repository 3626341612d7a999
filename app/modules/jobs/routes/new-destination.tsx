import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { SearchForm } from "~/ui/search-form";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addJobDestination, getDestinationChoices } from "../data/destination-adding.server";

export const meta: MetaFunction = () => [{ title: "Add destination · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 100);
  const form = await callProcedure(getDestinationChoices, await createContext(args), {
    id: parseId(args.params.jobId),
    q,
  });
  return { q, form, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  return submit(addJobDestination, args, {
    fixed: { job_id },
    to: ({ id }) => paths.job(job_id, `destinations/${id}`),
  });
}

export default function NewDestination() {
  const { q, form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <PageHead title="Add destination" lede="Next, choose what it accepts." />
      {q || form.more ? (
        <SearchForm label="Search destinations" q={q} placeholder="Destination or company" />
      ) : null}
      {form.more ? <p className="soft small">There are more places. Search by part of the name.</p> : null}
      {q && form.places.length === 0 ? <p>No destination name matches.</p> : null}
      <SimpleForm
        fields={[
          {
            name: "place",
            label: "Destination",
            kind: "select",
            options: form.places,
            empty: "Choose a destination",
            required: true,
          },
          { name: "mileage", label: "Road miles from the job", kind: "decimal", unit: "mi" },
        ]}
        values={{}}
        result={result}
        submissionId={submission_id}
        button="Add destination"
        back={{ href: paths.job(form.id, "sorts"), label: "Back to sorts" }}
      />
      <p className="after-form">
        <a
          href={`/company/destinations/new?return_to=${encodeURIComponent(paths.job(form.id, "destinations/new"))}`}
        >
          Create New Destination
        </a>
      </p>
    </div>
  );
}
