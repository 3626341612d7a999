import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MOST_SHEETS, printTickets } from "~/features/trip-tickets/paper.server";
import { PaperBar, readPaper } from "~/features/trip-tickets/paper-bar";
import { TicketSheet } from "~/features/trip-tickets/ticket-sheet";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { missing } from "~/web/refusal";
import { asPage, call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Trip tickets" }];

export async function loader(args: LoaderFunctionArgs) {
  const given = new URL(args.request.url).searchParams.getAll("ids").flatMap((text) => text.split(","));
  const ids = [...new Set(given.filter((t) => /^[1-9]\d{0,14}$/.test(t)).map(Number))].slice(0, MOST_SHEETS);
  const ctx = await context(args);
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
