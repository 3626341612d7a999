import type { Mutant } from "./mutant";

const ROOM = "app/features/billing";
const EVENTS = [`${ROOM}/events.server.test.ts`];
const CHECKOUT = [`${ROOM}/checkout.server.test.ts`];
const STANDING = [`${ROOM}/subscription.server.test.ts`];

/** What would give away what is paid for, or take money twice (docs/billing.md). */
export const subscribing: readonly Mutant[] = [
  {
    name: "subscribing: an unsigned event is taken",
    file: "app/core/stripe/events.server.ts",
    find: '  if (!event) return { status: 400, message: "The signature isn\'t valid." };',
    put: '  if (!event) return { status: 200, message: "The signature isn\'t valid." };',
    tests: EVENTS,
  },
  {
    name: "subscribing: a signature of yesterday holds",
    file: "app/core/stripe/events.server.ts",
    find: "const TOLERANCE = 300;",
    put: "const TOLERANCE = 300_000;",
    tests: EVENTS,
  },
  {
    name: "subscribing: an event is done with although the pull failed",
    file: "app/core/stripe/events.server.ts",
    find: 'return { status: 503, message: "Send it again." };',
    put: 'return { status: 200, message: "Send it again." };',
    tests: EVENTS,
  },
  {
    name: "subscribing: what is not paid gives features",
    file: "app/core/stripe/standing.server.ts",
    find: 'new Set<string | null>(["active", "trialing", "past_due"])',
    put: 'new Set<string | null>(["active", "trialing", "past_due", "unpaid"])',
    tests: ["app/core/stripe/standing.test.ts", ...STANDING],
  },
  {
    name: "subscribing: a company pays twice",
    file: "app/features/billing/checkout.server.ts",
    find: "if (isLive((await subscriptionOf(ctx))?.status ?? null)) throw notNow(HAVE_ONE);",
    put: "",
    tests: CHECKOUT,
  },
  {
    name: "subscribing: another page to pay on stays open",
    file: "app/features/billing/checkout.server.ts",
    find: "for (const { id } of open) await client.checkout.sessions.expire(id);",
    put: "",
    tests: CHECKOUT,
  },
  {
    name: "subscribing: anybody of the company may pay",
    file: "app/features/billing/checkout.server.ts",
    find: "    adminOf(ctx.actor, ADMINS);\n    if (!takesCards()) throw notNow(NO_CARDS);",
    put: "    if (!takesCards()) throw notNow(NO_CARDS);",
    tests: CHECKOUT,
  },
  {
    name: "subscribing: what was granted ends with the subscription",
    file: "app/features/billing/sync.server.ts",
    find: "AND is_subscribed = 1 AND expires_at > ${now}",
    put: "AND (is_subscribed = 1 OR 1)",
    tests: STANDING,
  },
  {
    name: "subscribing: an older pull that ends later wins",
    file: "app/features/billing/sync.server.ts",
    find: "      WHERE company_id = ${company} AND (synced_at IS NULL OR synced_at < ${start})`,",
    put: "      WHERE company_id = ${company}`,",
    tests: EVENTS,
  },
  {
    name: "subscribing: a page that was left is never looked at",
    file: "app/features/billing/events.server.ts",
    find: "          left,\n",
    put: "",
    tests: CHECKOUT,
  },
  {
    name: "subscribing: a customer is told what another was charged",
    file: "app/features/billing/billed.server.ts",
    find: ".where(eq(b.company_id, ctx.actor.company.id))",
    put: "",
    tests: [`${ROOM}/billed.server.test.ts`],
  },
  {
    name: "subscribing: anybody of the company sees what it was charged",
    file: "app/features/billing/billed.server.ts",
    find: "if (!ctx.actor.permissions.is_primary) throw forbidden(ADMINS);",
    put: "",
    tests: [`${ROOM}/billed.server.test.ts`],
  },
  {
    name: "subscribing: a refund is not told",
    file: "app/core/stripe/billed.server.ts",
    find: "refunded_cents: paidBy.reduce((all, { amount_refunded }) => all + amount_refunded, 0),",
    put: "refunded_cents: 0,",
    tests: [`${ROOM}/billed.server.test.ts`],
  },
];
