import "~/styles/pay.css";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import { createFilterReader } from "~/lib/text/unreadable-filter";
import { parsePage } from "~/modules/jobs/rules/page-of";
import { formatTicketLabel } from "~/modules/trip-tickets/rules/load-labels";
import { Pagination } from "~/ui/pagination";
import { EmptyState, PageHead } from "~/ui/parts";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { listJobMoney, MONEY_PAGE_SIZE } from "../data/job-money.server";
import { getMoneyStateLabel, MONEY_STATES } from "../rules/money-states";

export const meta: MetaFunction = () => [{ title: "Pay lines · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { url } = args.request;
  const { choice, id, unreadable } = createFilterReader(url);
  return {
    ...(await callProcedure(listJobMoney, await createContext(args), {
      job_id: parseId(args.params.jobId),
      payer: id("payer", "Payer"),
      receiver: id("receiver", "Paid to"),
      service: id("service", "Service"),
      state: choice("state", "State", MONEY_STATES),
      page: parsePage(url),
    })),
    unreadable,
    query: new URL(url).search.slice(1),
    size: MONEY_PAGE_SIZE,
  };
}

/** Page that lists the claims behind a total of the job's money. */
export default function JobMoneyLines() {
  const { job, rows, total, cents, page, narrowed, query, size, unreadable } = useLoaderData<typeof loader>();
  const money = paths.job(job.id, "money");
  const words = [
    narrowed.service,
    narrowed.payer ? `paid by ${narrowed.payer}` : null,
    narrowed.receiver ? `to ${narrowed.receiver}` : null,
  ].filter(Boolean);
  return (
    <>
      <PageHead
        title={narrowed.state ? getMoneyStateLabel(narrowed.state) : "Every line"}
        lede={
          words.length
            ? words.join(", ")
            : "Each line is what one load pays one company for one kind of work."
        }
      />
      <div className="stack loose">
        {unreadable.length ? (
          <UnreadableFilter parts={unreadable} />
        ) : rows.length === 0 ? (
          <EmptyState title="No lines here" next={{ href: money, label: "See the job's money" }} />
        ) : (
          <>
            <p className="paysum">
              {narrowed.state === "lacking" ? null : <strong>{formatMoney(cents)}</strong>}{" "}
              <span className="soft">{formatCount(total, "line")}</span>
            </p>
            <ul className="rows card">
              {rows.map((row) => (
                <li key={row.id}>
                  <span>
                    {row.ticket_id === null ? (
                      <strong>{formatTicketLabel(row.number)}</strong>
                    ) : (
                      <a href={paths.ticket(row.ticket_id)}>{formatTicketLabel(row.number)}</a>
                    )}{" "}
                    <span className="soft small">
                      {row.service}, {row.day}
                    </span>{" "}
                    <span className="soft small block">
                      {row.payer} pays {row.receiver}
                      {row.how ? `, ${row.how}` : ""}
                    </span>
                  </span>{" "}
                  <span className="amount">
                    {row.cents === null ? null : <strong className="num">{formatMoney(row.cents)}</strong>}{" "}
                    <span className="soft small">{row.words}</span>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
        <Pagination
          pathname={`${money}/lines`}
          query={query}
          page={page}
          pageSize={size}
          total={unreadable.length ? 0 : total}
          noun="line"
        />
      </div>
    </>
  );
}
