import "~/styles/billing.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
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
  const session_id = asked.get("session_id")?.slice(0, 200);
  let untold = false;
  if (session_id)
    untold = await perform(returnFromStripe, ctx, { session_id }).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Refusal && (error.kind === "unavailable" || error.kind === "tooMany"))
          return true;
        throw error;
      },
    );
  const page = await call(getSubscriptionPage, ctx, {});
  return {
    ...page,
    returned: session_id !== undefined,
    left: asked.has("left"),
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
        lede={
          page.cards
            ? "Paid by card each month, ended whenever you like."
            : "Our sales team sets it up with you."
        }
      />
      {page.left ? (
        <Notice title="You came back without paying.">
          <p>Nothing was charged, and nothing has changed.</p>
        </Notice>
      ) : null}
      {page.untold ? (
        <Notice title="Stripe hasn't told us yet what became of it.">
          <p>Load this page again in a minute. Don't pay once more.</p>
        </Notice>
      ) : page.returned ? (
        <Notice title="This is what Stripe says now.">
          <p>Where a payment isn't shown yet, it is on its way.</p>
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
      <p>
        Do your customers pay by card? That is your <a href="/company/payment-account">payment account</a>.
      </p>
    </>
  );
}
