import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  formatCertificationName,
  matchesCertificationSearch,
} from "~/modules/certifications/rules/certifications";
import { CertificationPicker } from "~/modules/certifications/shared/certification-picker";
import { ActionForm } from "~/ui/action-form";
import { createChoiceFormatter } from "~/ui/compare";
import { PageHead } from "~/ui/parts";
import { toStringList } from "~/ui/sent-fields";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, readForm, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { isStorable } from "~/web/storable-text";
import { createSubmissionId } from "~/web/submission-id.server";
import { getCertificationChoices, setTicketCertifications } from "../shared/certifications.server";

export const meta: MetaFunction = () => [{ title: "Certification · Timbertally" }];

const MAX_SEARCHED = 100;

export async function loader(args: LoaderFunctionArgs) {
  const page = await callProcedure(getCertificationChoices, await createContext(args), {
    id: parseId(args.params.ticketId),
  });
  const query = new URL(args.request.url).searchParams;
  // A search within the form sends the checked certificates; any other request starts from the saved certificates.
  const searched = query.has("q");
  const ids = query.getAll("certification_ids").map(Number);
  const ticked = page.choices.filter((c) => (searched ? ids.includes(c.id) : c.chosen)).map((c) => c.id);
  const q = (query.get("q") ?? "").slice(0, MAX_SEARCHED);
  const read = Number(query.get("version"));
  return {
    ...page,
    q,
    ticked,
    total: page.choices.length,
    shown: page.choices.filter((c) => ticked.includes(c.id) || matchesCertificationSearch(c, q)),
    // Version read when the page was opened, so that a search in between doesn't hide another user's change.
    version: searched && Number.isSafeInteger(read) && read > 0 ? read - 1 : page.version,
    submission_id: createSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  // The search box is in the same form. Drop a valid search text; an invalid one stays, so that the form is refused.
  const q = form.get("q");
  if (typeof q === "string" && q.length <= MAX_SEARCHED && isStorable(q)) form.delete("q");
  return submit(setTicketCertifications, args, {
    form,
    fixed: { id: parseId(args.params.ticketId) },
    to: ({ id }) => paths.ticket(id),
  });
}

export default function TicketCertificationPage() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const typed = toStringList(result?.reply.initialValue?.certification_ids).map(Number);
  const words = createChoiceFormatter(
    page.choices.map((c) => ({ value: c.id, label: formatCertificationName(c) })),
  );
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
