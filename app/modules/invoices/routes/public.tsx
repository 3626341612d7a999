import "~/styles/invoices.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { ActionForm } from "~/ui/action-form";
import { ErrorSummary } from "~/ui/field";
import { ButtonLink, Notice, PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { createOpenContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { AppError } from "~/web/refusal";
import { runProcedure } from "~/web/run-procedure.server";
import { payByCard, syncCardPaymentsOnReturn } from "../data/card.server";
import { readPublicInvoice } from "../data/public.server";
import { InvoiceSheet } from "../ui/invoice-paper";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.paper.title} from ${data.paper.issuer.name}` : "Invoice · Timbertally" },
  { name: "robots", content: "noindex" },
  // The URL contains the invoice's signature, so referrers are sent only within this site. They can't be turned off,
  // because a form without a referrer is treated as coming from another site.
  { name: "referrer", content: "same-origin" },
];

const linkOf = ({ request, params }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url);
  const sig = (searchParams.get("sig") ?? "").slice(0, 100);
  return { invoice_id: parseId(params.invoiceId), sig, searchParams };
};

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams, ...link } = linkOf(args);
  const ctx = await createOpenContext(args);
  const returned = searchParams.has("paid");
  const first = await callProcedure(readPublicInvoice, ctx, link);
  // Fetch the outcome at once if the customer returns from Stripe, or comes back after a payment page ended.
  const asks = returned || first.card.asks;
  const untold =
    asks &&
    (await runProcedure(syncCardPaymentsOnReturn, ctx, link).then(
      () => false,
      (error: unknown) => {
        // Show the invoice even if Stripe fails; only a missing invoice is refused.
        if (error instanceof AppError) return error.kind !== "missing";
        throw error;
      },
    ));
  const page = asks ? await callProcedure(readPublicInvoice, ctx, link) : first;
  return { ...page, returned, untold, left: searchParams.has("left") };
}

export async function action(args: ActionFunctionArgs) {
  const { searchParams: _, ...link } = linkOf(args);
  return submit(payByCard, args, { fixed: link, to: ({ url }) => url });
}

/** An invoice for its customer, who needs no account: to read, print, save, and pay by card if its issuer takes cards. */
export default function PublicInvoice() {
  const { paper, file, card, returned, untold, left } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <PublicFrame wide>
      <PageHead title={`${paper.title} from ${paper.issuer.name}`} />
      <div className="stack screen-only">
        <ErrorSummary fields={[]} formErrors={result?.reply.error?.[""] ?? undefined} />
        {card.on_its_way_cents ? (
          <Notice title={`${formatMoney(card.on_its_way_cents)} is on its way.`}>
            <p>Your bank hasn't sent it yet. It is shown here once it has. Don't pay again.</p>
          </Notice>
        ) : untold ? (
          <Notice title="Stripe hasn't confirmed it yet.">
            <p>Reload this page in a minute. Don't pay again.</p>
          </Notice>
        ) : returned && paper.status === "paid" ? (
          <Notice title="Thank you. It's paid.">
            <p>Your receipt is below. You can get it as a PDF, too.</p>
          </Notice>
        ) : left && card.pay_cents ? (
          <Notice title="You came back without paying.">
            <p>Nothing was charged.</p>
          </Notice>
        ) : card.is_unfinished ? (
          <Notice title="The last payment by card wasn't finished.">
            <p>Nothing was charged. You can pay again.</p>
          </Notice>
        ) : null}
        {card.pay_cents ? (
          <>
            <ActionForm button={`Pay ${formatMoney(card.pay_cents)} by card`} />
            <p className="soft small">
              Paying opens Stripe's page, which needs JavaScript. Or pay as the invoice says.
            </p>
          </>
        ) : null}
        <div className="row">
          <button type="button" className={card.pay_cents ? "button" : "button primary"} data-print hidden>
            Print
          </button>{" "}
          <ButtonLink href={file}>PDF</ButtonLink>
          {paper.status === "paid" ? <ButtonLink href={`${file}&as=receipt`}>Receipt</ButtonLink> : null}
        </div>
      </div>
      <InvoiceSheet paper={paper} />
    </PublicFrame>
  );
}
