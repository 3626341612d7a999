import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { StateChecklist } from "~/modules/state-rules/shared/checklist";
import { getTicketChecklist } from "~/modules/state-rules/shared/state-rules.server";
import { OfflineStatus } from "~/ui/offline";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { findTicketIdInPath } from "../list/data/ticket-at.server";
import { TicketSheet } from "../paper/ui/ticket-sheet";
import { printTickets } from "../shared/paper.server";
import { PaperBar, parsePaperSize } from "../shared/paper-bar";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Trip Ticket #${data?.sheets[0]?.number ?? ""}` },
];

export async function loader(args: LoaderFunctionArgs) {
  const id = await findTicketIdInPath(args);
  const ctx = await createContext(args);
  const [sheets, checklist] = await Promise.all([
    callProcedure(printTickets, ctx, { ids: [id] }),
    callProcedure(getTicketChecklist, ctx, { id }),
  ]);
  const { user, company, zone } = ctx.actor;
  const reader = { user: user?.id, company: company?.id ?? "", zone };
  return { id, sheets, checklist, paper: parsePaperSize(args.request.url), reader };
}

export default function TicketPrintPage() {
  const { id, sheets, checklist, paper, reader } = useLoaderData<typeof loader>();
  return (
    <main data-user={reader.user} data-company={reader.company} data-zone={reader.zone}>
      <div className="screen-only">
        <OfflineStatus />
      </div>
      <PaperBar back={paths.ticket(id)} here={paths.ticketPrint(id)} query="" paper={paper} />
      <StateChecklist checklist={checklist} />
      {sheets.map((sheet) => (
        <TicketSheet key={sheet.id} sheet={sheet} paper={paper} />
      ))}
    </main>
  );
}
