import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { JobLandMismatchNotice } from "~/modules/land/shared/other-land";
import { SelectField } from "~/ui/field";
import { LoadChangesField, SAVE_AND_CHANGE_LABEL } from "~/ui/moves-field";
import { ButtonLink, PageHead } from "~/ui/parts";
import { type FormField, SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getJobLocationForm, LOCATION_SAVE_FAILED, updateJobLocation } from "../data/location.server";

export const meta: MetaFunction = () => [{ title: "Edit Job Location · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const state = Number(new URL(args.request.url).searchParams.get("us_state_id"));
  const form = await callProcedure(getJobLocationForm, await createContext(args), {
    id: parseId(args.params.jobId),
    us_state_id: Number.isSafeInteger(state) && state > 0 ? state : undefined,
  });
  return { form, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(updateJobLocation, args, {
    fixed: { id: parseId(args.params.jobId), ask_first: "on" },
    blankIsNull: true,
    // Redirect to the map, which shows the job's new location and compares the land there with the typed land
    // description.
    to: ({ id }) => paths.job(id, "map"),
    sorry: LOCATION_SAVE_FAILED,
  });
}

export default function EditJobLocation() {
  const { form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const moves = result?.reply.error?.moves?.join(" ") ?? null;
  const land: FormField[] = form.plss
    ? [
        ...(form.meridians.length
          ? [
              {
                name: "plss_meridian_code",
                label: "Principal meridian",
                kind: "select" as const,
                options: form.meridians,
                empty: "Choose a meridian",
                required: true,
              },
            ]
          : []),
        { name: "township", label: "Township", required: true, maxLength: 60, hint: "Like T28N" },
        { name: "range", label: "Range", required: true, maxLength: 60, hint: "Like R4W" },
        { name: "section", label: "Section", required: true, maxLength: 60 },
      ]
    : [
        { name: "township", label: form.land_label, maxLength: 60 },
        { name: "section", label: "Lot or parcel", maxLength: 60 },
      ];
  return (
    <div className="narrow stack loose">
      <PageHead
        title="Edit Job Location"
        actions={<ButtonLink href={paths.job(form.id, "map/edit")}>Pin or areas on the map</ButtonLink>}
      />
      <JobLandMismatchNotice id={form.id} land={form.other_land} submissionId={submission_id} />
      <form method="get" className="row">
        <SelectField
          field={{ id: "state", name: "us_state_id", defaultValue: form.values.us_state_id }}
          label="State"
          options={form.states}
        />
        <button type="submit" className="button">
          Show counties
        </button>
      </form>
      <SimpleForm
        key={form.values.us_state_id}
        fields={[
          {
            name: "us_county_id",
            label: "County",
            kind: "select",
            options: form.counties,
            empty: "Choose a county",
            required: true,
          },
          ...land,
          { name: "latitude", label: "Latitude", kind: "decimal", hint: "The pin's, like 44.8361" },
          { name: "longitude", label: "Longitude", kind: "decimal", hint: "Like -84.8203" },
        ]}
        values={form.values}
        version={form.version}
        result={result}
        submissionId={submission_id}
        button={moves === null ? "Save location" : SAVE_AND_CHANGE_LABEL}
        notice={<LoadChangesField moves={moves} button={SAVE_AND_CHANGE_LABEL} />}
        back={{ href: paths.job(form.id), label: "Back to job" }}
        what="the job"
      >
        <input type="hidden" name="us_state_id" value={form.values.us_state_id} />
      </SimpleForm>
    </div>
  );
}
