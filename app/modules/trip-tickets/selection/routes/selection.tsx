import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Pagination } from "~/ui/pagination";
import { ButtonLink, EmptyState } from "~/ui/parts";
import { SeenLink } from "~/ui/seen-link";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { ACT_LABELS, BULK_ACTS } from "../../bulk/rules/bulk";
import { MAX_SHEETS } from "../../shared/paper.server";
import { MAX_SHOWN, showTickets } from "../data/panel.server";
import { listPicked, pickOnPage } from "../data/selection.server";
import { TicketSections } from "../ui/panel";

export const meta: MetaFunction = () => [{ title: "Selected trip tickets · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const asked = Number(new URL(args.request.url).searchParams.get("page") ?? 0);
  const page = Number.isInteger(asked) && asked >= 0 && asked < 10_000 ? asked : 0;
  const { ids } = await callProcedure(listPicked, ctx, {});
  const here = ids.slice(page * MAX_SHOWN, (page + 1) * MAX_SHOWN);
  return {
    total: ids.length,
    page,
    pageSize: MAX_SHOWN,
    print: `/trip-tickets/print?ids=${ids.slice(0, MAX_SHEETS).join(",")}`,
    printed: Math.min(ids.length, MAX_SHEETS),
    tickets: await callProcedure(showTickets, ctx, { ids: here }),
  };
}

/** Save the checkboxes of a page of the list, then open the page of the action chosen for all selected tickets. */
export const action = (args: ActionFunctionArgs) =>
  postOnly(pickOnPage, args, ({ back, next, hauler }) => {
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
        {BULK_ACTS.map((act) => (
          <ButtonLink key={act} href={paths.bulkAct(act)} tone={act === "deletion" ? "danger" : ""}>
            {ACT_LABELS[act].title}
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
        <SeenLink to={paths.tickets}>Back to the list</SeenLink>
      </div>
    </div>
  ) : (
    <EmptyState title="Nothing is selected">
      <p className="soft">Select loads in the list. They stay selected from page to page.</p>
      <SeenLink to={paths.tickets} className="button">
        Go to the list
      </SeenLink>
    </EmptyState>
  );
}
