import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { millStatementLine } from "#db/schema";
import { typedKeys } from "~/lib/object/records";
import { fromLocal, getDay } from "~/lib/time/time";
import { formatPlainVolume, getUnitPlural } from "~/lib/units/measures";
import { findNamedUnit } from "~/lib/units/units";
import { ticketChangeInput } from "~/modules/trip-tickets/shared/change-plan.server";
import { requireVisibleTicket, type VisibleTicket } from "~/modules/trip-tickets/shared/ticket-row.server";
import { changeTicket } from "~/modules/trip-tickets/shared/update.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { AppError, notFound, unprocessable } from "~/web/refusal";
import {
  computeDifference,
  type Difference,
  getAppliedVolume,
  isSelectedByDefault,
  type Volume,
} from "../rules/difference";
import { hasDifferentScaleTicket, type Tolerance } from "../rules/matching";
import { statementAcceptedOutput } from "../rules/output";
import { readLoadsById, readMillTimeZone } from "./candidates.server";
import { findDuplicates, formatDuplicateMessage } from "./duplicates.server";
import { type MillStatement, readStatementHead, requireOwnStatement } from "./own.server";
import { readTolerance } from "./tolerance.server";

/** Maximum number of lines one request accepts; the next request continues with the rest. */
const MAX_AT_ONCE = 500;

type Line = MillStatement["lines"][number];

/**
 * Accept matched lines: write the mill's values to the tickets. Each ticket is changed like a single edit, with its
 * permissions, version and history, in its own commit. A line beyond the tolerance is accepted only if the user checked
 * it explicitly. Accepting a line again changes nothing. A statement mapped again after it was displayed is rejected,
 * because its lines may then match other tickets and values.
 */
export const acceptStatement = procedure({
  name: "acceptStatement",
  may: "trip_ticket.update",
  input: z.strictObject({
    statement_id: z.number().int(),
    /** Time of the mapping that the client displayed, so that a later mapping is detected. */
    mapped_at: z.string("Read the statement first, then send its mapped_at.").max(40),
    lines: z.array(z.number().int().positive()).max(5_000).default([]),
    /** Lines to accept even if they exceed the tolerance, use another unit, or repeat a scale ticket. */
    beyond: z.array(z.number().int().positive()).max(5_000).default([]),
    /** For API clients: accept every matched line that isn't beyond tolerance. */
    all: z.boolean().optional(),
  }),
  output: statementAcceptedOutput,
  async run(ctx, { statement_id, mapped_at, lines, beyond, all }) {
    const statement = await requireOwnStatement(ctx, statement_id);
    if (statement.mapped_at !== mapped_at) throw mappedAnew(statement);
    const twice = await findDuplicates(ctx, statement);
    const tolerance = await readTolerance(ctx);
    const zone = await readMillTimeZone(ctx, statement.mill_company_id);
    const unlooked = all ? await expectedLines(ctx, statement, twice, tolerance) : new Set(lines);
    const ticked = new Set(beyond);
    const chosen = statement.lines.filter(
      (line) => line.trip_ticket_id !== null && (unlooked.has(line.line) || ticked.has(line.line)),
    );
    if (chosen.length === 0) throw unprocessable("Select the loads to accept.");
    const open = chosen.filter((line) => !line.accepted_at).slice(0, MAX_AT_ONCE);
    let accepted = 0;
    let refused = 0;
    for (const { line, scale_ticket_number } of open) {
      try {
        const places = ticked.has(line) ? undefined : twice.get(line);
        if (places) throw unprocessable(`${formatDuplicateMessage(scale_ticket_number, places)} ${TICK_IT}`);
        await ctx.apart(acceptLine, { statement_id, mapped_at, line, zone, ticked: ticked.has(line) });
        accepted++;
      } catch (error) {
        if (!(error instanceof AppError) || error.kind === "unavailable" || isMappedAnew(error)) throw error;
        await ctx.apart(refuseLine, { statement_id, mapped_at, line, reason: getRefusalReason(error) });
        refused++;
      }
    }
    return ctx.commit([], { id: statement_id, accepted, refused });
  },
});

const mappedAnew = ({ mapped_at }: { mapped_at: string | null }) =>
  new AppError("stale", "The statement's columns changed since you opened it. Check its loads again.", {
    current: { mapped_at },
  });

const isMappedAnew = ({ kind, facts }: AppError) => kind === "stale" && "mapped_at" in (facts.current ?? {});

