import "~/styles/billing.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Notice, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, readForm, submit } from "~/web/form-action.server";
import { AppError } from "~/web/refusal";
import { runProcedure } from "~/web/run-procedure.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { openPortal, refreshSubscription, startCheckout } from "../data/checkout.server";
import { getSubscriptionPage } from "../data/subscription.server";
import { SubscriptionChargeList } from "../ui/billed-list";
import { CurrentSubscription } from "../ui/in-force";
import { ProductCard } from "../ui/product-card";

export const meta: MetaFunction = () => [{ title: "Subscription · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const searchParams = new URL(args.request.url).searchParams;
  const session_id = searchParams.get("session_id") ?? undefined;
  const first = await callProcedure(getSubscriptionPage, ctx, {});
  // Fetch the outcome at once when a user returns from Stripe, or visits while a payment page is open.
  const asks = session_id !== undefined || (first.left?.is_open ?? false);
  const untold =
    asks &&
    (await runProcedure(refreshSubscription, ctx, {}).then(
      () => false,
      (error: unknown) => {
        if (error instanceof AppError && (error.kind === "unavailable" || error.kind === "tooMany"))
          return true;
        throw error;
      },
    ));
  const page = asks ? await callProcedure(getSubscriptionPage, ctx, {}) : first;
  return {
    ...page,
    returned: session_id !== undefined,
    left_now: searchParams.has("left"),
    untold,
    submission_id: createSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return form.get("intent") === "portal"
    ? submit(openPortal, args, { form, to: ({ url }) => url })
    : submit(startCheckout, args, { form, to: ({ url }) => url });
}

/** Page of the company's subscription: features and price. Payment takes place at Stripe, through a form and a redirect. */
export default function Subscription() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        title="Subscription"
        lede={page.cards ? "Paid by card each month. Cancel anytime." : "Our sales team sets it up with you."}
      />
      {page.left_now ? (
        <Notice title="You came back without paying.">
          <p>Nothing was charged, and nothing has changed.</p>
        </Notice>
      ) : null}
      {page.untold ? (
        <Notice title="Stripe hasn't confirmed it yet.">
          <p>Reload this page in a minute. Don't pay again.</p>
        </Notice>
      ) : page.returned ? (
        <Notice title="This is what Stripe says now.">
          <p>If a payment isn't shown yet, it's on its way.</p>
        </Notice>
      ) : null}
      <CurrentSubscription page={page} result={result} submissionId={page.submission_id} />
      <section className="stack" aria-labelledby="plans">
        <h3 id="plans">Subscriptions</h3>
        <div className="plans">
          {page.products.map((product) => (
            <ProductCard key={product.tier} product={product} page={page} />
          ))}
        </div>
        {page.cards && page.is_admin && !page.live ? (
          <p className="soft small">
            Paying by card opens Stripe's page, which needs JavaScript. Or{" "}
            <a href="/contact-sales">call us</a>.
          </p>
        ) : null}
        {page.is_demo ? <p className="soft small">Demo: no card is charged.</p> : null}
      </section>
      {page.is_admin ? <SubscriptionChargeList rows={page.billed} cards={page.cards} /> : null}
      <p>
        {page.cards
          ? "Want your customers to pay by card? Set up your "
          : "This site doesn't take cards, so your customers pay you as before. See "}
        <a href="/company/payment-account">payment account</a>.
      </p>
    </>
  );
}
