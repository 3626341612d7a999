import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ContractorsPage } from "~/features/job-setup/contractors-page";
import { addJobContractor, getContractors, removeJobContractor } from "~/features/job-setup/parties.server";
import { byIntent } from "~/web/by-intent.server";
import { context } from "~/web/context.server";
import { call, submit } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Contractors · Timbertally" }];

const PATH = "/jobs/create/companies";

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  return call(getContractors, await context(args), {
    section: query.get("section")?.slice(0, 40) ?? null,
    q: (query.get("q") ?? "").slice(0, 500),
    any: query.get("any") === "1",
  });
}

const to = ({ role }: { role: string }) => `${PATH}?section=${role}`;
export const action = (args: ActionFunctionArgs) =>
  byIntent(args, {
    add: (form) => submit(addJobContractor, args, { form, to }),
    remove: (form) => submit(removeJobContractor, args, { form, to }),
  });

export default function Contractors() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <ContractorsPage page={page} path={PATH} result={result} />;
}
