import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getReceipt } from "../scale-house/data/receipt.server";
import { ReceiptSheet } from "../scale-house/ui/receipt-sheet";
import { PaperBar, parsePaperSize } from "../shared/paper-bar";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Receipt of ticket ${data?.receipt.number ?? ""}` },
];

export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args.params.ticketId);
  const receipt = await callProcedure(getReceipt, await createContext(args), { id });
  return { receipt, paper: parsePaperSize(args.request.url, "80mm") };
}

export default function ReceiptPage() {
  const { receipt, paper } = useLoaderData<typeof loader>();
  return (
    <main>
      <PaperBar
        back={paths.scaleHouse()}
        here={paths.scaleReceipt(receipt.id)}
        query=""
        paper={paper}
        usual="80mm"
      />
      <ReceiptSheet receipt={receipt} paper={paper} />
    </main>
  );
}
