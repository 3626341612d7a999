import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { readQuery } from "~/lib/http/form-limits";
import { wakeRunner } from "~/lib/queue/waking.server";
import { ActionForm } from "~/ui/action-form";
import { ButtonLink, EmptyState, Notice, PageHead } from "~/ui/parts";
import { getSentTexts } from "~/ui/sent-fields";
import { createContext } from "~/web/context.server";
import { callProcedure, submit, toErrorResponse } from "~/web/form-action.server";
import { parseForm } from "~/web/parse-form.server";
import { paths } from "~/web/paths";
import { notFound } from "~/web/refusal";
import { createSubmissionId } from "~/web/submission-id.server";
import { getBulkActionPage } from "../data/act-page.server";
import { startBulkAction } from "../data/bulk.server";
import { BULK_ACTION_LABELS, type BulkActionName, isBulkAction } from "../rules/bulk";
import { bulkFields } from "../rules/bulk-input";
import { BulkActionFields, BulkActionTickets } from "../ui/act-form";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? BULK_ACTION_LABELS[data.page.act].title : "Selected trip tickets"} · Timbertally` },
];

function actOf(text: string | undefined): BulkActionName {
  if (!isBulkAction(text)) throw toErrorResponse(notFound());
  return text;
}

/** Parse the values chosen so far from the URL or a refused form; invalid values are ignored. */
export async function loader(args: LoaderFunctionArgs) {
  const act = actOf(args.params.act);
  const query = readQuery(new URL(args.request.url));
  for (const name of ["seen_at", "submission_id"]) query.delete(name);
  const parsed = parseForm(query, z.object(bulkFields));
  const chosen = parsed.status === "success" ? parsed.value : {};
  return {
    page: await callProcedure(getBulkActionPage, await createContext(args), { act, ...chosen }),
    values: Object.fromEntries(query),
    shows: act === "deletion" || [...query.values()].some(Boolean),
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(startBulkAction, args, {
    fixed: { act: actOf(args.params.act) },
    to: ({ id }) => {
      wakeRunner();
      return paths.bulkRun(id);
    },
  });

export default function BulkActionForm() {
  const { page, values, shows, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const typed = getSentTexts(result);
  const { title, button } = BULK_ACTION_LABELS[page.act];
  const summary = Object.values(errors).flatMap((m) => m ?? []);
  return (
    <div className="narrow">
      <PageHead title={title} />
      {page.count ? (
        <ActionForm
          loose
          result={result}
          submissionId={submission_id}
          formErrors={summary}
          button={button}
          danger={page.act === "deletion"}
          back={{ href: paths.selection, label: "Back to selection" }}
        >
          <input type="hidden" name="seen_at" value={page.seen_at} />
          <div className="stack card">
            <BulkActionFields page={page} values={{ ...values, ...typed }} errors={errors} />
            {page.act === "deletion" ? (
              <Notice tone="warn">
                <p>
                  They're removed from every list, for everyone. Their numbers can't be reused, and their
                  history is kept. A load that is under way or has a scale ticket is kept.
                </p>
              </Notice>
            ) : (
              <div>
                <button type="submit" className="button" formMethod="get">
                  Show what changes
                </button>
              </div>
            )}
          </div>
          {page.more_jobs ? (
            <Notice>
              <p>You selected loads from too many jobs to list here. Select fewer at a time.</p>
            </Notice>
          ) : null}
          <BulkActionTickets page={page} shows={shows} />
        </ActionForm>
      ) : (
        <EmptyState title="Nothing is selected">
          <ButtonLink href={paths.tickets}>Go to the list</ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}
