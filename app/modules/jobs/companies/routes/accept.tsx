import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RateLists } from "~/modules/rates/shared/rate-lists";
import { ActionForm } from "~/ui/action-form";
import { addDoneParam } from "~/ui/done";
import { ButtonLink, DetailBox, Facts, Notice, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { acceptJob, getAcceptance } from "../data/invitations.server";
import { YourContracts } from "../ui/your-contracts";

export const meta: MetaFunction = () => [{ title: "Accept job · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const job = await callProcedure(getAcceptance, await createContext(args), {
    id: parseId(args.params.jobId),
  });
  const kept = new URL(args.request.url).searchParams.has("kept");
  return { job, kept, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(acceptJob, args, {
    fixed: { id: parseId(args.params.jobId) },
    to: ({ id }) => addDoneParam(paths.job(id), "job-accepted"),
  });
}

export default function JobAcceptance() {
  const { job, kept, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const typed = result ? [result.reply.initialValue?.crew_ids ?? []].flat().map(Number) : job.chosen;
  return (
    <div className="stack loose">
      <PageHead
        title={job.again ? `Changed contract: ${job.name}` : `Accept ${job.name}`}
        lede={`${job.requester} invited your company as ${job.roles}`}
      />
      {kept ? <Notice title="Saved. Continue here anytime, on any device." /> : null}
      <div className="boxes">
        <DetailBox title="The work">
          <Facts
            facts={[
              { term: "County", value: job.county },
              { term: "Land", value: job.land },
              { term: "Start", value: job.start },
              { term: "End", value: job.end },
            ]}
          />
          <p>
            <a href={paths.job(job.id, "sorts")}>See the sorts</a>
          </p>
        </DetailBox>
        <YourContracts job={job.id} company={job.company_id} contracts={job.contracts} />
        {job.rates ? (
          <DetailBox title="Your rates" full>
            <RateLists product={job.rates.product_rates} haul={job.rates.haul_rates} />
          </DetailBox>
        ) : null}
      </div>
      <ActionForm
        result={result}
        submissionId={submission_id}
        version={job.version}
        formErrors={[...(errors[""] ?? []), ...(errors.crew_ids ?? [])]}
        data-mirror="AcceptJob"
        button={job.again ? "Accept the contract" : "Accept job"}
        other={
          <>
            <button type="submit" className="button" formAction={paths.job(job.id, "acceptance-draft")}>
              Save and decide later
            </button>
            <ButtonLink href={paths.job(job.id, "decline")}>Decline</ButtonLink>
          </>
        }
      >
        {job.crews.length ? (
          <fieldset className="field">
            <legend>Which of your crews will work here?</legend>
            <input type="hidden" name="crews" value="chosen" />
            {job.crews.map((crew) => (
              <label key={crew.id} className="check">
                <input
                  type="checkbox"
                  name="crew_ids"
                  value={crew.id}
                  defaultChecked={typed.includes(crew.id)}
                />
                <span>{crew.name}</span>
              </label>
            ))}
          </fieldset>
        ) : null}
      </ActionForm>
    </div>
  );
}
