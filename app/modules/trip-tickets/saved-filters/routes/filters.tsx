import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { CheckField, TextField } from "~/ui/field";
import { ButtonLink, EmptyState } from "~/ui/parts";
import { LastListLink } from "~/ui/seen-link";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { canonicalizeListQuery, listSavedFilters, saveFilter } from "../data/saved-filters.server";

export const meta: MetaFunction = () => [{ title: "Saved filters · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams.get("query") ?? "";
  return {
    filters: await callProcedure(listSavedFilters, await createContext(args), {}),
    query: canonicalizeListQuery(query.slice(0, 4_000)),
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(saveFilter, args, { to: () => paths.savedFilters });

export default function SavedFilters() {
  const { filters, query, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const typed = result?.reply.initialValue;
  const stored = typeof typed?.query === "string" ? typed.query : query;
  return (
    <div className="stack loose">
      {filters.length ? (
        <ul className="lines card">
          {filters.map((f) => (
            <li key={f.id} className="row between">
              <span>
                <a href={paths.ticketList(f.query)}>{f.name}</a>{" "}
                <span className="soft small">
                  {f.mine ? (f.is_shared ? "shared with your company" : "only yours") : `shared by ${f.by}`}
                </span>
              </span>{" "}
              {f.mine ? (
                <a href={paths.savedFilterDeletion(f.id)}>
                  Delete<span className="sr"> {f.name}</span>
                </a>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="No filters saved yet">
          <p className="soft">Filter the list, then come here to name and save the filter.</p>
          {stored ? null : <ButtonLink href={`${paths.tickets}?filters=open`}>Filter the list</ButtonLink>}
        </EmptyState>
      )}
      {stored ? (
        <ActionForm
          result={result}
          submissionId={submission_id}
          fields={[{ id: "name", errors: errors.name ?? undefined }]}
          className="stack card"
          aria-label="Save this filter"
          head={<h2>Save this filter</h2>}
          button="Save filter"
          back={{ href: paths.ticketList(stored), label: "Back to the list" }}
        >
          <input type="hidden" name="query" value={stored} />

          <TextField
            field={{
              id: "name",
              name: "name",
              defaultValue: typeof typed?.name === "string" ? typed.name : undefined,
              errors: errors.name ?? undefined,
            }}
            label="Name"
            required
            attributes={{ maxLength: 80 }}
          />
          <CheckField field={{ id: "is_shared", name: "is_shared" }} label="Share with your company" />
        </ActionForm>
      ) : (
        <LastListLink to={paths.tickets}>Back to the list</LastListLink>
      )}
    </div>
  );
}
