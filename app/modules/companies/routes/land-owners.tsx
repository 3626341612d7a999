import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPhone } from "~/lib/text/phone";
import { ActionForm } from "~/ui/action-form";
import { getFieldState, PhoneField, TextField } from "~/ui/field";
import { EmptyState } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { createLandOwner, LAND_OWNER_ERROR_MESSAGE, listLandOwners } from "../shared/land-owners.server";

export const meta: MetaFunction = () => [{ title: "Land owners · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const { land_owners } = await callProcedure(listLandOwners, ctx, { take: -1 });
  return {
    owners: land_owners.map((o) => ({
      id: o.id,
      name: o.name,
      contact: `${o.contact_first_name} ${o.contact_last_name}`,
      phone: formatPhone(o.contact_phone_number ?? ""),
    })),
    may_edit: ctx.actor.permissions.job.update,
    may_create: ctx.actor.permissions.job.create,
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(createLandOwner, args, {
    to: () => "/company/land-owners?done=land-owner-added",
    sorry: LAND_OWNER_ERROR_MESSAGE,
  });

type Fields = Record<"name" | "contact_first_name" | "contact_last_name" | "contact_phone_number", string>;

/** Page of the land owners that the company has recorded; a land owner doesn't have to be a user. */
export default function LandOwners() {
  const { owners, may_edit, may_create, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [, fields] = useForm<Fields>({ lastResult: result?.reply });
  const all = [fields.name, fields.contact_first_name, fields.contact_last_name, fields.contact_phone_number];
  return (
    <div className="narrow stack loose">
      <div>
        <h2>Land owners</h2>
        <p className="soft">
          The owners of land you harvest. They don't have to use Timbertally. Only your company sees this
          list.
        </p>
      </div>
      {owners.length ? (
        <ul className="stack">
          {owners.map((owner) => (
            <li key={owner.id} className="card">
              <strong>
                {may_edit ? <a href={`/company/land-owners/${owner.id}`}>{owner.name}</a> : owner.name}
              </strong>
              <br />
              <span className="soft">
                {owner.contact}, {owner.phone}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          title="No land owners yet"
          next={may_create ? { href: "#add", label: "Add a land owner" } : null}
        />
      )}
      {may_create ? (
        <ActionForm
          result={result}
          submissionId={submission_id}
          fields={all}
          className="stack card"
          id="add"
          head={<h3>Add a land owner</h3>}
          button="Add land owner"
        >
          <TextField field={getFieldState(fields.name)} label="Land Owner Name" required />
          <div className="fields two">
            <TextField field={getFieldState(fields.contact_first_name)} label="Contact First Name" required />
            <TextField field={getFieldState(fields.contact_last_name)} label="Contact Last Name" required />
          </div>
          <PhoneField
            extension
            field={getFieldState(fields.contact_phone_number)}
            label="Contact Phone Number"
            required
          />
        </ActionForm>
      ) : null}
    </div>
  );
}
