import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CertificationPicker } from "~/features/certifications/certification-picker";
import { certificationName, isFound } from "~/features/certifications/certifications";
import {
  getCertificationChoices,
  setTicketCertifications,
} from "~/features/trip-tickets/certifications.server";
import { choiceWords, compared } from "~/ui/compare";
import { Conflict } from "~/ui/conflict";
import { ErrorSummary } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { sentList } from "~/ui/sent-fields";
import { VersionField } from "~/ui/version-field";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, readForm, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";
import { isKeepable } from "~/web/well-formed";

export const meta: MetaFunction = () => [{ title: "Certification · Timbertally" }];

const MOST_SEARCHED = 100;

export async function loader(args: LoaderFunctionArgs) {
  const page = await call(getCertificationChoices, await context(args), { id: idOf(args.params.ticketId) });
  const query = new URL(args.request.url).searchParams;
  // A search comes with what was ticked when it was sent; anything else starts from what is saved.
  const searched = query.has("q");
  const ids = query.getAll("certification_ids").map(Number);
  const ticked = page.choices.filter((c) => (searched ? ids.includes(c.id) : c.chosen)).map((c) => c.id);
  const q = (query.get("q") ?? "").slice(0, MOST_SEARCHED);
  const read = Number(query.get("version"));
  return {
    ...page,
    q,
    ticked,
    total: page.choices.length,
    shown: page.choices.filter((c) => ticked.includes(c.id) || isFound(c, q)),
    // The version that was read when the page was opened, so that a search in between hides nobody's change.
    version: searched && Number.isSafeInteger(read) && read > 0 ? read - 1 : page.version,
    submission_id: newSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  // The search's own box is in the same form; a value that can't be a search stays, to be refused with it.
  const q = form.get("q");
  if (typeof q === "string" && q.length <= MOST_SEARCHED && isKeepable(q)) form.delete("q");
  return submit(setTicketCertifications, args, {
    form,
    fixed: { id: idOf(args.params.ticketId) },
    to: ({ id }) => paths.ticket(id),
  });
}

export default function Certification() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const typed = sentList(result?.reply.initialValue?.certification_ids).map(Number);
  const words = choiceWords(page.choices.map((c) => ({ value: c.id, label: certificationName(c) })));
  const saved = page.choices.filter((c) => c.chosen).map((c) => c.id);
  return (
    <div className="narrow">
      <PageHead title="Certification" lede="The license and claim for this load." />
      <form method="post" className="stack">
        {result?.conflict ? (
          <Conflict
            rows={compared([{ name: "ids", label: "Certifications", words }], { ids: typed }, { ids: saved })}
            by={result.saved_by}
            href={paths.ticket(page.id)}
            what="the ticket"
          />
        ) : (
          <ErrorSummary formErrors={[...(errors[""] ?? []), ...(errors.certification_ids ?? [])]} />
        )}
        <VersionField of={page.version} result={result} />
        <input type="hidden" name="submission_id" value={result?.submission_id ?? page.submission_id} />
        <CertificationPicker
          choices={result ? page.choices : page.shown}
          ticked={result ? typed : page.ticked}
          q={page.q}
          total={page.total}
        />
        <p data-syncing hidden role="status">
          Saving…
        </p>
        <div className="row">
          {page.total ? (
            <button type="submit" className="button primary">
              {result?.conflict ? "Save my version" : "Save"}
            </button>
          ) : null}{" "}
          <a href={paths.ticket(page.id)}>Back to ticket</a>
        </div>
      </form>
    </div>
  );
}
