import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { CheckField, ErrorSummary, FileField, TextField } from "~/ui/field";
import { EmptyState, PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import type { getJobContract } from "../data/contract.server";
import type { getJobsToCopy } from "../data/copy.server";
import { EntryButton, SetupSearchForm, StepUnavailable } from "./setup-parts";
import { useStepHrefs } from "./step-hrefs";

const ROLE_WORDS = { cutter: "Logger/Cutter", skidder: "Skidder/Forwarder", hauler: "Hauler" } as const;

type Contract = Awaited<ReturnType<typeof getJobContract.run>>;

/** Page of a contract with one company in one role: its name and, optionally, its document. */
export function ContractPage({
  page,
  result,
  submissionId,
}: {
  page: Contract;
  result?: FormReply;
  submissionId: string;
}) {
  const { hrefOf } = useStepHrefs();
  if (page.first) return <StepUnavailable title="Contract" first={page.first} />;
  const field = createFieldStateGetter(result?.reply, { name: page.name });
  const back = hrefOf(`/jobs/create/companies?section=${page.role}`);
  return (
    <div className="narrow">
      <PageHead
        title="Contract"
        lede={`${page.company}, ${ROLE_WORDS[page.role]}. Only you and they can see it.`}
      />
      <ActionForm
        className="stack card"
        upload
        result={result}
        submissionId={submissionId}
        version={page.version - 1}
        fields={[field("name"), field("contract_file")]}
        button="Save contract"
        back={{ href: back, label: "Back to contractors" }}
      >
        <TextField field={field("name")} label="Contract name" attributes={{ maxLength: 120 }} />
        <FileField
          field={field("contract_file")}
          label={page.file_name ? "Replace with another PDF" : "Contract as a PDF"}
          hint={`Up to ${MAX_UPLOAD_MEGABYTES.pdf}MB`}
          accept="application/pdf,.pdf"
          megabytes={MAX_UPLOAD_MEGABYTES.pdf}
          required={false}
        />
        {page.file_name ? (
          <CheckField field={field("remove_file")} label={`Remove ${page.file_name}`} checked={false} />
        ) : null}
      </ActionForm>
    </div>
  );
}

type Jobs = Awaited<ReturnType<typeof getJobsToCopy.run>>;

/** Page to choose a job of the requesting company from which to copy the sort sheet or the rates. */
export function CopyPage({ page, result }: { page: Jobs; result?: FormReply }) {
  const { hrefOf } = useStepHrefs();
  const rates = page.what === "rates";
  const title = rates ? "Copy rates" : "Copy Sort Sheet";
  if (page.first) return <StepUnavailable title={title} first={page.first} />;
  const back = hrefOf(rates ? "/jobs/create/rates" : "/jobs/create/sort-sheet");
  return (
    <div className="narrow stack loose">
      <PageHead
        title={title}
        lede={
          rates
            ? "Rates for companies, products and destinations that this job also has replace the ones set here."
            : "The other job's products, destinations and mix replace the ones chosen here. Rates aren't copied."
        }
      />
      <ErrorSummary formErrors={Object.values(result?.reply.error ?? {}).flatMap((e) => e ?? [])} />
      <section className="stack card">
        <SetupSearchForm
          action="/jobs/create/copy"
          q={page.q}
          label="Search jobs"
          kept={{ what: page.what }}
        />
        {page.jobs.length ? (
          <ul className="lines">
            {page.jobs.map((job) => (
              <li key={job.id} className="row between">
                <span>
                  {job.name} <span className="soft small block">{job.start_date}</span>
                </span>
                <EntryButton
                  intent="copy"
                  values={{ job_id: job.id, version: page.version }}
                  option={{ name: job.name, hint: job.start_date }}
                >
                  Copy<span className="sr"> from {job.name}</span>
                </EntryButton>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title="No jobs found" />
        )}
        {page.more ? <p className="soft small">There are more. Search by part of the name.</p> : null}
      </section>
      <p>
        <a href={back}>Back</a>
      </p>
    </div>
  );
}

/** Confirmation page: the effect of the action, and if it can be undone. */
export function ConfirmPage({
  title,
  lede,
  button,
  values,
  keep,
  result,
}: {
  title: string;
  lede: string;
  button: string;
  values: Record<string, string | number>;
  keep: { href: string; label: string };
  result?: FormReply;
}) {
  return (
    <div className="narrow">
      <PageHead title={title} lede={lede} />
      <ErrorSummary formErrors={result?.reply.error?.[""] ?? undefined} />
      <form method="post" className="row">
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="button danger">
          {button}
        </button>{" "}
        <a href={keep.href}>{keep.label}</a>
      </form>
    </div>
  );
}
