import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { createContext, identifyCaller } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { addLocation, createLocationByAddress } from "../data/add-location.server";
import { readPlaceForm } from "../data/finding.server";
import { getLocationForm } from "../data/pages.server";
import { LocationForm } from "../ui/location-form";

export const meta: MetaFunction = () => [{ title: "Add Location · Timbertally" }];

const isFull = (request: Request) => {
  const { searchParams } = new URL(request.url);
  return searchParams.has("full") || searchParams.has("zip");
};

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).search.slice(0, 16_000);
  const form = await callProcedure(getLocationForm, await createContext(args), { location_id: null, query });
  return { form, full: isFull(args.request), submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readPlaceForm(args);
  const { actor } = await identifyCaller(args);
  const options = {
    form,
    fixed: { company_id: actor.company?.id },
    to: () => "/company/locations?done=location-created",
    sorry: "Sorry, an error occurred creating this location",
  };
  return isFull(args.request)
    ? submit(createLocationByAddress, args, options)
    : submit(addLocation, args, options);
}

export default function NewLocation() {
  const { form, full, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Add Location" />
      <LocationForm
        form={form}
        full={full}
        result={result}
        submissionId={result?.submission_id ?? submission_id}
      />
    </div>
  );
}
