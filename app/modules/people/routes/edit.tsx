import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPhone } from "~/lib/text/phone";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getProfile, updateProfile } from "../shared/profile.server";
import { ProfileForm } from "../ui/profile-form";

export const meta: MetaFunction = () => [{ title: "Edit profile · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const profile = await callProcedure(getProfile, ctx, {});
  return {
    version: profile.version,
    companies: ctx.actor.companies.map((c) => ({ value: c.id, label: c.name })),
    values: {
      first_name: profile.first_name,
      last_name: profile.last_name,
      phone_number: profile.phone_number ? formatPhone(profile.phone_number) : "",
      default_company_id: String(profile.default_company_id ?? ""),
      wood_unit_type_id: String(profile.wood_unit_type_id ?? ""),
    },
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(updateProfile, args, { blankIsNull: true, to: () => "/profile?done=profile-updated" });

export default function EditProfile() {
  const { submission_id, ...form } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Edit profile" />
      <ProfileForm {...form} result={result} submissionId={result?.submission_id ?? submission_id} />
    </div>
  );
}
