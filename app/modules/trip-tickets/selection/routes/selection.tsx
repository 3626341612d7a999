import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Pagination } from "~/ui/pagination";
import { ButtonLink, EmptyState } from "~/ui/parts";
import { LastListLink } from "~/ui/seen-link";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { submitSmallForm } from "~/web/post-only.server";
import { BULK_ACTION_LABELS, BULK_ACTIONS } from "../../bulk/rules/bulk";
import { MAX_PRINTED_SHEETS } from "../../shared/paper.server";
import { MAX_PANEL_TICKETS, showTickets } from "../data/panel.server";
import { listPicked, pickOnPage } from "../data/selection.server";
import { TicketSections } from "../ui/panel";

export const meta: MetaFunction = () => [{ title: "Selected trip tickets · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const asked = Number(new URL(args.request.url).searchParams.get("page") ?? 0);
  const page = Number.isInteger(asked) && asked >= 0 && asked < 10_000 ? asked : 0;
  const { ids } = await callProcedure(listPicked, ctx, {});
  const here = ids.slice(page * MAX_PANEL_TICKETS, (page + 1) * MAX_PANEL_TICKETS);
  return {
    total: ids.length,
    page,
    pageSize: MAX_PANEL_TICKETS,
    print: `/trip-tickets/print?ids=${ids.slice(0, MAX_PRINTED_SHEETS).join(",")}`,
    printed: Math.min(ids.length, MAX_PRINTED_SHEETS),
    tickets: await callProcedure(showTickets, ctx, { ids: here }),
  };
}

/** Save the checkboxes of one list page, then open the page of the chosen action for all selected tickets. */
export const action = (args: ActionFunctionArgs) =>
  submitSmallForm(pickOnPage, args, ({ back, next, hauler }) => {
    if (next === "assignment" && hauler) return `${paths.bulkAct(next)}?hauler_company_id=${hauler}`;
    if (next === "assignment" || next === "status") return paths.bulkAct(next);
    if (next === "print") return paths.selectionPrint;
    return next === "more" ? paths.selection : paths.ticketList(back);
  });

export default function Selection() {
  const page = useLoaderData<typeof loader>();
  const { total, tickets } = page;
  return total ? (
    <div className="stack loose">
      <nav className="row" aria-label="What do you want to do?">
        {BULK_ACTIONS.map((act) => (
          <ButtonLink key={act} href={paths.bulkAct(act)} tone={act === "deletion" ? "danger" : ""}>
            {BULK_ACTION_LABELS[act].title}
          </ButtonLink>
        ))}
        <ButtonLink href={paths.export("selection=1")}>Export</ButtonLink>
        <ButtonLink href={page.print}>
          {page.printed < total ? `Print the first ${page.printed}` : "Print"}
        </ButtonLink>
      </nav>
      <div className="card">
        <TicketSections tickets={tickets} />
      </div>
      <Pagination
        pathname={paths.selection}
        query=""
        page={page.page}
        pageSize={page.pageSize}
        total={total}
        noun="selected ticket"
      />
      <div className="row">
        <form method="post" action={paths.selectionClearing}>
          <input type="hidden" name="sure" value="yes" />
          <button type="submit" className="button">
            Clear selection
          </button>
        </form>
        <LastListLink to={paths.tickets}>Back to the list</LastListLink>
      </div>
    </div>
  ) : (
    <EmptyState title="Nothing is selected">
      <p className="soft">Select loads in the list. They stay selected from page to page.</p>
      <LastListLink to={paths.tickets} className="button">
        Go to the list
      </LastListLink>
    </EmptyState>
  );
}
