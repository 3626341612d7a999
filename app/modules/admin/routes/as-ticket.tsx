import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createSheetBlocks, getSheetHeader } from "~/modules/trip-tickets/paper/rules/sheet-blocks";
import { printTickets } from "~/modules/trip-tickets/shared/paper.server";
import { createBreadcrumbHandle } from "~/ui/naming";
import { DetailBox, Facts, PageHead } from "~/ui/parts";
import { callProcedure, parseId } from "~/web/form-action.server";
import { loadViewAsContext } from "../data/see-as.server";
import { ViewAsLayout } from "../ui/impersonation-banner";

export const meta: MetaFunction = () => [{ title: "Their trip ticket · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { eyes, id, name } = await loadViewAsContext(args);
  const sheets = await callProcedure(printTickets, eyes, { ids: [parseId(args.params.ticketId)] });
  return {
    id,
    name,
    sheets: sheets.map((sheet) => ({
      id: sheet.id,
      head: getSheetHeader(sheet),
      blocks: createSheetBlocks(sheet),
    })),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/companies/:companyId": ({ name }) => name,
  "/admin/companies/:companyId/as/trip-tickets/:ticketId": ({ sheets }) =>
    sheets[0]?.head.title ?? "Trip ticket",
});

/** Page of a load as on a company's printed ticket. */
export default function ViewAsTicketPage() {
  const { id, name, sheets } = useLoaderData<typeof loader>();
  return (
    <ViewAsLayout id={id} name={name} room="trip-tickets">
      {sheets.map(({ id: ticket, head, blocks }) => (
        <div key={ticket} className="stack">
          <PageHead title={head.title} lede={head.line} />
          <div className="boxes">
            {blocks.map(({ title, columns }) => (
              <DetailBox key={title} title={title}>
                <Facts facts={columns.flat()} />
              </DetailBox>
            ))}
          </div>
        </div>
      ))}
    </ViewAsLayout>
  );
}
