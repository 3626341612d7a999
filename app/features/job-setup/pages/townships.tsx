import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getTownships, setJobTownship } from "~/features/job-setup/townships.server";
import { TownshipsPage } from "~/features/job-setup/townships-page";
import { context } from "~/web/context.server";
import { call, submit } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Township · Timbertally" }];

/** Without a county or a Public Land Survey there's nothing to look up. */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).search.slice(0, 2000);
  const page = await call(getTownships, await context(args), { query });
  if (!page) throw redirect("/jobs/create/overview");
  return page;
}

export const action = (args: ActionFunctionArgs) =>
  submit(setJobTownship, args, { to: () => "/jobs/create/overview#section" });

export default function Townships() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <TownshipsPage page={page} result={result} />;
}
