import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { verifyQrSignature } from "~/modules/trip-tickets/shared/qr.server";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Notice } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { parseId, toErrorResponse } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getVerificationPath } from "~/web/qr-params";
import { AppError } from "~/web/refusal";
import { runProcedure } from "~/web/run-procedure.server";
import { getSheet } from "../shared/sheets.server";

export const meta: MetaFunction = () => [{ title: "Blank sheet · Timbertally" }];

/** Redirect from a sheet's QR code to its ticket, or to the form that creates its ticket. */
export async function loader(args: LoaderFunctionArgs) {
  const sig = new URL(args.request.url).searchParams.get("sig")?.slice(0, 100) ?? "";
  const sheet_id = parseId(args.params.sheetId);
  const verification = getVerificationPath(args.request.url);
  if (verification && !verifyQrSignature("sheet", sheet_id, sig)) throw redirect(verification);
  const ctx = await createContext(args);
  const sheet = await runProcedure(getSheet, ctx, { sheet_id, sig }).catch((error: unknown) => {
    // A user without access to the sheet is redirected to the page that tells whether the sheet is genuine.
    if (error instanceof AppError && error.kind === "missing" && verification) throw redirect(verification);
    throw toErrorResponse(error);
  });
  if (sheet.trip_ticket_id) throw redirect(paths.ticket(sheet.trip_ticket_id));
  if (!sheet.voided) throw redirect(paths.newTicketOfSheet(sheet.job.id, sheet.id, sig));
  return { sheet };
}

export const handle = createBreadcrumbHandle<typeof loader>({
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
