import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { printTickets } from "~/features/trip-tickets/paper.server";
import { PaperBar, readPaper } from "~/features/trip-tickets/paper-bar";
import { TicketSheet } from "~/features/trip-tickets/ticket-sheet";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf } from "~/web/respond.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Trip Ticket #${data?.sheets[0]?.number ?? ""}` },
];

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args.params.ticketId);
  const sheets = await call(printTickets, await context(args), { ids: [id] });
  return { id, sheets, paper: readPaper(args.request.url) };
}

export default function Print() {
  const { id, sheets, paper } = useLoaderData<typeof loader>();
  return (
    <main>
      <PaperBar back={paths.ticket(id)} here={paths.ticketPrint(id)} query="" paper={paper} />
      {sheets.map((sheet) => (
        <TicketSheet key={sheet.id} sheet={sheet} paper={paper} />
      ))}
    </main>
  );
}
