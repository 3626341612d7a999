import "~/styles/jobs.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { JOB_UNIT_OPTIONS } from "~/lib/units/job-units";
import { LoadChangesField, SAVE_AND_CHANGE_LABEL } from "~/ui/moves-field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { RemovalForm } from "~/ui/removal";
import { toStringList } from "~/ui/sent-fields";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getJobDestinationForm, updateJobDestination } from "../data/destination-change.server";

export const meta: MetaFunction = () => [{ title: "Destination · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  job_id: parseId(params.jobId),
  job_destination_id: parseId(params.jobDestinationId),
});

export async function loader(args: LoaderFunctionArgs) {
  const named = namedBy(args.params);
  const form = await callProcedure(getJobDestinationForm, await createContext(args), named);
  return { ...named, form, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/destinations/:jobDestinationId": ({ form }) => ({
    name: form.name,
    lede: "What it accepts from this job",
  }),
});

export async function action(args: ActionFunctionArgs) {
  const named = namedBy(args.params);
  return submit(updateJobDestination, args, {
    fixed: { ...named, ask_first: "on" },
    blankIsNull: true,
    to: () => paths.job(named.job_id, "sorts"),
  });
}

export default function EditJobDestination() {
  const { job_id, job_destination_id, form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const moves = result?.reply.error?.moves?.join(" ") ?? null;
  const typed = result?.reply.initialValue;
  const ticked = typed ? toStringList(typed.company_certification_ids) : null;
  const here = paths.job(job_id, `destinations/${job_destination_id}`);
  return (
    <div className="narrow stack loose">
      <SimpleForm
        fields={[
          {
            name: "mileage",
            label: "Road miles from the job",
            kind: "decimal",
            unit: "mi",
            hint: form.is_estimate ? "An estimate. Type the miles, or tick that they are right." : undefined,
          },
        ]}
        values={{ mileage: form.mileage }}
        version={form.version}
        result={result}
        submissionId={submission_id}
        button={moves === null ? "Save" : SAVE_AND_CHANGE_LABEL}
        notice={<LoadChangesField moves={moves} button={SAVE_AND_CHANGE_LABEL} />}
        back={{ href: paths.job(job_id, "sorts"), label: "Back to sorts" }}
        here={here}
        what="the destination"
      >
        {form.is_estimate ? (
          <label className="check">
            <input
              type="checkbox"
              name="is_mileage_confirmed"
              value="on"
              defaultChecked={typed?.is_mileage_confirmed === "on"}
            />
            <span>These miles are right</span>
          </label>
        ) : null}
        {form.mixes.map((m, i) => (
          <div key={m.name} className="row between unit-row">
            <input type="hidden" name={`product_mixes[${i}].product_type_id`} value={m.product_type_id} />
            <input
              type="hidden"
              name={`product_mixes[${i}].wood_species_id`}
              value={m.wood_species_id ?? ""}
            />
            <input
              type="hidden"
              name={`product_mixes[${i}].wood_species_type_id`}
              value={m.wood_species_type_id ?? ""}
            />
            <label className="check">
              <input
                type="checkbox"
                name={`product_mixes[${i}].is_accepted`}
                value="on"
                defaultChecked={m.is_accepted}
              />
              <span>{m.name}</span>
            </label>{" "}
            <span className="units">
              <label className="sr" htmlFor={`unit-${i}`}>
                Unit of {m.name}
              </label>
              <select
                className="input"
                id={`unit-${i}`}
                name={`product_mixes[${i}].wood_unit_type_id`}
                defaultValue={m.wood_unit_type_id}
              >
                {JOB_UNIT_OPTIONS.map((u) => (
                  <option key={u.value} value={u.value}>
                    {u.label}
                  </option>
                ))}
              </select>
            </span>
          </div>
        ))}
        {form.certifications.length ? (
          <fieldset className="field" id="company_certification_ids">
            <legend>Certifications</legend>
            <input type="hidden" name="certifications" value="chosen" />
            {form.certifications.map((c) => (
              <label key={c.id} className="check">
                <input
                  type="checkbox"
                  name="company_certification_ids"
                  value={c.id}
                  defaultChecked={ticked ? ticked.includes(String(c.id)) : c.chosen}
                />
                <span>{c.name}</span>
              </label>
            ))}
          </fieldset>
        ) : null}
      </SimpleForm>
      {form.may_remove && form.stays ? (
        <p className="soft after-form">
          {form.stays} Finish or reassign them to take {form.name} off the job.
        </p>
      ) : null}
      {form.may_remove && !form.stays ? (
        <RemovalForm
          action={`${here}/removal`}
          version={form.version}
          submissionId={submission_id}
          button={`Take ${form.name} off the job`}
          confirm={
            form.rates ? `Yes, take it off with ${formatCount(form.rates, "rate")}` : "Yes, take it off"
          }
          what={`${form.rates ? `${formatCount(form.rates, "rate")} for ${form.name} will be removed as well. ` : ""}Loads that went there keep it.`}
        />
      ) : null}
    </div>
  );
}
