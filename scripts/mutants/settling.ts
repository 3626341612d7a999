import type { Mutant } from "./mutant";

const ROOM = "app/features/settlements";
const ACTS = [`${ROOM}/acts.server.test.ts`];
const GUARDS = [`${ROOM}/guards.server.test.ts`];
const SETTLE = [`${ROOM}/settle.server.test.ts`];

/** What would pay somebody twice, too much, or unseen (docs/settlements.md). */
export const settling: readonly Mutant[] = [
  {
    name: "settling: posted whatever the page said",
    file: `${ROOM}/make.server.ts`,
    find: "else if (plan.total !== cents || plan.line_count !== lines)",
    put: "else if (false)",
    tests: SETTLE,
  },
  {
    name: "settling: more is paid than is left",
    file: `${ROOM}/payments.server.ts`,
    find: "if (cents > left)",
    put: "if (false)",
    tests: SETTLE,
  },
  {
    name: "settling: voided while it is paid",
    file: `${ROOM}/void.server.ts`,
    find: 'if (statement.paid_cents !== 0) return "Reverse its payments first.";',
    put: "",
    tests: SETTLE,
  },
  {
    name: "settling: a correction is voided whose load stands on a later statement",
    file: `${ROOM}/void.server.ts`,
    find: "  if (again)\n",
    put: "  if (again && again.number === -1)\n",
    tests: ACTS,
  },
  {
    name: "settling: closed books are not asked",
    file: `${ROOM}/closed.server.ts`,
    find: "if (why) throw invalid({ [field]: [why] }, why);",
    put: "",
    tests: GUARDS,
  },
  {
    name: "settling: a receiver sees a draft",
    file: "app/core/settling/access.server.ts",
    find: "AND ${s.posted_at} IS NOT NULL)",
    put: ")",
    tests: GUARDS,
  },
  {
    name: "settling: the feature is not asked",
    file: "app/core/settling/payer.server.ts",
    find: "if (!hasFeature(await featuresOf(ctx), FEATURE.settlements, ctx.now)) throw forbidden(NEEDS_SETTLEMENTS);",
    put: "",
    tests: GUARDS,
  },
  {
    name: "settling: a payment is taken back twice",
    file: `${ROOM}/payments.server.ts`,
    find: `if (is_reversed) throw notNow("It's already taken back.");`,
    put: "",
    tests: ACTS,
  },
  {
    name: "settling: nothing is carried on",
    file: "app/domain/settling/plan.ts",
    find: "if (sum < 0)",
    put: "if (false)",
    tests: GUARDS,
  },
];
