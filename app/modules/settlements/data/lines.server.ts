import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { RowId } from "#db/inserted-id";
import { selectInsertedId } from "#db/inserted-id";
import { settlementAdjustment, type settlementLine } from "#db/schema";
import { formatFuelPrice } from "~/modules/fuel/rules/price";
import { type CompanyActor, toCreator } from "~/web/actor";
import { expectOneRow, expectRows, markLongStep } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { formatClaimLine } from "../rules/claim-words";
import type { StatementHead } from "../rules/head";
import { createClaimLines, type ItemLine } from "../rules/plan";
import type { OpenRow } from "../shared/open-work.server";

/** Stored values of a statement line, except its statement, position and adjustment. */
export type LineValues = Omit<
  typeof settlementLine.$inferSelect,
  "settlement_statement_id" | "seq" | "settlement_adjustment_id"
>;
type LineRow = LineValues & { seq: number };

const NOTHING: Omit<LineValues, "kind" | "amount_cents" | "note"> = {
  amount_owed_id: null,
  settlement_type_id: null,
  reverses_statement_id: null,
  rate_table: null,
  rate_id: null,
  quantity: null,
  wood_unit_type_id: null,
  per: null,
  rate: null,
  job_id: null,
  trip_ticket_id: null,
  earned_on: null,
  ticket_number: null,
  load_number: null,
  scale_ticket_number: null,
  job_name: null,
  product: null,
  destination: null,
};

/** Create the stored lines of a claim, with the current names and numbers frozen. */
export function createSnapshotLines(row: OpenRow): LineValues[] {
  const { claim } = row;
  const snapshot = {
    amount_owed_id: claim.id,
    settlement_type_id: claim.settlement_type_id,
    job_id: claim.job_id,
    trip_ticket_id: claim.trip_ticket_id,
    earned_on: claim.earned_on,
    ticket_number: row.ticket_number,
    load_number: row.load_number,
    scale_ticket_number: row.scale_ticket_number,
    job_name: row.job_name,
    product: row.product,
    destination: row.destination,
  };
  const price = {
    rate_table: claim.rate_table,
    rate_id: claim.rate_id,
    quantity: claim.quantity,
    wood_unit_type_id: claim.wood_unit_type_id,
    per: claim.per,
    rate: claim.rate,
  };
  return createClaimLines(row.open).map(({ kind, amount_cents, reverses }) => ({
    ...NOTHING,
    ...snapshot,
    ...(kind === "reversal" ? {} : price),
    kind,
    amount_cents,
    reverses_statement_id: reverses,
    note: kind === "reversal" ? `Takes back what statement ${row.stated_number} paid` : wordsOf(row),
  }));
}

/** Return an explanation if a line's amount isn't simply quantity times rate; otherwise null. */
function wordsOf(row: OpenRow): string | null {
  const matches = [fuelWords(row), formatClaimLine({ ...row.claim, ...row.terms }, row.measured)].filter(
    (w) => w !== null,
  );
  return matches.join(". ") || null;
}

/** Return the reason for a fuel surcharge: "Diesel at $4.150 a gallon, base $2.500"; null for any other line. */
function fuelWords({ claim: { fuel_mills }, fuel_base }: OpenRow): string | null {
  if (fuel_mills === null) return null;
  const base = fuel_base === null ? "" : `, base ${formatFuelPrice(fuel_base)}`;
  return `Diesel at ${formatFuelPrice(fuel_mills)} a gallon${base}`;
}

/** Stored columns of a statement line, in the order used for hashes and inserted rows. */
export const STATEMENT_LINE_COLUMNS = [
  "kind",
  "amount_cents",
  "note",
  "amount_owed_id",
  "settlement_type_id",
  "reverses_statement_id",
  "rate_table",
  "rate_id",
  "quantity",
  "wood_unit_type_id",
  "per",
  "rate",
  "job_id",
  "trip_ticket_id",
  "earned_on",
  "ticket_number",
  "load_number",
  "scale_ticket_number",
  "job_name",
  "product",
  "destination",
] as const satisfies readonly (keyof LineValues)[];

const at = (n: number) => `v.value ->> ${n}`;
const INTO = sql.raw(
  `INSERT INTO settlement_line (settlement_statement_id, seq, ${STATEMENT_LINE_COLUMNS.join(", ")})`,
);
const VALUES = sql.raw(STATEMENT_LINE_COLUMNS.map((_, n) => at(n)).join(", "));
/** The claim id and its version follow the stored columns in each row. */
const [CLAIM, VERSION] = [at(STATEMENT_LINE_COLUMNS.length), at(STATEMENT_LINE_COLUMNS.length + 1)];
const AS_READ = sql.raw(`JOIN amount_owed c ON c.id = ${CLAIM} AND c.version = ${VERSION}
  JOIN job j ON j.id = c.job_id AND j.rate_version = c.rate_version`);

