import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hasPermission } from "~/lib/access/crew-permissions";
import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import { formatDate } from "~/lib/time/time";
import { countRateRequests } from "~/modules/rates/shared/payer-requests.server";
import { ButtonLink, EmptyState, Notice } from "~/ui/parts";
import { createContext, identifyCaller } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { listToPay } from "../data/overview.server";
import { getSettlementsTrial } from "../shared/start-trial.server";
import { SettlementsIntro, TrialCard } from "../shared/trial-card";
import { getReceivables } from "../statements/data/money.server";
import { ReceivableSums, UnpaidStatementSum } from "../statements/ui/receive-sums";

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await identifyCaller(args);
  if (actor.user && actor.companies.length === 0) return null;
  const ctx = await createContext(args);
  const trial = await callProcedure(getSettlementsTrial, ctx, {});
  const pay = trial.is_viewable ? await callProcedure(listToPay, ctx, {}) : null;
  return {
    trial,
    pay,
    asks: await callProcedure(countRateRequests, ctx, {}),
    // A company with nobody to pay sees the amounts that it will receive.
    receives: pay?.receivers.length === 0 ? await callProcedure(getReceivables, ctx, {}) : null,
    may_make: hasPermission(ctx.actor.permissions, "settlement.create"),
    submission_id: createSubmissionId(),
  };
}

/** Format ", 1 adjustment waits"; empty if there is none. */
const waits = (n: number) =>
  n === 0 ? "" : n === 1 ? ", 1 adjustment waits" : `, ${formatCount(n, "adjustment")} wait`;

/**
 * Page of companies to pay, with their open amounts; without a company or settlements access, an explanation of
 * settlements.
 */
export default function ToPay() {
  const page = useLoaderData<typeof loader>();
  if (!page) return <SettlementsIntro />;
  const { trial, pay, receives, asks, may_make, submission_id } = page;
  const requests =
    asks === 0 ? null : (
      <Notice
        tone="warn"
        title={asks === 1 ? "A company asks you to pay a rate." : `You are asked to pay ${asks} rates.`}
      >
        <p>
          You owe nothing by it until you accept. <a href="/settlements/rate-requests">Accept or decline</a>
        </p>
      </Notice>
    );
  if (!pay)
    return (
      <div className="stack loose">
        {requests}
        <TrialCard mayStart={trial.may_start && may_make} submissionId={submission_id} />
      </div>
    );
  const last = pay.periods[0];
  return (
    <div className="stack loose">
      {requests}
      {receives && (receives.pay_days.cents || receives.open_cents) ? (
        <section className="stack" aria-labelledby="receives">
          <h2 id="receives">What you receive</h2>
          <ReceivableSums {...receives} />
        </section>
      ) : null}
      {trial.words ? (
        <Notice tone="warn" title={trial.words}>
          <p>You can still read, print and export everything.</p>
          <p>
            <ButtonLink href="/contact-sales" dialog="main">
              Contact Sales
            </ButtonLink>
          </p>
        </Notice>
      ) : null}
      {trial.may_start && may_make ? <TrialCard mayStart submissionId={submission_id} /> : null}
      {pay.run === null ? null : (
        <Notice title="Statements are being made.">
          <p>
            <a href={`/settlements/runs/${pay.run}`}>See the progress</a>
          </p>
        </Notice>
      )}
      {pay.pay_days.cents ? <UnpaidStatementSum days={pay.pay_days} word="due" /> : null}
      {pay.receivers.length === 0 ? (
        <EmptyState
          title="Nothing is open to pay."
          next={{ href: "/settlements/to-receive", label: "See what you receive" }}
        />
      ) : (
        <>
          {trial.is_active && may_make && last ? (
            <div className="row">
              <ButtonLink tone="primary" href={`/settlements/new?from=${last.from}&through=${last.through}`}>
                Make statements
              </ButtonLink>
            </div>
          ) : null}
          <table className="settling">
            <caption className="sr">Companies to pay</caption>
            <thead>
              <tr>
                <th scope="col">Company</th>
                <th scope="col" className="money">
                  Open
                </th>
              </tr>
            </thead>
            <tbody>
              {pay.receivers.map((r) => (
                <tr key={r.id}>
                  <td>
                    <strong>{r.name}</strong>
                    <br />
                    <span className="soft small">
                      {r.loads || !r.problems
                        ? formatCount(r.loads, "load")
                        : `${formatCount(r.problems, "load")} without an amount`}
                      {r.oldest ? `, oldest ${formatDate(r.oldest)}` : ""}
                      {r.loads && r.problems ? `, ${formatCount(r.problems, "load")} without an amount` : ""}
                      {waits(r.waiting)}
                    </span>
                  </td>
                  <td className="money">{formatMoney(r.cents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {pay.for_others.length ? (
        <section className="stack" aria-labelledby="for-others">
          <h2 id="for-others">You settle for others</h2>
          <p className="soft">They pay on your jobs and have no people here.</p>
          <ul className="rows card">
            {pay.for_others.map((payer) => (
              <li key={payer.id}>
                <span>
                  <strong>Expected from {payer.name}</strong>{" "}
                  <span className="soft small">
                    {formatMoney(payer.cents)}, {formatCount(payer.loads, "load")}
                    {waits(payer.waiting)}
                  </span>
                </span>{" "}
                {trial.is_active && may_make ? (
                  <ButtonLink href={`/settlements/new?payer=${payer.id}`}>
                    Make statements<span className="sr"> for {payer.name}</span>
                  </ButtonLink>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
