import type { Mutant } from "./mutant";

const ROOM = "app/features/settlements";
const ACTS = [`${ROOM}/acts.server.test.ts`];
const GUARDS = [`${ROOM}/guards.server.test.ts`];
const SETTLE = [`${ROOM}/settle.server.test.ts`];
const KEPT = [`${ROOM}/kept-by-database.server.test.ts`];
const MOVED = [`${ROOM}/moved-on.server.test.ts`];
const TRIGGERS = "db/derived-settlements.sql";
const RUN_STEPS = `${ROOM}/run-steps.server.ts`;

/** What would pay somebody twice, too much, or unseen (docs/settlements.md). */
export const settling: readonly Mutant[] = [
  {
    name: "a run posts without looking once more for what was priced by old rates",
    file: RUN_STEPS,
    find: "rows.length === 0 || rows.some(",
    put: "rows.some(",
    tests: MOVED,
  },
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
    name: "settling: what took a load's money back is voided while another company has it",
    file: `${ROOM}/void.server.ts`,
    find: "  if (other)\n",
    put: "  if (other && other.number === -1)\n",
    tests: MOVED,
  },
  {
    name: "settling: the same by hand",
    file: TRIGGERS,
    find: "AND o.posted_cents <> 0 AND s.status_type_id <> 3 AND (s.posted_at IS NULL OR s.number > OLD.number));",
    put: "AND 0);",
    tests: KEPT,
  },
  {
    name: "settling: who waited for another company's money waits for ever",
    file: TRIGGERS,
    find: "UPDATE trip_ticket_settlement SET rate_epoch = -1\n   WHERE trip_ticket_id",
    put: "UPDATE trip_ticket_settlement SET rate_epoch = rate_epoch\n   WHERE trip_ticket_id",
    tests: MOVED,
  },
  {
    name: "settling: what a draft takes back frees nobody when it is posted",
    file: TRIGGERS,
    find: "UPDATE trip_ticket_settlement SET rate_epoch = -1\n   WHERE paying_company_id",
    put: "UPDATE trip_ticket_settlement SET rate_epoch = rate_epoch\n   WHERE paying_company_id",
    tests: MOVED,
  },
  {
    name: "settling: what only a draft takes back counts as taken back",
    file: "app/domain/settling/claims.ts",
    find: "(s.posted_cents !== 0 || s.on_draft) &&",
    put: "s.posted_cents !== 0 &&",
    tests: MOVED,
  },
  {
    name: "settling: who is paid is told of a draft",
    file: "app/core/settling/visible-claim.server.ts",
    find: "const isPayer = sql`${c}.paying_company_id = ${me}`;",
    put: "const isPayer = sql`1`;",
    tests: ["app/features/trip-tickets/load-pay.server.test.ts", "db/demo/numbers-agree.server.test.ts"],
  },
  {
    name: "settling: what a draft holds is missing from what a company receives",
    file: "app/core/settling/receivable.server.ts",
    find: "= ${me} AND ${s.posted_at} IS NULL)`",
    put: "= ${me} AND 0)`",
    tests: ["app/features/pay-statements/papers.server.test.ts"],
  },
  {
    name: "settling: a load that stood on a void statement can't be changed",
    file: "app/core/settling/claim-steps.server.ts",
    find: "AND NOT EXISTS (SELECT 1 FROM settlement_line l WHERE l.trip_ticket_settlement_id = trip_ticket_settlement.id)`",
    put: "`",
    tests: MOVED,
  },
  {
    name: "settling: what is not payable is given back by a void",
    file: `${ROOM}/void.server.ts`,
    find: "if (marked) return",
    put: "if (marked && marked.load === -1) return",
    tests: MOVED,
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
  {
    name: "settling: half a cent is always rounded up",
    file: "app/domain/measures/measures.ts",
    find: "(twice === d && quotient % 2n === 1n)",
    put: "twice === d",
    tests: ["app/domain/money/money.test.ts"],
  },
  {
    name: "settling: a paid load is open again while its correction isn't paid",
    file: "app/core/tickets/ticket-row.server.ts",
    find: "${tripTicket.id} AND s.paid_lines > 0)`",
    put: "${tripTicket.id} AND s.trip_ticket_settlement_status_type_id = 2)`",
    tests: ["app/features/trip-tickets/journey.server.test.ts"],
    title: "a paid settlement locks",
  },
  {
    name: "settling: anybody reads a statement by its number",
    file: "app/core/settling/access.server.ts",
    find: "OR ${company.id} IN (${s.paying_company_id}, ${s.made_by_company_id}))`",
    put: "OR ${company.id} > 0)`",
    tests: SETTLE,
  },
  {
    name: "settling: a statement is voided that a later one corrects",
    file: TRIGGERS,
    find: "WHERE l.reverses_statement_id = OLD.id AND s.status_type_id <> 3);",
    put: "WHERE 0);",
    tests: KEPT,
  },
  {
    name: "settling: a statement that is posted takes lines",
    file: TRIGGERS,
    find: "(SELECT posted_at FROM settlement_statement WHERE id = NEW.settlement_statement_id) IS NOT NULL;",
    put: "0;",
    tests: KEPT,
  },
  {
    name: "settling: what was carried on is taken off twice",
    file: TRIGGERS,
    find: "(SELECT used_by_statement_id IS NOT NULL OR cancelled_at",
    put: "(SELECT cancelled_at",
    tests: KEPT,
  },
  {
    name: "settling: the trial is begun a second time",
    file: `${ROOM}/trial.server.ts`,
    find: 'if (!trial.may_start) throw notNow(trial.words ?? "Your company has already used its settlements trial.");',
    put: "",
    tests: GUARDS,
  },
  {
    name: "settling: others wait while a long statement is paid",
    file: "app/web/commit.server.ts",
    find: "rows > SHORT_ROWS ?",
    put: "rows < 0 ?",
    tests: [`${ROOM}/long.server.test.ts`],
  },
];
