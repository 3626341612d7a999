import "~/styles/invoices.css";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { InvoiceSheet } from "~/features/invoices/invoice-paper";
import { readPublicInvoice } from "~/features/invoices/public.server";
import { ButtonLink, PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { openContext } from "~/web/context.server";
import { call, idOf } from "~/web/respond.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.paper.title} from ${data.paper.issuer.name}` : "Invoice · Timbertally" },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
];

export async function loader(args: LoaderFunctionArgs) {
  const sig = (new URL(args.request.url).searchParams.get("sig") ?? "").slice(0, 100);
  return call(readPublicInvoice, await openContext(args), { invoice_id: idOf(args.params.invoiceId), sig });
}

/** An invoice for its customer, who needs no account: to read, print and save. */
export default function PublicInvoice() {
  const { paper, file } = useLoaderData<typeof loader>();
  return (
    <PublicFrame wide>
      <PageHead title={`${paper.title} from ${paper.issuer.name}`} />
      <div className="row screen-only">
        <button type="button" className="button primary" data-print hidden>
          Print
        </button>{" "}
        <ButtonLink href={file}>PDF</ButtonLink>
        {paper.status === "paid" ? <ButtonLink href={`${file}&as=receipt`}>Receipt</ButtonLink> : null}
      </div>
      <InvoiceSheet paper={paper} />
    </PublicFrame>
  );
}
