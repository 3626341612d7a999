import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getSheet } from "~/features/sheets/sheets.server";
import { naming } from "~/ui/naming";
import { Notice } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Blank sheet · Timbertally" }];

/** Where a sheet's code leads: to its ticket once it has one, else to the form that makes it. */
export async function loader(args: LoaderFunctionArgs) {
  const sig = new URL(args.request.url).searchParams.get("sig")?.slice(0, 100) ?? "";
  const sheet = await call(getSheet, await context(args), { sheet_id: idOf(args.params.sheetId), sig });
  if (sheet.trip_ticket_id) throw redirect(paths.ticket(sheet.trip_ticket_id));
  if (!sheet.voided) throw redirect(paths.newTicketOfSheet(sheet.job.id, sheet.id, sig));
  return { sheet };
}

export const handle = naming<typeof loader>({
  "/sheets/:sheetId": ({ sheet }) => ({
    name: `#${sheet.trip_ticket_number}`,
    title: `Sheet #${sheet.trip_ticket_number}`,
    lede: sheet.job.name,
  }),
});

export default function Sheet() {
  const { sheet } = useLoaderData<typeof loader>();
  return (
    <div className="narrow">
      <Notice tone="warn" title="This sheet was voided">
        <p>{sheet.voided_reason}</p>
        <p>
          Use another sheet, or <a href={paths.newTicket(sheet.job.id)}>create a trip ticket</a> with the next
          number.
        </p>
      </Notice>
    </div>
  );
}
