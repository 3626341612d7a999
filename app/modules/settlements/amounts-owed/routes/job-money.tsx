import "~/styles/pay.css";
import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import { ButtonLink, EmptyState, PageHead } from "~/ui/parts";
import { StatCards } from "~/ui/stat";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getJobMoney } from "../data/job-money.server";
import { buildMoneyHref, getMoneyStateLabel, MONEY_STATES, type MoneyState } from "../rules/money-states";
import { buildUnpayableLoadsHref } from "../rules/needs";
import { MoneyTable } from "../ui/money-tables";

export const meta: MetaFunction = () => [{ title: "Money · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return callProcedure(getJobMoney, await createContext(args), { job_id: parseId(args.params.jobId) });
}

/** Page of a job's paid, owed and waiting amounts. */
export default function JobMoney() {
  const { job, payers, problems, may_settle } = useLoaderData<typeof loader>();
  const money = paths.job(job.id, "money");
  const isSaid = (state: MoneyState, lines: number) => lines > 0 || state === "paid" || state === "open";
  return (
    <>
      <PageHead title="Money" lede="Each line is what one load pays one company for one kind of work." />
      <div className="stack loose">
        {payers.length === 0 ? (
          <EmptyState
            title="Nothing is due on this job yet"
            next={{ href: paths.job(job.id, "rates"), label: "Look at the rates" }}
          >
            <p className="soft">Loads are listed here with what they pay once they are completed.</p>
          </EmptyState>
        ) : null}
        {payers.map((payer) => (
          <section key={payer.id} className="stack paystats" aria-labelledby={`payer-${payer.id}`}>
            <h2 id={`payer-${payer.id}`}>{payer.name}</h2>
            <StatCards
              label={`Totals for ${payer.name}`}
              stats={MONEY_STATES.filter((state) => isSaid(state, payer.sums[state].lines)).map((state) => {
                const { lines, cents } = payer.sums[state];
                return {
                  label: getMoneyStateLabel(state),
                  value: state === "lacking" ? lines.toLocaleString("en-US") : formatMoney(cents),
                  ...(state === "lacking"
                    ? { unit: lines === 1 ? "line" : "lines" }
                    : { note: formatCount(lines, "line") }),
                  href: buildMoneyHref(money, { state, payer: payer.id }),
                };
              })}
            />
          </section>
        ))}
        {may_settle ? (
          <div className="row">
            <ButtonLink href={`/settlements/new?job=${job.id}`}>Make statements of this job</ButtonLink>
          </div>
        ) : null}
        {problems.length ? (
          <section className="stack" aria-labelledby="lacking">
            <h2 id="lacking">Can't be paid yet</h2>
            <ul className="rows card">
              {problems.map(({ problem, title, lines, step }) => (
                <li key={problem}>
                  <span>
                    <strong>{title}</strong>{" "}
                    <a href={buildUnpayableLoadsHref(problem, job.id)}>
                      {formatCount(lines, "line")}
                      <span className="sr">: {title}</span>
                    </a>
                  </span>{" "}
                  {step ? <ButtonLink href={step.href}>{step.label}</ButtonLink> : null}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {payers.map((payer) => (
          <Parts key={payer.id} payer={payer} money={money} />
        ))}
      </div>
    </>
  );
}

type Payer = SerializeFrom<typeof loader>["payers"][number];

/** A payer's amounts by payee and by service; each table is shown only if it has more than one row. */
function Parts({ payer, money }: { payer: Payer; money: string }) {
  const { by_payee, by_service, name } = payer;
  return (
    <>
      {by_payee.length > 1 ? (
        <section className="stack">
          <h2>{name}, by payee</h2>
          <MoneyTable
            head="Company"
            rows={by_payee}
            money={money}
            asked={(row) => ({ payer: payer.id, receiver: row.id })}
          />
        </section>
      ) : null}
      {by_service.length > 1 ? (
        <section className="stack">
          <h2>{name}, by kind of work</h2>
          <MoneyTable
            head="For"
            rows={by_service}
            money={money}
            asked={(row) => ({ payer: payer.id, service: row.id })}
          />
        </section>
      ) : null}
    </>
  );
}
