import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hasPermission } from "~/lib/access/crew-permissions";
import { formatMoney } from "~/lib/money/money";
import { formatDate } from "~/lib/time/time";
import { ButtonLink, EmptyState } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { listAdjustments } from "../data/adjustments.server";
import { listBalances } from "../data/rules.server";
import { ADJUSTMENT_KIND_LABELS } from "../rules/words";

export const meta: MetaFunction = () => [{ title: "Adjustments · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const [list, balances] = await Promise.all([
    callProcedure(listAdjustments, ctx, { take: 100 }),
    callProcedure(listBalances, ctx, {}),
  ]);
  return {
    ...list,
    ...balances,
    me: ctx.actor.company?.id ?? 0,
    may_add: hasPermission(ctx.actor.permissions, "settlement.create"),
  };
}

type Pair = Record<"paying_company" | "receiving_company", { id: number; name: string }>;
/** Format the name of the other company; name both companies if the acting company settles for another payer. */
const between = ({ paying_company, receiving_company }: Pair, me: number): string =>
  paying_company.id === me
    ? receiving_company.name
    : receiving_company.id === me
      ? paying_company.name
      : `${paying_company.name} to ${receiving_company.name}`;

/** Page of pending and stated adjustments, and of receivers' advances and holdbacks. */
export default function Adjustments() {
  const page = useLoaderData<typeof loader>();
  return (
    <div className="stack loose">
      {page.may_add ? (
        <div className="row">
          <ButtonLink href="/settlements/adjustments/new" tone="primary">
            Add an adjustment
          </ButtonLink>{" "}
          <ButtonLink href="/settlements/rules">On every statement</ButtonLink>
        </div>
      ) : null}
      {page.settlement_balances.length ? (
        <table className="settling">
          <caption>Balances</caption>
          <thead>
            <tr>
              <th scope="col">Company</th>
              <th scope="col" className="money">
                Advanced
              </th>
              <th scope="col" className="money">
                Held back
              </th>
            </tr>
          </thead>
          <tbody>
            {page.settlement_balances.map((b) => (
              <tr key={`${b.paying_company.id} ${b.receiving_company.id}`}>
                <th scope="row">{between(b, page.me)}</th>
                <td className="money">{formatMoney(b.advance_cents)}</td>
                <td className="money">{formatMoney(b.holdback_cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {page.settlement_adjustments.length === 0 ? (
        <EmptyState
          title="No adjustments yet."
          next={page.may_add ? { href: "/settlements/adjustments/new", label: "Add an adjustment" } : null}
        />
      ) : (
        <ul className="stack">
          {page.settlement_adjustments.map((a) => (
            <li key={a.id} className="card settle-one">
              <strong>
                {ADJUSTMENT_KIND_LABELS[a.kind]}: {between(a, page.me)}
              </strong>{" "}
              <strong className="money">{formatMoney(a.amount_cents)}</strong>{" "}
              <span className="wide">{a.words}</span>{" "}
              <span className="wide soft small">
                {a.cancelled_at
                  ? "Cancelled"
                  : a.statement_number
                    ? `On statement ${a.statement_number}`
                    : `Goes on the next statement from ${formatDate(a.due_on)}`}{" "}
                {page.may_add && a.may_cancel ? (
                  <a href={`/settlements/adjustments/${a.id}/cancellation`}>Cancel it</a>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
