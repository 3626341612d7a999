import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { redirectOnGet } from "~/web/redirect-reader.server";
import { getTownships, setJobTownship } from "../data/townships.server";
import { createStepRedirect } from "../rules/return-to-review";
import { TownshipsPage } from "../ui/townships-page";

export const meta: MetaFunction = () => [{ title: "Township · Timbertally" }];

/** Without a county or a Public Land Survey, there are no townships to look up. */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).search.slice(0, 2000);
  const page = await callProcedure(getTownships, await createContext(args), { query });
  if (!page) redirectOnGet(args, createStepRedirect(args)("/jobs/create/overview"));
  return page;
}

export const action = (args: ActionFunctionArgs) =>
  submit(setJobTownship, args, { to: () => createStepRedirect(args)("/jobs/create/overview#section") });

export default function Townships() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (page) return <TownshipsPage page={page} result={result} />;
  return (
    <div className="narrow stack">
      <PageHead title="Township, range and section" />
      <ErrorSummary formErrors={Object.values(result?.reply.error ?? {}).flatMap((e) => e ?? [])} />
      <p>
        <a href="/jobs/create/overview">Back to the overview</a>
      </p>
    </div>
  );
}
