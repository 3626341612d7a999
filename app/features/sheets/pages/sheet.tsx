import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { signatureHolds } from "~/core/tickets/qr.server";
import { getSheet } from "~/features/sheets/sheets.server";
import { naming } from "~/ui/naming";
import { Notice } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { perform } from "~/web/perform.server";
import { Refusal } from "~/web/refusal";
import { asPage, idOf } from "~/web/respond.server";
import { verificationOf } from "~/web/scanned";

export const meta: MetaFunction = () => [{ title: "Blank sheet · Timbertally" }];

/** Where a sheet's code leads: to its ticket once it has one, else to the form that makes it. */
export async function loader(args: LoaderFunctionArgs) {
  const sig = new URL(args.request.url).searchParams.get("sig")?.slice(0, 100) ?? "";
  const sheet_id = idOf(args.params.sheetId);
  const verification = verificationOf(args.request.url);
  if (verification && !signatureHolds("sheet", sheet_id, sig)) throw redirect(verification);
  const ctx = await context(args);
  const sheet = await perform(getSheet, ctx, { sheet_id, sig }).catch((error: unknown) => {
    // Who may not work with the sheet still learns whether it is real.
    if (error instanceof Refusal && error.kind === "missing" && verification) throw redirect(verification);
    throw asPage(error);
  });
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
