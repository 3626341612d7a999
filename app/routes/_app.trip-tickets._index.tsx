import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listTickets, onlyNumbered } from "~/features/trip-tickets/list.server";
import { readListQuery } from "~/features/trip-tickets/list-query";
import { StatusChips } from "~/features/trip-tickets/status-chips";
import { TicketTable } from "~/features/trip-tickets/ticket-table";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { ButtonLink, EmptyState, Notice, PageHead } from "~/ui/parts";
import type { CompanyActor } from "~/web/actor";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call } from "~/web/respond.server";
import { visibleCtx } from "~/web/visible.server";

export const meta: MetaFunction = () => [{ title: "Trip tickets · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  const url = new URL(args.request.url);
  const query = readListQuery(url.searchParams);
  const [number, ...others] = query.input.trip_ticket_numbers ?? [];
  if (number !== undefined && others.length === 0 && query.searched) {
    const only = await onlyNumbered(visibleCtx(ctx), number);
    if (only) throw redirect(paths.ticket(only));
  }
  const list = await call(listTickets, ctx, query.input);
  const actor = ctx.actor as CompanyActor;
  const { roles } = actor.company;
  return {
    ...list,
    view: query.view,
    q: query.q,
    problem: query.problem,
    query: url.searchParams.toString(),
    maycreate:
      actor.permissions.trip_ticket.create &&
      (roles.is_land_manager || roles.is_cutter || roles.is_skidder || roles.is_hauler),
  };
}

export default function TripTicketList() {
  const page = useLoaderData<typeof loader>();
  const { view, rows, total, q, query, statuses } = page;
  return (
    <>
      <PageHead
        title="Trip tickets"
        actions={
          <>
            <ButtonLink href={paths.export(query)}>Export</ButtonLink>
            {page.maycreate ? (
              <ButtonLink href={paths.newTicket()} tone="primary">
                <Icon name="plus" /> New trip ticket
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <div className="stack">
        <nav className="seg" aria-label="View">
          <a href={paths.tickets} aria-current={view === "loads" ? "page" : undefined}>
            Loads
          </a>
          <a
            href={`${paths.tickets}?view=available`}
            aria-current={view === "available" ? "page" : undefined}
          >
            Available
          </a>
        </nav>
        <div className="row between">
          <search>
            <form method="get" className="search">
              {view === "available" ? <input type="hidden" name="view" value="available" /> : null}
              <label className="sr" htmlFor="q">
                Ticket numbers
              </label>
              <input
                className="input"
                type="text"
                id="q"
                name="q"
                defaultValue={q}
                inputMode="search"
                placeholder="Number, or several: 1042, 1043"
                aria-describedby={page.problem ? "q-error" : undefined}
              />
              <button type="submit" className="button">
                <Icon name="search" /> Search
              </button>
            </form>
          </search>
          {q ? (
            <a href={view === "available" ? `${paths.tickets}?view=available` : paths.tickets}>
              Clear search
            </a>
          ) : (
            <StatusChips view={view} shown={statuses} />
          )}
        </div>
        {page.problem ? (
          <p className="error-text" id="q-error">
            {page.problem}
          </p>
        ) : null}
        {page.sortable ? null : (
          <Notice>
            <p>
              More than 1,000 loads match, so they stand in the order of their last change. Narrow them down
              to sort in other ways.
            </p>
          </Notice>
        )}
        {rows.length ? (
          <TicketTable page={page} />
        ) : (
          <EmptyState title="No trip tickets found">
            <p className="soft">
              {q ? "No ticket that you can see has this number." : "Nothing here with these statuses."}
            </p>
            {q ? <ButtonLink href={paths.tickets}>Show all loads</ButtonLink> : null}
          </EmptyState>
        )}
        <Pagination
          pathname={paths.tickets}
          query={query}
          page={page.page}
          pageSize={page.pageSize}
          total={total}
          noun="trip ticket"
        />
      </div>
    </>
  );
}
