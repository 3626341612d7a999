import "~/styles/billing.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BilledList } from "~/features/billing/billed-list";
import { openPortal, returnFromStripe, startCheckout } from "~/features/billing/checkout.server";
import { InForce } from "~/features/billing/in-force";
import { ProductCard } from "~/features/billing/product-card";
import { getSubscriptionPage } from "~/features/billing/subscription.server";
import { Notice, PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { perform } from "~/web/perform.server";
import { Refusal } from "~/web/refusal";
import { call, readForm, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Subscription · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  const asked = new URL(args.request.url).searchParams;
  const session_id = asked.get("session_id") ?? undefined;
  const first = await call(getSubscriptionPage, ctx, {});
  // Back from Stripe, or here again while a page to pay on was left open: what became of it is pulled at once.
  const asks = session_id !== undefined || (first.left?.is_open ?? false);
  const untold =
    asks &&
    (await perform(returnFromStripe, ctx, {}).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Refusal && (error.kind === "unavailable" || error.kind === "tooMany"))
          return true;
        throw error;
      },
    ));
  const page = asks ? await call(getSubscriptionPage, ctx, {}) : first;
  return {
    ...page,
    returned: session_id !== undefined,
    left_now: asked.has("left"),
    untold,
    submission_id: newSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return form.get("intent") === "portal"
    ? submit(openPortal, args, { form, to: ({ url }) => url })
    : submit(startCheckout, args, { form, to: ({ url }) => url });
}

/** What the company's subscription brings and costs. Paying happens at Stripe, by a form and a redirect. */
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
      <InForce page={page} result={result} submissionId={page.submission_id} />
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
      {page.is_admin ? <BilledList rows={page.billed} cards={page.cards} /> : null}
      <p>
        {page.cards
          ? "Want your customers to pay by card? Set up your "
          : "This site doesn't take cards, so your customers pay you as before. See "}
        <a href="/company/payment-account">payment account</a>.
      </p>
    </>
  );
}
