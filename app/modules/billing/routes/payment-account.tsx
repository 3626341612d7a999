import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { ErrorSummary } from "~/ui/field";
import { Notice, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { AppError } from "~/web/refusal";
import { runProcedure } from "~/web/run-procedure.server";
import { createSubmissionId } from "~/web/submission-id.server";
import {
  getPaymentAccountPage,
  refreshPaymentAccount,
  startPaymentAccountSetup,
} from "../data/account.server";

export const meta: MetaFunction = () => [{ title: "Payment account · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const searchParams = new URL(args.request.url).searchParams;
  const returned = searchParams.has("returned");
  const untold =
    returned &&
    (await runProcedure(refreshPaymentAccount, ctx, {}).then(
      () => false,
      (error: unknown) => {
        if (error instanceof AppError && (error.kind === "unavailable" || error.kind === "tooMany"))
          return true;
        throw error;
      },
    ));
  const page = await callProcedure(getPaymentAccountPage, ctx, {});
  return { ...page, again: searchParams.has("again"), untold, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(startPaymentAccountSetup, args, { to: ({ url }) => url });

/**
 * Page to set up card payments from the company's customers. Setup takes place at Stripe, through a form and a
 * redirect.
 */
export default function PaymentAccount() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { said, state, cards, is_admin, submission_id } = page;
  return (
    <div className="narrow stack">
      <PageHead
        title="Payment account"
        lede="Your customers can pay your invoices by card on Stripe's page. The money goes to your own Stripe account."
      />
      <ErrorSummary fields={[]} formErrors={result?.reply.error?.[""] ?? undefined} />
      {page.again ? (
        <Notice title="That Stripe page expired.">
          <p>Nothing is lost. Continue from here.</p>
        </Notice>
      ) : null}
      {page.untold ? (
        <Notice title="Stripe hasn't sent us its status yet.">
          <p>Reload this page in a minute.</p>
        </Notice>
      ) : null}
      {cards ? (
        <>
          <p>
            <strong>{said.words}</strong> {said.more}
          </p>
          {is_admin ? (
            <div className="row">
              {said.go ? (
                <ActionForm
                  submissionId={submission_id}
                  button={said.go}
                  plain={state === "takes_cards" || state === "paused"}
                  className="inline"
                />
              ) : null}
              {state === "takes_cards" || state === "paused" ? (
                <ActionForm
                  action="/company/payment-account/offering"
                  submissionId={`${submission_id}-offers`}
                  button={state === "paused" ? "Offer cards again" : "Stop offering cards"}
                  className="inline"
                  plain={state !== "paused"}
                >
                  {state === "paused" ? <input type="hidden" name="offers" value="on" /> : null}
                </ActionForm>
              ) : null}
            </div>
          ) : (
            <p className="soft">An admin of your company can set this up.</p>
          )}
          {page.dashboard ? (
            <p>
              Payouts, refunds, and disputes are at <a href={page.dashboard}>Stripe's dashboard</a>. A refund
              that you make there shows up on the invoice by itself.
            </p>
          ) : null}
          <p className="soft small">
            Stripe keeps a fee from each payment and asks for what the law requires. Its pages need
            JavaScript.
          </p>
        </>
      ) : (
        <p>
          <strong>This site doesn't take cards.</strong> Customers pay as usual, and you mark their invoices
          paid.
        </p>
      )}
      {page.is_demo ? <p className="soft small">Demo: no card is charged.</p> : null}
    </div>
  );
}
