import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { buildStagePath } from "~/modules/people/rules/onboarding";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getOnboarding } from "../data/onboarding.server";

/** Redirect to the onboarding stage where the user left off. */
export async function loader(args: LoaderFunctionArgs) {
  const { stage } = await callProcedure(getOnboarding, await createUserContext(args), {});
  return redirect(buildStagePath(stage));
}

export default function Onboarding() {
  return null;
}
