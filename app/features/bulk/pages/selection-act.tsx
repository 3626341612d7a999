import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { wakeWork } from "~/core/work/waking.server";
import { readableQuery } from "~/domain/http/form-gate";
import { ActFields, ActTickets } from "~/features/bulk/act-form";
import { getActPage } from "~/features/bulk/act-page.server";
import { ACT_LABELS, type BulkActName, isAct } from "~/features/bulk/bulk";
import { startBulk } from "~/features/bulk/bulk.server";
import { bulkFields } from "~/features/bulk/bulk-input";
import { ActionForm } from "~/ui/action-form";
import { ButtonLink, EmptyState, Notice, PageHead } from "~/ui/parts";
import { sentTexts } from "~/ui/sent-fields";
import { context } from "~/web/context.server";
import { parseForm } from "~/web/parse-form.server";
import { paths } from "~/web/paths";
import { missing } from "~/web/refusal";
import { asPage, call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? ACT_LABELS[data.page.act].title : "Selected trip tickets"} · Timbertally` },
];

function actOf(text: string | undefined): BulkActName {
  if (!isAct(text)) throw asPage(missing());
  return text;
}

/** What is chosen so far, as an address or a refused form has it; what makes no sense is left out. */
export async function loader(args: LoaderFunctionArgs) {
  const act = actOf(args.params.act);
  const query = readableQuery(new URL(args.request.url));
  for (const name of ["seen_at", "submission_id"]) query.delete(name);
  const parsed = parseForm(query, z.object(bulkFields));
  const chosen = parsed.status === "success" ? parsed.value : {};
  return {
    page: await call(getActPage, await context(args), { act, ...chosen }),
    values: Object.fromEntries(query),
    shows: act === "deletion" || [...query.values()].some(Boolean),
    submission_id: newSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(startBulk, args, {
    fixed: { act: actOf(args.params.act) },
    to: ({ id }) => {
      wakeWork();
      return paths.bulkRun(id);
    },
  });

export default function BulkAct() {
  const { page, values, shows, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const typed = sentTexts(result);
  const { title, button } = ACT_LABELS[page.act];
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
            <ActFields page={page} values={{ ...values, ...typed }} errors={errors} />
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
          <ActTickets page={page} shows={shows} />
        </ActionForm>
      ) : (
        <EmptyState title="Nothing is selected">
          <ButtonLink href={paths.tickets}>Go to the list</ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}
