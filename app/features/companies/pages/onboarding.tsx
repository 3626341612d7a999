import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { stagePath } from "~/domain/people/onboarding";
import { getOnboarding } from "~/features/companies/onboarding.server";
import { userContext } from "~/web/context.server";
import { call } from "~/web/respond.server";

/** Continue where the person left off. */
export async function loader(args: LoaderFunctionArgs) {
  const { stage } = await call(getOnboarding, await userContext(args), {});
  return redirect(stagePath(stage));
}

export default function Onboarding() {
  return null;
}