/**
 * Return steps that add claim lines to a draft. If a claim has changed since it was read or isn't at current rates, the
 * whole commit is rolled back. Many lines share one SQL statement for speed, and each line is an array, which SQLite
 * parses in two thirds of the time of an object.
 */
export function buildLoadLineSteps(statement: RowId, from: number, rows: readonly OpenRow[]): Step[] {
  const lines = rows.flatMap((row) =>
    createSnapshotLines(row).map((line) => [
      ...STATEMENT_LINE_COLUMNS.map((name) => line[name]),
      row.claim.id,
      row.claim.version,
    ]),
  );
  if (lines.length === 0) return [];
  // Materialized, because otherwise SQLite copies an array's text again for each value read from it.
  const insert = sql`${INTO} WITH v AS MATERIALIZED (SELECT key, value FROM json_each(${JSON.stringify(lines)}))
    SELECT ${statement}, cast(${from} as integer) + v.key, ${VALUES} FROM v ${AS_READ}`;
  return expectRows(lines.length, insert).map((step) => markLongStep(lines.length, step));
}

/** Return steps that add the lines below the loads to a draft; an amount from a rule is stored as a separate adjustment. */
export function buildItemLineSteps(
  ctx: Ctx<CompanyActor>,
  head: StatementHead,
  statement: RowId,
  from: number,
  lines: readonly ItemLine[],
): Step[] {
  return lines.flatMap((line, i) => {
    const steps: Step[] = [];
    let item: SQL = sql`NULL`;
    if (line.rule !== null && line.kind !== "carried") {
      steps.push(
        expectOneRow(
          ctx.write.insert(settlementAdjustment).values({
            paying_company_id: head.payer.id,
            receiving_company_id: head.receiver,
            kind: line.kind,
            amount_cents: Math.abs(line.amount_cents),
            note: line.words,
            due_on: head.through,
            settlement_rule_id: line.rule,
            ...toCreator(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
      );
      item = selectInsertedId(settlementAdjustment);
    } else if (line.item !== null) item = sql`cast(${line.item} as integer)`;
    const waits =
      line.item === null
        ? sql`1`
        : sql`EXISTS (SELECT 1 FROM settlement_adjustment WHERE id = ${line.item}
            AND used_by_statement_id IS NULL AND cancelled_at IS NULL)`;
    steps.push(
      expectOneRow(sql`INSERT INTO settlement_line
          (settlement_statement_id, seq, kind, settlement_adjustment_id, amount_cents, note)
        SELECT ${statement}, ${from + i}, ${line.kind}, ${item}, ${line.amount_cents}, ${line.words} WHERE ${waits}`),
    );
    return steps;
  });
}

/** Create the stored line of an item below the loads. */
export const createItemSnapshotLine = (line: ItemLine): LineValues => ({
  ...NOTHING,
  kind: line.kind,
  amount_cents: line.amount_cents,
  note: line.words,
});

/** Statement fields that the hash covers in addition to the lines. */
export type StatementHashHead = {
  number: number;
  paying_company_id: number;
  receiving_company_id: number;
  period_start: string;
  period_end: string;
  pay_on: string;
  posted_at: string;
  total_cents: number;
};

const sha = (text: string) => createHash("sha256").update(text).digest("hex");

/** Return the initial hash of the chain for a payer and payee. */
export const getInitialStatementHash = (payer: number, receiver: number) =>
  sha(`timbertally:settlements:${payer}:${receiver}`);

/** Number of lines hashed before other requests are served. */
const HASHED_AT_ONCE = 1000;

/**
 * Compute a statement's hash from the previous statement's hash between payer and payee, the head, and each line in
 * order. Yields after every `HASHED_AT_ONCE` lines, so that the caller can serve other requests; the return value is
 * the hash.
 */
export function* hashStatementGradually(
  prev: string,
  head: StatementHashHead,
  lines: readonly LineRow[],
): Generator<void, string, void> {
  const { number, paying_company_id, receiving_company_id, period_start, period_end } = head;
  const hash = createHash("sha256").update(
    JSON.stringify([
      prev,
      number,
      paying_company_id,
      receiving_company_id,
      period_start,
      period_end,
      head.pay_on,
      head.posted_at,
      head.total_cents,
    ]),
  );
  for (const [i, line] of lines.entries()) {
    if (i > 0 && i % HASHED_AT_ONCE === 0) yield;
    hash.update(JSON.stringify([line.seq, ...STATEMENT_LINE_COLUMNS.map((name) => line[name])]));
  }
  return hash.digest("hex");
}

/** Compute a statement's hash without pausing. */
export function hashStatement(prev: string, head: StatementHashHead, lines: readonly LineRow[]): string {
  const hashing = hashStatementGradually(prev, head, lines);
  for (;;) {
    const { done, value } = hashing.next();
    if (done) return value;
  }
}

/** Number lines starting from 1. */
export const numberLines = (lines: readonly LineValues[]): LineRow[] =>
  lines.map((line, i) => ({ ...line, seq: i + 1 }));
