import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  getCertificationChoices,
  setTicketCertifications,
} from "~/features/trip-tickets/certifications.server";
import { ErrorSummary } from "~/ui/field";
import { EmptyState, PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Certification · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const page = await call(getCertificationChoices, await context(args), { id: idOf(args.params.ticketId) });
  return { page, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(setTicketCertifications, args, {
    fixed: { id: idOf(args.params.ticketId) },
    to: ({ id }) => paths.ticket(id),
  });
}

export default function Certification() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const version = result?.conflict ? Number(result.conflict.version) : page.version;
  return (
    <div className="narrow">
      <PageHead
        title={`Certification: ticket ${page.number}`}
        lede="Under which licence and claim this load travels."
      />
      {page.choices.length ? (
        <form method="post" className="stack">
          <ErrorSummary formErrors={[...(errors[""] ?? []), ...(errors.certification_ids ?? [])]} />
          <input type="hidden" name="version" value={version + 1} />
          <input type="hidden" name="submission_id" value={result?.submission_id ?? submission_id} />
          {page.choices.map((c) => (
            <label key={c.id} className="check">
              <input type="checkbox" name="certification_ids" value={c.id} defaultChecked={c.chosen} />
              <span>
                {c.type} {c.license}
                <br />
                <span className="soft small">{[c.claim, c.holder].filter(Boolean).join(" · ")}</span>
              </span>
            </label>
          ))}
          <div className="row">
            <button type="submit" className="button primary">
              Save
            </button>{" "}
            <a href={paths.ticket(page.id)}>Back to the ticket</a>
          </div>
        </form>
      ) : (
        <EmptyState title="No certification to travel under">
          <p className="soft">The land manager, the hauler or the destination must hold one first.</p>
          <a href={paths.ticket(page.id)}>Back to the ticket</a>
        </EmptyState>
      )}
    </div>
  );
}
