import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ACT_LABELS, BULK_ACTS } from "~/features/bulk/bulk";
import { TicketSections } from "~/features/selection/panel";
import { MOST_SHOWN, showTickets } from "~/features/selection/panel.server";
import { listPicked, pickOnPage } from "~/features/selection/selection.server";
import { MOST_SHEETS } from "~/features/trip-tickets/paper.server";
import { Pagination } from "~/ui/pagination";
import { ButtonLink, EmptyState } from "~/ui/parts";
import { SeenLink } from "~/ui/seen-link";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Selected trip tickets · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  const asked = Number(new URL(args.request.url).searchParams.get("page") ?? 0);
  const page = Number.isInteger(asked) && asked >= 0 && asked < 10_000 ? asked : 0;
  const { ids } = await call(listPicked, ctx, {});
  const here = ids.slice(page * MOST_SHOWN, (page + 1) * MOST_SHOWN);
  return {
    total: ids.length,
    page,
    pageSize: MOST_SHOWN,
    print: `/trip-tickets/print?ids=${ids.slice(0, MOST_SHEETS).join(",")}`,
    printed: Math.min(ids.length, MOST_SHEETS),
    tickets: await call(showTickets, ctx, { ids: here }),
  };
}

/** The boxes of a page of the list, as they were ticked; then the page of what one wants to do with all that is picked. */
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