/** Format an error as one line of text; for field errors, join their messages. */
export function getRefusalReason(error: AppError): string {
  const fields = error.facts.fields ?? {};
  const lines = [...Object.values(fields).flat(), ...(fields.save_anyway ? [TICK_IT] : [])];
  return (lines.length ? lines.join(" ") : error.message).slice(0, 300);
}

const lineInput = { statement_id: z.number().int(), mapped_at: z.string().max(40), line: z.number().int() };
type LineInput = z.output<z.ZodObject<typeof lineInput>>;

const isLine = ({ statement_id, line }: LineInput) =>
  and(eq(millStatementLine.mill_statement_id, statement_id), eq(millStatementLine.line, line));

/** Condition that the line isn't accepted yet and that the mapping is still the one that the client displayed. */
const ofLine = (input: LineInput) =>
  and(
    isLine(input),
    isNull(millStatementLine.accepted_at),
    sql`EXISTS (SELECT 1 FROM mill_statement s WHERE s.id = ${input.statement_id} AND s.mapped_at = ${input.mapped_at})`,
  );

/** Accept one line and update its ticket in one commit. */
const acceptLine = procedure({
  name: "acceptStatementLine",
  may: "trip_ticket.update",
  input: z.strictObject({ ...lineInput, zone: z.string().max(64), ticked: z.boolean() }),
  async run(ctx, { zone, ticked, ...input }) {
    const [line] = await ctx.read.select().from(millStatementLine).where(isLine(input));
    // Read the statement head after the line: if the head's mapping time is unchanged, the line belongs to the
    // displayed mapping.
    const head = await readStatementHead(ctx, input.statement_id);
    if (line?.accepted_at) return { id: 0 };
    if (!line?.trip_ticket_id || head.mapped_at !== input.mapped_at) throw mappedAnew(head);
    if (line.problem) throw unprocessable(line.problem);
    const ticket = await requireVisibleTicket(ctx, line.trip_ticket_id);
    const t = ticket.row.trip_ticket;
    const [load] = await readLoadsById(ctx, [t.id]);
    if (!load) throw notFound("We couldn't find that trip ticket, or you don't have access to it.");
    const difference = computeDifference(line, load, await readTolerance(ctx));
    if (!ticked) checkExpected(line, load, difference);
    const volume = getAppliedVolume(difference, load.product_unit);
    if (!volume && !(line.gross_pounds !== null && line.tare_pounds !== null))
      throw unprocessable(
        `The statement gives no volume in ${getUnitPlural(difference.ours?.unit ?? load.product_unit)}. A unit is changed on the ticket's own page.`,
      );
    const fields = fieldsOf(zone, line, volume, t);
    const before = getCurrentValues(t, typedKeys(fields));
    const same = typedKeys(fields).every((name) => before[name] === fields[name]);
    const taken = expectOneRow(
      ctx.write
        .update(millStatementLine)
        .set({
          accepted_at: ctx.now.toISOString(),
          refused_reason: null,
          applied_values: same ? null : { before, after: fields },
        })
        .where(ofLine(input)),
    );
    // If the line's values equal the ticket's, the ticket isn't written again and gets no history entry.
    if (same) return ctx.commit([taken], { id: t.id });
    if (
      ticket.row.settlement_paid &&
      "scaled_volume" in fields &&
      fields.scaled_volume !== before.scaled_volume
    )
      throw unprocessable(PAID);
    // A line with only weights keeps the ticket's volume, and sets the unit only to the product's unit.
    const stored = volume
      ? {}
      : t.scaled_volume === null
        ? { scaled_wood_unit_type_id: load.product_unit }
        : {
            scaled_volume: formatPlainVolume(t.scaled_volume),
            scaled_wood_unit_type_id: t.scaled_wood_unit_type_id,
          };
    // The volume column's heading names the log rule for its board feet.
    const rule = volume ? findNamedUnit(head.columns?.scaled_volume ?? "").rule : null;
    const ruled = rule && t.log_rule === null ? { log_rule: rule } : {};
    const change = ticketChangeInput.parse({
      id: t.id,
      version: t.version + 1,
      ...stored,
      ...fields,
      ...ruled,
    });
    const content = `By statement ${head.id} of ${head.mill}`;
    return changeTicket(ctx, change, { steps: [taken], content }, ticked);
  },
});

type Load = Awaited<ReturnType<typeof readLoadsById>>[number];

