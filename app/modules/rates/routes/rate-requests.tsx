import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasPermission } from "~/lib/access/crew-permissions";
import { ActionForm } from "~/ui/action-form";
import { getSentTexts } from "~/ui/sent-fields";
import { dispatchIntent } from "~/web/by-intent.server";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { answerRateRequest, listRateRequests } from "../shared/payer-requests.server";

export const meta: MetaFunction = () => [{ title: "Rates you are asked to pay · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const list = await callProcedure(listRateRequests, ctx, {});
  return {
    ...list,
    may_answer: hasPermission(ctx.actor.permissions, "settlement.update"),
    submission_ids: list.rate_requests.map(createSubmissionId),
  };
}

export const action = (args: ActionFunctionArgs) => {
  const answer = (word: "accept" | "decline") => (form: FormData) =>
    submit(answerRateRequest, args, {
      form,
      fixed: { answer: word },
      to: () => "/settlements/rate-requests?done=saved",
    });
  return dispatchIntent(args, { accept: answer("accept"), decline: answer("decline") });
};

/** Rates that other companies want this company to pay, each with buttons to accept and decline. */
export default function RateRequests() {
  const { rate_requests, total, may_answer, submission_ids } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const sent = getSentTexts(result);
  /** True for the request whose answer was refused. */
  const isSent = (r: { kind: string; rate_id: number }) =>
    sent.kind === r.kind && Number(sent.rate_id) === r.rate_id;
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
        const about = `${r.words} to ${r.receiver}, ${r.subject}, ${r.job}`;
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
              <ActionForm
                result={isSent(r) ? result : undefined}
                submissionId={submission_ids[index] ?? ""}
                version={r.version}
                button={
                  <>
                    Accept<span className="sr"> {about}</span>
                  </>
                }
                intent="accept"
                other={
                  <button type="submit" className="button" name="intent" value="decline">
                    Decline<span className="sr"> {about}</span>
                  </button>
                }
              >
                <input type="hidden" name="kind" value={r.kind} />
                <input type="hidden" name="rate_id" value={r.rate_id} />
              </ActionForm>
            ) : (
              <p>Ask a person of your company who may change settlements to answer.</p>
            )}
          </section>
        );
      })}
      {total > rate_requests.length ? (
        <p>{total - rate_requests.length} more are shown once these are answered.</p>
      ) : null}
      <p>
        <a href="/settlements">{rate_requests.length ? "Decide later" : "Back to settlements"}</a>
      </p>
    </div>
  );
}
