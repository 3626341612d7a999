import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import { formatDay } from "~/lib/time/time";
import { EmptyState } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getReceivables } from "../data/money.server";
import { ReceivableSums } from "../ui/receive-sums";
import { StatementRows } from "../ui/statement-rows";

export const loader = async (args: LoaderFunctionArgs) =>
  callProcedure(getReceivables, await createContext(args), {});

/**
 * Format loads that are not on a statement as "4 loads, the oldest of Nov 16, 2026. 2 loads without an amount yet"; if
 * no load has an amount, only the second part.
 */
function openWords({ loads, problems, oldest }: { loads: number; problems: number; oldest: string }): string {
  const day = `, the oldest of ${formatDay(oldest)}`;
  if (loads === 0) return `${formatCount(problems, "load")} without an amount yet${day}`;
  return `${formatCount(loads, "load")}${day}${problems ? `. ${formatCount(problems, "load")} without an amount yet` : ""}`;
}

/** Money owed to the payee: the amounts first, then their details. */
export default function ReceivablesPage() {
  const { open, statements, ...sums } = useLoaderData<typeof loader>();
  if (open.length === 0 && statements.length === 0)
    return (
      <EmptyState title="Nothing to receive yet" next={{ href: "/trip-tickets", label: "See your loads" }}>
        <p className="soft">
          Loads that you cut, skid or haul are listed here once they are completed, with what they pay.
        </p>
      </EmptyState>
    );
  return (
    <div className="stack loose">
      <ReceivableSums {...sums} />
      {open.length ? (
        <section className="stack" aria-labelledby="open">
          <h2 id="open">Not on a statement yet</h2>
          <ul className="rows card">
            {open.map((row) => (
              <li key={row.payer}>
                <span>
                  <strong>{row.payer}</strong> <span className="soft small">{openWords(row)}</span>
                </span>{" "}
                <strong className="num">{formatMoney(row.cents)}</strong>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {statements.length ? (
        <section className="stack" aria-labelledby="stated">
          <h2 id="stated">Statements</h2>
          <StatementRows rows={statements} side="payer" />
          <p>
            <a href="/settlements/statements">All statements</a>
          </p>
        </section>
      ) : null}
    </div>
  );
}
