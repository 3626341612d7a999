import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { buildStagePath } from "~/modules/people/rules/onboarding";
import { ActionForm } from "~/ui/action-form";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { getOnboarding, saveOnboardingRoles } from "../data/onboarding.server";
import { BackButton, OnboardingProgress, RoleCheckboxes } from "../ui/role-boxes";

export const meta: MetaFunction = () => [{ title: "What your company does · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { draft } = await callProcedure(getOnboarding, await createUserContext(args), {});
  return { roles: draft.roles };
}

export async function action(args: ActionFunctionArgs) {
  return submit(saveOnboardingRoles, args, { to: ({ stage }) => buildStagePath(stage) });
}

export default function ChooseCompanyRoles() {
  const { roles } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const errors = reply?.error ?? {};
  const chosen = reply?.initialValue ? [reply.initialValue.roles ?? []].flat().map(String) : roles;
  return (
    <div className="narrow">
      <OnboardingProgress step={2} />
      <PageHead title="What does your company do?" lede="Choose all that apply. You can change this later." />
      <ActionForm
        fields={[{ id: "roles", errors: errors.roles ?? undefined }]}
        formErrors={errors[""] ?? undefined}
        button="Continue"
        other={<BackButton from="choose-company-perspective" />}
      >
        <RoleCheckboxes chosen={chosen} hints />
      </ActionForm>
    </div>
  );
}
