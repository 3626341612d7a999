import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getSetupOffer } from "~/modules/jobs/shared/offer.server";
import { getSheet } from "~/modules/sheets/shared/sheets.server";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, readForm, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { redirectOnGet } from "~/web/redirect-reader.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { createTicket } from "../create/data/create.server";
import { applyProductDefaults } from "../create/rules/new-ticket-start";
import { JobChooser, NewTicketForm } from "../create/ui/new-ticket-form";
import { listJobsForTickets, newTicketForm } from "../shared/new-ticket.server";

export const meta: MetaFunction = () => [{ title: "New trip ticket · Timbertally" }];

const whole = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const query = new URL(args.request.url).searchParams;
  const given = whole(query.get("job_id"));
  const sheetId = whole(query.get("sheet"));
  const sig = query.get("sig")?.slice(0, 100) ?? "";
  const sheet = sheetId ? await callProcedure(getSheet, ctx, { sheet_id: sheetId, sig }) : null;
  // Redirect a scanned sheet that already has a ticket to that ticket, and a void sheet to the page that shows the
  // reason.
  if (sheet && (sheet.trip_ticket_id || sheet.voided))
    redirectOnGet(args, `/sheets/${sheet.id}?${new URLSearchParams({ sig })}`);
  const name = query.get("name")?.trim().slice(0, 100) ?? "";
  // Once a job is chosen, read two jobs only to check whether there are other jobs.
  const jobs = await callProcedure(listJobsForTickets, ctx, given ? { take: 2 } : { name });
  const [only, ...others] = jobs.jobs;
  const otherJobs = others.length > 0;
  const job_id = given ?? (otherJobs || name ? undefined : only?.id);
  const submission_id = createSubmissionId();
  if (!job_id) {
    const { offer } = await callProcedure(getSetupOffer, ctx, {});
    return { choice: { jobs, name, offer }, form: null, sheet: null, submission_id };
  }
  const form = await callProcedure(newTicketForm, ctx, {
    job_id,
    job_destination_id: whole(query.get("job_destination_id")),
    product: query.get("product")?.slice(0, 40) ?? undefined,
    same_as_last: query.has("same_as_last"),
  });
  const byNumber = query.has("sheet_number") ? ("by number" as const) : null;
  return { choice: null, form, otherJobs, sheet: sheet ? { ...sheet, sig } : byNumber, submission_id };
}

export async function action(args: ActionFunctionArgs) {
  return submit(createTicket, args, {
    form: applyProductDefaults(await readForm(args.request)),
    to: ({ id, count }) => (count > 1 ? paths.madeTickets(id, count) : paths.ticket(id)),
  });
}

export default function NewTripTicket() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="New trip ticket" lede={page.form?.job.name} />
      {page.form ? (
        <p className="small">
          Was it delivered already?{" "}
          <a
            href={
              page.sheet && page.sheet !== "by number"
                ? paths.keyedSheet(page.form.job.id, page.sheet.id, page.sheet.sig)
                : paths.keyedLoad(page.form.job.id)
            }
          >
            Key it from its paper
          </a>
          {page.sheet ? null : (
            <>
              {" "}
              Is it on a printed sheet? <a href={paths.scanSheet(page.form.job.id)}>Claim the sheet</a>
            </>
          )}
        </p>
      ) : null}
      {page.form ? (
        <NewTicketForm
          form={page.form}
          result={result}
          submissionId={result?.submission_id ?? page.submission_id}
          otherJobs={page.otherJobs}
          sheet={page.sheet}
        />
      ) : (
        <JobChooser {...page.choice} />
      )}
    </div>
  );
}
