import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { getResumeStep } from "~/features/job-setup/draft.server";
import { context } from "~/web/context.server";
import { call } from "~/web/respond.server";

/** To where one left off. */
export async function loader(args: LoaderFunctionArgs) {
  throw redirect((await call(getResumeStep, await context(args), {})).href);
}

/** Never shown; with it a refusal here is a page like every other's. */
export default function Create() {
  return null;
}
