import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/ui/field";
import { Notice, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { deleteSavedFilter, getSavedFilter } from "../data/saved-filters.server";

export const meta: MetaFunction = () => [{ title: "Delete a filter · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return callProcedure(getSavedFilter, await createContext(args), { id: parseId(args.params.filterId) });
}

export const action = (args: ActionFunctionArgs) =>
  submit(deleteSavedFilter, args, {
    fixed: { id: parseId(args.params.filterId) },
    to: () => paths.savedFilters,
  });

export default function FilterDeletion() {
  const filter = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        title={`Delete the filter ${filter.name}`}
        lede={
          filter.is_shared ? "Your colleagues lose it too. Tickets don't change." : "Tickets don't change."
        }
      />
      <div className="stack">
        <ErrorSummary formErrors={result?.reply.error?.[""] ?? undefined} />
        {filter.mine ? (
          <form method="post" className="row">
            <button type="submit" className="button danger">
              Delete filter
            </button>
            <a href={paths.savedFilters}>Back to filters</a>
          </form>
        ) : (
          <Notice>
            <p>{filter.by} saved this filter. Only they can delete it.</p>
          </Notice>
        )}
      </div>
    </>
  );
}
