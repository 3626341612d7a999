import type { Mutant } from "./mutant";

const TESTS = ["app/features/billing/subscription.server.test.ts"];

/** What would give away what is paid for, or take money twice (docs/billing.md). */
export const subscribing: readonly Mutant[] = [
  {
    name: "subscribing: an unsigned event is taken",
    file: "app/core/stripe/events.server.ts",
    find: '  if (!event) return { status: 400, message: "The signature doesn\'t hold." };',
    put: '  if (!event) return { status: 200, message: "The signature doesn\'t hold." };',
    tests: TESTS,
  },
  {
    name: "subscribing: a signature of yesterday holds",
    file: "app/core/stripe/events.server.ts",
    find: "const TOLERANCE = 300;",
    put: "const TOLERANCE = 300_000;",
    tests: TESTS,
  },
  {
    name: "subscribing: an event is done with although the pull failed",
    file: "app/core/stripe/events.server.ts",
    find: 'return { status: 503, message: "Send it again." };',
    put: 'return { status: 200, message: "Send it again." };',
    tests: TESTS,
  },
  {
    name: "subscribing: what is not paid gives features",
    file: "app/core/stripe/standing.server.ts",
    find: 'new Set<string | null>(["active", "trialing", "past_due"])',
    put: 'new Set<string | null>(["active", "trialing", "past_due", "unpaid"])',
    tests: ["app/core/stripe/standing.test.ts", ...TESTS],
  },
  {
    name: "subscribing: a company pays twice",
    file: "app/features/billing/checkout.server.ts",
    find: "if (isLive((await subscriptionOf(ctx))?.status ?? null)) throw notNow(HAVE_ONE);",
    put: "",
    tests: TESTS,
  },
  {
    name: "subscribing: another page to pay on stays open",
    file: "app/features/billing/checkout.server.ts",
    find: "for (const { id } of open) await client.checkout.sessions.expire(id);",
    put: "",
    tests: TESTS,
  },
  {
    name: "subscribing: anybody of the company may pay",
    file: "app/features/billing/checkout.server.ts",
    find: "    adminOf(ctx.actor, ADMINS);\n    if (!takesCards()) throw notNow(NO_CARDS);",
    put: "    if (!takesCards()) throw notNow(NO_CARDS);",
    tests: TESTS,
  },
  {
    name: "subscribing: what was granted ends with the subscription",
    file: "app/features/billing/sync.server.ts",
    find: "AND is_subscribed = 1 AND expires_at > ${now}",
    put: "AND (is_subscribed = 1 OR 1)",
    tests: TESTS,
  },
];
