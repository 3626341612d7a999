import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { certificationName, isFound } from "~/domain/certifications/certifications";
import { CertificationPicker } from "~/features/certifications/certification-picker";
import {
  getCertificationChoices,
  setTicketCertifications,
} from "~/features/trip-tickets/certifications.server";
import { ActionForm } from "~/ui/action-form";
import { choiceWords } from "~/ui/compare";
import { PageHead } from "~/ui/parts";
import { sentList } from "~/ui/sent-fields";
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
      <ActionForm
        result={result}
        submissionId={page.submission_id}
        version={page.version}
        formErrors={[...(errors[""] ?? []), ...(errors.certification_ids ?? [])]}
        conflict={{
          fields: [{ name: "ids", label: "Certifications", words }],
          typed: { ids: typed },
          saved: { ids: saved },
          href: paths.ticket(page.id),
          what: "the ticket",
          theirs: "Back to ticket",
        }}
        saving
        button={page.total ? "Save" : null}
        back={{ href: paths.ticket(page.id), label: "Back to ticket" }}
      >
        <CertificationPicker
          choices={result ? page.choices : page.shown}
          ticked={result ? typed : page.ticked}
          q={page.q}
          total={page.total}
        />
      </ActionForm>
    </div>
  );
}