/** Message for a paid load. A paid load is corrected on its ticket's page, which also corrects its pay. */
const PAID = "This load is paid, so a statement of the mill can't change it.";
const TICK_IT = "Select the load to accept it anyway.";

/**
 * Reject a line beyond tolerance unless the user checked it explicitly: the client may have read the ticket before it
 * was scaled again.
 */
function checkExpected(line: Line, load: Load, { standing }: Difference) {
  if (standing === "other unit") throw unprocessable(`The mill's unit isn't the product's. ${TICK_IT}`);
  if (!isSelectedByDefault(standing))
    throw unprocessable(`The mill's value differs by more than scales do. ${TICK_IT}`);
  if (hasDifferentScaleTicket(line, load)) throw unprocessable(`The scale tickets differ. ${TICK_IT}`);
}

/** Return the lines selected by default on the page: no problem, within tolerance, no repeated scale ticket. */
async function expectedLines(
  ctx: Ctx<CompanyActor>,
  statement: MillStatement,
  twice: ReadonlyMap<number, unknown>,
  tolerance: Tolerance,
): Promise<Set<number>> {
  const ids = statement.lines.flatMap((line) => line.trip_ticket_id ?? []);
  const loads = new Map((await readLoadsById(ctx, ids)).map((load) => [load.id, load]));
  const expected = statement.lines.filter((line) => {
    const load = loads.get(line.trip_ticket_id ?? 0);
    // Include a load that can no longer be read, so that its rejection is reported.
    if (!load || line.accepted_at) return true;
    return (
      isSelectedByDefault(computeDifference(line, load, tolerance).standing) &&
      !hasDifferentScaleTicket(line, load) &&
      !twice.has(line.line)
    );
  });
  return new Set(expected.map((line) => line.line));
}

/** Convert a line's values to an edit of the ticket. The line's date becomes the scale time only if the ticket has none. */
function fieldsOf(
  zone: string,
  line: Line,
  theirs: Volume | null,
  t: { scaled_at: string | null; dropped_off_at: string | null },
) {
  const day = line.scaled_on;
  const dropped = t.dropped_off_at;
  const sameDay = dropped !== null && day === getDay(new Date(dropped), zone);
  return {
    ...(theirs
      ? { scaled_volume: formatPlainVolume(theirs.volume), scaled_wood_unit_type_id: theirs.unit }
      : {}),
    ...(line.scale_ticket_number ? { scale_ticket_number: line.scale_ticket_number } : {}),
    ...(line.gross_pounds !== null && line.tare_pounds !== null
      ? { gross_pounds: line.gross_pounds, tare_pounds: line.tare_pounds }
      : {}),
    ...(line.deduction_pounds !== null && line.gross_pounds !== null && line.tare_pounds !== null
      ? { deduction_pounds: line.deduction_pounds }
      : {}),
    ...(t.scaled_at === null && day
      ? { scaled_at: sameDay ? dropped : fromLocal(`${day}T12:00`, zone) }
      : {}),
  };
}

type Row = VisibleTicket["row"]["trip_ticket"];
type Field = keyof ReturnType<typeof fieldsOf>;

const FIELDS = [
  "scaled_volume",
  "scaled_wood_unit_type_id",
  "scale_ticket_number",
  "gross_pounds",
  "tare_pounds",
  "deduction_pounds",
  "scaled_at",
] as const satisfies readonly Field[];

/** Check whether accepting a line can change this ticket field. */
export const isAppliedField = (name: string): name is Field => FIELDS.some((field) => field === name);

/** Return a ticket's current values of the named fields, formatted as in an edit. */
export const getCurrentValues = (
  t: Row,
  names: readonly Field[],
): Partial<Record<Field, string | number | null>> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      name === "scaled_volume"
        ? t.scaled_volume === null
          ? null
          : formatPlainVolume(t.scaled_volume)
        : t[name],
    ]),
  );

/** Store why a line was rejected. */
const refuseLine = procedure({
  name: "refuseStatementLine",
  may: "trip_ticket.update",
  input: z.strictObject({ ...lineInput, reason: z.string().max(300) }),
  async run(ctx, { reason, ...input }) {
    await readStatementHead(ctx, input.statement_id);
    const step = ctx.write.update(millStatementLine).set({ refused_reason: reason }).where(ofLine(input));
    return ctx.commit([{ build: step, mustHit: false }], { line: input.line });
  },
});
