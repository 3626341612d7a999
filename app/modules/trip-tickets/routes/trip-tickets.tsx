import "~/styles/bulk.css";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getDay } from "~/lib/time/time";
import { MAX_DIRECT_EXPORT_TICKETS } from "~/modules/exports/rules/kinds";
import { buildPageHref, Pagination } from "~/ui/pagination";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { createListCookie } from "~/web/last-list.server";
import { paths } from "~/web/paths";
import type { Call } from "~/web/run-procedure.server";
import { toReadContext } from "~/web/visible.server";
import { listAssignableHaulers } from "../bulk/data/quick-assign.server";
import { readCachedRowOptions, readCachedTabCounts } from "../list/data/around-list.server";
import { getFilterOptions, readFilterNames } from "../list/data/filter-options.server";
import { resolveFilter } from "../list/rules/filter";
import { formatListTotal } from "../list/rules/list-total";
import { FilterChips, formatListTitle } from "../list/ui/filter-chips";
import { FilterPanel } from "../list/ui/filter-panel";
import { ListButtons, RowCountLinks } from "../list/ui/list-buttons";
import { ListNotices, NoTickets } from "../list/ui/list-notices";
import { ColumnStorageMirror, ListSearch } from "../list/ui/list-search";
import { TicketTable } from "../list/ui/ticket-table";
import { getListActions } from "../rules/list-actions";
import { formatListQuery, getFilterLists, parseListQuery } from "../rules/list-query";
import { getFilterBeyondTab, isNarrowerThanTab, MAX_SAVED_TABS } from "../rules/list-tabs";
import { TICKET_VIEWS } from "../rules/trip-ticket";
import { listSavedFilters } from "../saved-filters/data/saved-filters.server";
import { readSelectedTickets } from "../selection/data/panel.server";
import { readPageSelection } from "../selection/data/selection.server";
import { TicketPanel } from "../selection/ui/panel";
import { SelectionBar } from "../selection/ui/selection-bar";
import { findNumbered, listTickets } from "../shared/list.server";
import "~/styles/loads.css";
import "~/styles/filter-row.css";

export const meta: MetaFunction = () => [{ title: "Trip tickets · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const params = new URL(args.request.url).searchParams;
  const { input, filter, view, q, problem, searched } = parseListQuery(params);
  const reader = toReadContext(ctx);
  const [number, ...others] = input.trip_ticket_numbers ?? [];
  if (number !== undefined && others.length === 0 && searched) {
    const only = await callProcedure(findNumbered, ctx, { number, typed: q });
    if (only) throw redirect(paths.ticket(only));
  }
  const list = await callProcedure(listTickets, ctx, resolveFilter(input, ctx.actor.zone));
  const ids = list.rows.map((row) => row.id);
  const open = params.has("filters") || filter.unreadable !== undefined;
  const me = ctx.actor.user?.id ?? null;
  const query = formatListQuery({
    view,
    q,
    filter,
    sort: input.sort,
    desc: input.descending,
    rows: input.rows,
  });
  const page = {
    ...list,
    view,
    q,
    problem,
    filter,
    query,
    me,
    many: input.rows !== undefined,
    counts: q || isNarrowerThanTab(filter, me) ? {} : await readCachedTabCounts(ctx),
    chips: getFilterBeyondTab({ view, filter }, me),
    names: await readFilterNames(reader, getFilterBeyondTab({ view, filter }, me)),
    groups: open
      ? await callProcedure(getFilterOptions, ctx, { view, chosen: getFilterLists(filter) })
      : null,
    row: open ? null : await readCachedRowOptions(ctx, { view, chosen: getFilterLists(filter) }),
    saved: await savedTabs(ctx),
    brief: list.total > 0 && !list.capped && list.total <= MAX_DIRECT_EXPORT_TICKETS,
    today: getDay(ctx.now, ctx.actor.zone),
    picked: await readPageSelection(reader, ids),
    haulers: reader.actor.user ? await callProcedure(listAssignableHaulers, ctx, { ids }) : [],
    ids,
    seen_at: ctx.now.toISOString(),
    panel: await readSelectedTickets(ctx, params.get("selected")),
    may: getListActions(reader.actor),
  };
  const seen = {
    query: buildPageHref("", query, list.page).slice(1),
    ids,
    more: list.capped || (list.page + 1) * list.pageSize < list.total,
  };
  return data(
    { ...page, said: formatListTitle(page, page.names) },
    { headers: createListCookie("tickets", ctx.actor, seen) },
  );
}

/** The first saved filters are tabs of the list; a separate page has all of them. */
const savedTabs = async (ctx: Call) =>
  (await callProcedure(listSavedFilters, ctx, {})).slice(0, MAX_SAVED_TABS);

export default function TripTicketList() {
  const page = useLoaderData<typeof loader>();
  const { view, rows, total, q, query, filter } = page;
  const here = buildPageHref("", query, page.page).replace("?", "");
  return (
    <div data-list="" data-edit="edit/details">
      <PageHead
        title="Trip tickets"
        actions={
          <ListButtons
            may={page.may}
            query={query}
            brief={page.brief}
            weighed={view === "loads" ? page.ids : []}
          />
        }
      >
        <p className="soft">{formatListTotal(page)}</p>
        <p className="paper-only">{page.said}</p>
      </PageHead>
      <div className="stack">
        <ListSearch page={page} />
        <FilterChips view={view} filter={filter} shown={page.chips} names={page.names} />
        <ListNotices sortable={page.sortable} looked={page.looked} />
        <div
          className={page.panel || page.groups ? "with-panel" : undefined}
          data-panel-frame={page.groups ? undefined : ""}
        >
          {page.groups ? (
            <FilterPanel view={view} filter={filter} groups={page.groups} today={page.today} />
          ) : null}
          <div>
            {rows.length ? (
              <TicketTable page={{ ...page, picked: page.may.works ? page.picked.here : null }} />
            ) : (
              <NoTickets searched={q !== ""} filtered={query !== ""} create={page.may.create} />
            )}
          </div>
          {page.panel ? <TicketPanel panel={page.panel} back={`${paths.tickets}?${here}`} /> : null}
        </div>
        <Pagination
          pathname={paths.tickets}
          query={query}
          page={page.page}
          pageSize={page.pageSize}
          total={total}
          capped={page.capped}
          noun="trip ticket"
        />
        <RowCountLinks
          pathname={paths.tickets}
          query={query}
          few={TICKET_VIEWS[view].pageSize}
          many={page.many}
        />
        {page.may.works && (rows.length || page.picked.count) ? (
          <SelectionBar
            shown={page.ids}
            here={page.picked.here.length}
            picked={page.picked.count}
            total={total}
            capped={page.capped}
            back={here}
            haulers={page.haulers}
            seen_at={page.seen_at}
          />
        ) : null}
        <ColumnStorageMirror columns={page.columns} />
      </div>
    </div>
  );
}
