import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { DialogLink } from "~/ui/dialog";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { createContext, identifyCaller } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { readPlaceForm } from "../data/finding.server";
import { getLocationForm } from "../data/pages.server";
import { locationDeletionMessage } from "../rules/deleting-location";
import { saveLocation } from "../shared/locations.server";
import { LocationForm } from "../ui/location-form";

export const meta: MetaFunction = () => [{ title: "Edit location · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const location_id = parseId(args.params.locationId);
  const query = new URL(args.request.url).search.slice(0, 16_000);
  const form = await callProcedure(getLocationForm, await createContext(args), { location_id, query });
  return { form, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/locations/:locationId": ({ form, submission_id }) => ({
    name: form.saved_name ?? form.values.name,
    actions: form.deletion ? (
      <DeleteLocation {...form.deletion} id={form.id} version={form.version} submissionId={submission_id} />
    ) : null,
  }),
});

/**
 * Confirmation dialog on the page, which loads React for its map anyway; without scripts it is a link to the
 * confirmation page.
 */
function DeleteLocation(props: {
  id: number | null;
  name: string;
  destinations: number;
  version: number;
  submissionId: string;
}) {
  const href = `/company/locations/${props.id}/deletion`;
  const words = `Delete ${props.name}`;
  return (
    <DialogLink
      href={href}
      title={words}
      back="Keep it"
      question={
        <ActionForm
          action={href}
          submissionId={`${props.submissionId}-deletion`}
          version={props.version}
          button={words}
          danger
        >
          <p>{locationDeletionMessage(props.destinations)}</p>
        </ActionForm>
      }
    >
      Delete
    </DialogLink>
  );
}

export async function action(args: ActionFunctionArgs) {
  const form = await readPlaceForm(args);
  const { actor } = await identifyCaller(args);
  return submit(saveLocation, args, {
    form,
    fixed: { company_id: actor.company?.id, location_id: parseId(args.params.locationId) },
    blankIsNull: true,
    to: ({ is_changed }) =>
      `/company/locations?done=${is_changed === false ? "unchanged" : "location-updated"}`,
    sorry: "Something went wrong while updating the location.",
  });
}

export default function EditLocation() {
  const { form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Edit location" />
      <LocationForm form={form} result={result} submissionId={result?.submission_id ?? submission_id} />
    </div>
  );
}
