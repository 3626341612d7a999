import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasPermission } from "~/domain/access/crew-permissions";
import { answerRateRequest, listRateRequests } from "~/features/rates/payer-requests.server";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Rates you are asked to pay · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const list = await callProcedure(listRateRequests, ctx, {});
  return {
    ...list,
    may_answer: hasPermission(ctx.actor.permissions, "settlement.update"),
    submission_ids: list.rate_requests.map(() => ({
      accept: createSubmissionId(),
      decline: createSubmissionId(),
    })),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(answerRateRequest, args, { to: () => "/settlements/rate-requests?done=saved" });

const BACK = { href: "/settlements", label: "Decide later" };

const Answer = (props: { kind: string; rateId: number; answer: "accept" | "decline" }) => (
  <>
    <input type="hidden" name="kind" value={props.kind} />
    <input type="hidden" name="rate_id" value={props.rateId} />
    <input type="hidden" name="answer" value={props.answer} />
  </>
);

/** The rates that other companies want this one to pay, each with its two answers. */
export default function RateRequests() {
  const { rate_requests, total, may_answer, submission_ids } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <h2>Rates you are asked to pay</h2>
      <p className="soft">
        Another company entered a rate that your company would pay. You owe nothing by it until you accept. A
        rate that you decline is removed.
      </p>
      {rate_requests.length === 0 ? <p>Nothing waits for your answer.</p> : null}
      {rate_requests.map((r, index) => {
        const title = `request-${r.kind}-${r.rate_id}`;
        const ids = submission_ids[index];
        return (
          <section key={title} className="card stack" aria-labelledby={title}>
            <h3 id={title}>
              {r.subject}, {r.job}
            </h3>
            <p>
              {r.requester} asks you to pay {r.receiver} <strong>{r.words}</strong>.
            </p>
            {r.moves ? <p>If you accept: {r.moves}</p> : null}
            {may_answer ? (
              <>
                <ConfirmForm
                  result={result}
                  submissionId={ids?.accept ?? ""}
                  version={r.version}
                  button="Accept"
                  danger={false}
                  back={BACK}
                >
                  <Answer kind={r.kind} rateId={r.rate_id} answer="accept" />
                </ConfirmForm>
                <ConfirmForm
                  result={result}
                  submissionId={ids?.decline ?? ""}
                  version={r.version}
                  button="Decline"
                  back={BACK}
                >
                  <Answer kind={r.kind} rateId={r.rate_id} answer="decline" />
                </ConfirmForm>
              </>
            ) : (
              <p>Ask a person of your company who may change settlements to answer.</p>
            )}
          </section>
        );
      })}
      {total > rate_requests.length ? (
        <p>{total - rate_requests.length} more are shown once these are answered.</p>
      ) : null}
    </div>
  );
}
