import "~/styles/pay.css";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { createFilterReader } from "~/lib/text/unreadable-filter";
import { parsePage } from "~/modules/jobs/rules/page-of";
import { formatTicketInSentence, formatTicketLabel } from "~/modules/trip-tickets/rules/load-labels";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/parts";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { listUnpayableLoads, PAGE_SIZE } from "../data/needs-you.server";
import { buildUnpayableLoadsHref, PAY_PROBLEMS } from "../rules/needs";

export const meta: MetaFunction = () => [{ title: "Needs you · Settlements · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { url } = args.request;
  const { choice, id, unreadable } = createFilterReader(url);
  return {
    ...(await callProcedure(listUnpayableLoads, await createContext(args), {
      page: parsePage(url),
      problem: choice("problem", "Reason", PAY_PROBLEMS),
      job_id: id("job", "Job"),
    })),
    unreadable,
    query: new URL(url).search.slice(1),
    size: PAGE_SIZE,
  };
}

/** Page of loads that can't be paid yet, grouped by problem; each load has its one next step. */
export default function UnpayableLoads() {
  const { groups, total, one, job, page, query, size, unreadable } = useLoaderData<typeof loader>();
  if (unreadable.length) return <UnreadableFilter parts={unreadable} />;
  if (groups.length === 0)
    return (
      <EmptyState title="Every load can be paid" next={{ href: "/settlements", label: "See what is open" }}>
        <p className="soft">Loads without a scale, a rate, or miles are listed here.</p>
      </EmptyState>
    );
  return (
    <div className="stack loose">
      <p>
        {formatCount(total, "line")}
        {job?.name ? (
          <>
            {" "}
            of <a href={paths.job(job.id, "money")}>{job.name}</a>
          </>
        ) : null}{" "}
        can't be paid yet.{" "}
        {one === null ? null : (
          <a href={job ? buildUnpayableLoadsHref(null, job.id) : "/settlements/needs-you"}>
            Show every reason
          </a>
        )}{" "}
        {job ? <a href="/settlements/needs-you">Show every job</a> : null}
      </p>
      {groups.map((group) => (
        <section key={group.problem} className="stack" aria-labelledby={group.problem}>
          <h2 id={group.problem}>
            {group.title} <span className="soft">({group.count.toLocaleString("en-US")})</span>
          </h2>
          <ul className="rows card">
            {group.loads.map((load) => (
              <li key={load.id}>
                <span>
                  {load.ticket_id === null ? (
                    <strong>{formatTicketLabel(load.number)}</strong>
                  ) : (
                    <a href={paths.ticket(load.ticket_id)}>{formatTicketLabel(load.number)}</a>
                  )}{" "}
                  <span className="soft small">
                    {load.service}, {load.job}, {load.day}
                  </span>{" "}
                  <span className="soft small block">{load.between}</span>
                </span>{" "}
                {load.step ? (
                  <a className="button" href={load.step.href}>
                    {load.step.label}
                    <span className="sr"> for {formatTicketInSentence(load.number)}</span>
                  </a>
                ) : null}{" "}
                {load.is_payer && group.problem === "paid_to_other" ? (
                  <a href={`/settlements/claims/${load.id}/payable`}>
                    Leave it where it is<span className="sr"> for {formatTicketInSentence(load.number)}</span>
                  </a>
                ) : null}{" "}
                {load.may_leave ? (
                  <a href={`/settlements/claims/${load.id}/handover`}>
                    Ask for help<span className="sr"> with {formatTicketInSentence(load.number)}</span>
                  </a>
                ) : null}{" "}
                {load.is_payer && group.problem !== "paid_to_other" ? (
                  <a href={`/settlements/claims/${load.id}/payable`}>
                    Mark not payable<span className="sr"> for {formatTicketInSentence(load.number)}</span>
                  </a>
                ) : null}
              </li>
            ))}
          </ul>
          {one === null && group.count > group.loads.length ? (
            <p>
              <a
                href={
                  job
                    ? buildUnpayableLoadsHref(group.problem, job.id)
                    : `/settlements/needs-you?problem=${group.problem}`
                }
              >
                Show all {group.count.toLocaleString("en-US")}
                <span className="sr"> of: {group.title}</span>
              </a>
            </p>
          ) : null}
        </section>
      ))}
      {one === null ? null : (
        <Pagination
          pathname="/settlements/needs-you"
          query={query}
          page={page}
          pageSize={size}
          total={total}
          noun="payment"
        />
      )}
    </div>
  );
}
