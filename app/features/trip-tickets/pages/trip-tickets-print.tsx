import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listPicked } from "~/features/selection/selection.server";
import { MOST_SHEETS, printTickets } from "~/features/trip-tickets/paper.server";
import { PaperBar, readPaper } from "~/features/trip-tickets/paper-bar";
import { TicketSheet } from "~/features/trip-tickets/ticket-sheet";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { missing } from "~/web/refusal";
import { asPage, call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Trip tickets" }];

export async function loader(args: LoaderFunctionArgs) {
  const params = new URL(args.request.url).searchParams;
  const ctx = await context(args);
  const given = params.getAll("ids").flatMap((text) => text.split(","));
  const named = given.filter((t) => /^[1-9]\d{0,14}$/.test(t)).map(Number);
  // What the reader has picked, where the address says so.
  const picked = params.has("selection") ? (await call(listPicked, ctx, {})).ids : [];
  const ids = [...new Set([...named, ...picked])].slice(0, MOST_SHEETS);
  if (ids.length === 0)
    throw asPage(missing("List the tickets to print, like /trip-tickets/print?ids=12,15."));
  return { ids, sheets: await call(printTickets, ctx, { ids }), paper: readPaper(args.request.url) };
}

export default function Print() {
  const { ids, sheets, paper } = useLoaderData<typeof loader>();
  return (
    <main>
      <PaperBar
        back={paths.tickets}
        here="/trip-tickets/print"
        query={`ids=${ids.join(",")}`}
        paper={paper}
      />
      {sheets.map((sheet) => (
        <TicketSheet key={sheet.id} sheet={sheet} paper={paper} />
      ))}
    </main>
  );
}
