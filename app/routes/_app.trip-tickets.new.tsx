import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createTicket } from "~/features/trip-tickets/create.server";
import { listJobsForTickets, newTicketForm } from "~/features/trip-tickets/new-ticket.server";
import { ChooseJob, NewTicketForm } from "~/features/trip-tickets/new-ticket-form";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "New trip ticket · Timbertally" }];

const whole = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  const query = new URL(args.request.url).searchParams;
  const jobs = await call(listJobsForTickets, ctx, {});
  const job_id = whole(query.get("job_id")) ?? (jobs.length === 1 ? jobs[0]?.id : undefined);
  const q = (query.get("q") ?? "").slice(0, 100);
  if (!job_id) return { jobs, q, form: null, submission_id: newSubmissionId() };
  const form = await call(newTicketForm, ctx, {
    job_id,
    job_destination_id: whole(query.get("job_destination_id")),
    product: query.get("product")?.slice(0, 40) ?? undefined,
    same_as_last: query.has("same_as_last"),
  });
  return { jobs, q, form, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(createTicket, args, {
    to: ({ id, count }) => (count > 1 ? `${paths.tickets}?view=available` : paths.ticket(id)),
  });
}

export default function NewTripTicket() {
  const { jobs, q, form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="New trip ticket" lede={form?.job.name} />
      {form ? (
        <NewTicketForm
          form={form}
          result={result}
          submissionId={result?.submission_id ?? submission_id}
          otherJobs={jobs.length > 1}
        />
      ) : (
        <ChooseJob jobs={jobs} q={q} />
      )}
    </div>
  );
}
