import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { dispatchIntent } from "~/web/by-intent.server";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { copyJobRates, copyJobSortSheet, getJobsToCopy } from "../data/copy.server";
import { createStepRedirect } from "../rules/return-to-review";
import { CopyPage } from "../ui/setup-pages";

export const meta: MetaFunction = () => [{ title: "Copy from a job · Timbertally" }];

const whatOf = (request: Request) =>
  new URL(request.url).searchParams.get("what") === "rates" ? ("rates" as const) : ("sort-sheet" as const);

export async function loader(args: LoaderFunctionArgs) {
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 500);
  return callProcedure(getJobsToCopy, await createContext(args), { what: whatOf(args.request), q });
}

export const action = (args: ActionFunctionArgs) =>
  dispatchIntent(args, {
    copy: async (form) =>
      whatOf(args.request) === "rates"
        ? submit(copyJobRates, args, { form, to: () => createStepRedirect(args)("/jobs/create/rates") })
        : submit(copyJobSortSheet, args, {
            form,
            to: () => createStepRedirect(args)("/jobs/create/sort-sheet"),
          }),
  });

export default function CopyFromJob() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <CopyPage page={page} result={result} />;
}
