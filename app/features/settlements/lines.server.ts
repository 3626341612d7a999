import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { RowId } from "#db/newest";
import { newest } from "#db/newest";
import { settlementAdjustment, type settlementLine } from "#db/schema";
import type { OpenRow } from "~/core/settling/open-work.server";
import { formatFuelPrice } from "~/domain/fuel/price";
import { lineWords } from "~/domain/settling/claim-words";
import { type ItemLine, linesOfClaim } from "~/domain/settling/plan";
import { type CompanyActor, creatorOf } from "~/web/actor";
import { mustHit, mustHitRows, overRows } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import type { StatementHead } from "./head";

/** What a line keeps for paper: everything of it but its statement and its place there. */
export type LineValues = Omit<
  typeof settlementLine.$inferSelect,
  "settlement_statement_id" | "seq" | "settlement_adjustment_id"
>;
type LineRow = LineValues & { seq: number };

const NOTHING: Omit<LineValues, "kind" | "amount_cents" | "words"> = {
  trip_ticket_settlement_id: null,
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

/** The lines of a claim as they will stand on paper: frozen with the names and numbers of now. */
export function paperLines(row: OpenRow): LineValues[] {
  const { claim } = row;
  const snapshot = {
    trip_ticket_settlement_id: claim.id,
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
  return linesOfClaim(row.open).map(({ kind, amount_cents, reverses }) => ({
    ...NOTHING,
    ...snapshot,
    ...(kind === "reversal" ? {} : price),
    kind,
    amount_cents,
    reverses_statement_id: reverses,
    words: kind === "reversal" ? `Takes back what statement ${row.stated_number} paid` : wordsOf(row),
  }));
}

/** Why a line comes to what it comes to, where that isn't quantity times rate alone. */
function wordsOf(row: OpenRow): string | null {
  const said = [fuelWords(row), lineWords({ ...row.claim, ...row.terms }, row.measured)].filter(
    (w) => w !== null,
  );
  return said.join(". ") || null;
}

/** "Diesel at $4.150 a gallon, base $2.500": why a surcharge is paid; nothing beside any other line. */
function fuelWords({ claim: { fuel_mills }, fuel_base }: OpenRow): string | null {
  if (fuel_mills === null) return null;
  const base = fuel_base === null ? "" : `, base ${formatFuelPrice(fuel_base)}`;
  return `Diesel at ${formatFuelPrice(fuel_mills)} a gallon${base}`;
}

/** What a line of a statement keeps, in the order in which its hash and its rows say it. */
export const STATEMENT_LINE_COLUMNS = [
  "kind",
  "amount_cents",
  "words",
  "trip_ticket_settlement_id",
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
/** After what a line keeps come its claim and the version of it that was read. */
const [CLAIM, VERSION] = [at(STATEMENT_LINE_COLUMNS.length), at(STATEMENT_LINE_COLUMNS.length + 1)];
const AS_READ = sql.raw(`JOIN trip_ticket_settlement c ON c.id = ${CLAIM} AND c.version = ${VERSION}
  JOIN job j ON j.id = c.job_id AND j.rate_epoch = c.rate_epoch`);

/**
 * Put the lines of claims on a draft: only of claims as they were read and by the rates of now, or the whole commit is undone. Many lines are one
 * statement, since each of its own would be slow, and each is a list, which SQLite reads in two thirds of the time of an object.
 */
export function claimLineSteps(statement: RowId, from: number, rows: readonly OpenRow[]): Step[] {
  const lines = rows.flatMap((row) =>
    paperLines(row).map((line) => [
      ...STATEMENT_LINE_COLUMNS.map((name) => line[name]),
      row.claim.id,
      row.claim.version,
    ]),
  );
  if (lines.length === 0) return [];
  // Made first, as SQLite would write out a list's text again for each value that is taken from it.
  const insert = sql`${INTO} WITH v AS MATERIALIZED (SELECT key, value FROM json_each(${JSON.stringify(lines)}))
    SELECT ${statement}, cast(${from} as integer) + v.key, ${VALUES} FROM v ${AS_READ}`;
  return mustHitRows(lines.length, insert).map((step) => overRows(lines.length, step));
}

/** Put what follows the loads on a draft; what a rule takes becomes an adjustment of its own. */
export function itemLineSteps(
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
        mustHit(
          ctx.write.insert(settlementAdjustment).values({
            paying_company_id: head.payer.id,
            receiving_company_id: head.receiver,
            kind: line.kind,
            amount_cents: Math.abs(line.amount_cents),
            words: line.words,
            due_on: head.through,
            settlement_rule_id: line.rule,
            ...creatorOf(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
      );
      item = newest(settlementAdjustment);
    } else if (line.item !== null) item = sql`cast(${line.item} as integer)`;
    const waits =
      line.item === null
        ? sql`1`
        : sql`EXISTS (SELECT 1 FROM settlement_adjustment WHERE id = ${line.item}
            AND used_by_statement_id IS NULL AND cancelled_at IS NULL)`;
    steps.push(
      mustHit(sql`INSERT INTO settlement_line
          (settlement_statement_id, seq, kind, settlement_adjustment_id, amount_cents, words)
        SELECT ${statement}, ${from + i}, ${line.kind}, ${item}, ${line.amount_cents}, ${line.words} WHERE ${waits}`),
    );
    return steps;
  });
}

/** The lines below the loads as they stand on paper. */
export const itemPaper = (line: ItemLine): LineValues => ({
  ...NOTHING,
  kind: line.kind,
  amount_cents: line.amount_cents,
  words: line.words,
});

/** What a statement's hash covers beside its lines. */
export type HashedHead = {
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

/** Where the chain of a pair begins. */
export const firstHash = (payer: number, receiver: number) =>
  sha(`timbertally:settlements:${payer}:${receiver}`);

/** So many lines are hashed before others are served. */
const HASHED_AT_ONCE = 1000;

/**
 * The hash of a statement: over the one before it between the two, its head, and each of its lines in order. It stops now
 * and then, for who wants to do something else in between; its last value is the hash.
 */
export function* hashingOf(
  prev: string,
  head: HashedHead,
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

/** The same at once. */
export function statementHash(prev: string, head: HashedHead, lines: readonly LineRow[]): string {
  const hashing = hashingOf(prev, head, lines);
  for (;;) {
    const { done, value } = hashing.next();
    if (done) return value;
  }
}

/** Lines with their places, from one on. */
export const numbered = (lines: readonly LineValues[]): LineRow[] =>
  lines.map((line, i) => ({ ...line, seq: i + 1 }));
