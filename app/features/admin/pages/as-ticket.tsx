import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Eyes } from "~/features/admin/eyes";
import { eyesOf } from "~/features/admin/see-as.server";
import { printTickets } from "~/features/trip-tickets/paper.server";
import { sheetBlocks, sheetHead } from "~/features/trip-tickets/sheet-blocks";
import { naming } from "~/ui/naming";
import { DetailBox, Facts, PageHead } from "~/ui/parts";
import { call, idOf } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Their trip ticket · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { eyes, id, name } = await eyesOf(args);
  const sheets = await call(printTickets, eyes, { ids: [idOf(args.params.ticketId)] });
  return {
    id,
    name,
    sheets: sheets.map((sheet) => ({ id: sheet.id, head: sheetHead(sheet), blocks: sheetBlocks(sheet) })),
  };
}

export const handle = naming<typeof loader>({
  "/admin/companies/:companyId": ({ name }) => name,
  "/admin/companies/:companyId/as/trip-tickets/:ticketId": ({ sheets }) =>
    sheets[0]?.head.title ?? "Trip ticket",
});

/** A load as a company's paper of it says. */
export default function AsTicket() {
  const { id, name, sheets } = useLoaderData<typeof loader>();
  return (
    <Eyes id={id} name={name} room="trip-tickets">
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
    </Eyes>
  );
}
