import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createContext } from "~/web/context.server";
import { callProcedure, toErrorResponse } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { notFound } from "~/web/refusal";
import { TicketSheet } from "../paper/ui/ticket-sheet";
import { listPicked } from "../selection/data/selection.server";
import { MAX_PRINTED_SHEETS, printTickets } from "../shared/paper.server";
import { PaperBar, parsePaperSize } from "../shared/paper-bar";

export const meta: MetaFunction = () => [{ title: "Trip tickets" }];

export async function loader(args: LoaderFunctionArgs) {
  const params = new URL(args.request.url).searchParams;
  const ctx = await createContext(args);
  const inputs = params.getAll("ids").flatMap((text) => text.split(","));
  const named = inputs.filter((t) => /^[1-9]\d{0,14}$/.test(t)).map(Number);
  // Read the user's selected tickets, if the URL requests them.
  const picked = params.has("selection") ? (await callProcedure(listPicked, ctx, {})).ids : [];
  const ids = [...new Set([...named, ...picked])].slice(0, MAX_PRINTED_SHEETS);
  if (ids.length === 0)
    throw toErrorResponse(notFound("List the tickets to print, like /trip-tickets/print?ids=12,15."));
  return {
    ids,
    sheets: await callProcedure(printTickets, ctx, { ids }),
    paper: parsePaperSize(args.request.url),
  };
}

export default function TicketListPrintPage() {
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
