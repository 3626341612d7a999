import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getSorts } from "~/features/job-setup/sorts.server";
import {
  addJobDestination,
  addJobProduct,
  removeJobDestination,
  removeJobProduct,
  saveJobMix,
} from "~/features/job-setup/sorts-change.server";
import { SortsPage } from "~/features/job-setup/sorts-page";
import { byIntent } from "~/web/by-intent.server";
import { context } from "~/web/context.server";
import { call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Sort sheet · Timbertally" }];

const PATH = "/jobs/create/sort-sheet";

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const page = await call(getSorts, await context(args), {
    section: query.get("section")?.slice(0, 40) ?? null,
    q: (query.get("q") ?? "").slice(0, 500),
  });
  return { page, submission_id: newSubmissionId() };
}

const products = () => PATH;
const destinations = () => `${PATH}?section=destinations`;
export const action = (args: ActionFunctionArgs) =>
  byIntent(args, {
    "add-product": (form) => submit(addJobProduct, args, { form, to: products }),
    "remove-product": (form) => submit(removeJobProduct, args, { form, to: products }),
    "add-destination": (form) => submit(addJobDestination, args, { form, to: destinations }),
    "remove-destination": (form) => submit(removeJobDestination, args, { form, to: destinations }),
    "save-mix": (form) => submit(saveJobMix, args, { form, to: mixed }),
  });

/** Next needs an accepted product somewhere; without one the page stays. */
const mixed = ({ some }: { some: boolean }) =>
  some ? "/jobs/create/rates" : `${PATH}?section=product_mix&none=1`;

export default function Sorts() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <SortsPage page={page} path={PATH} result={result} submissionId={submission_id} />;
}
