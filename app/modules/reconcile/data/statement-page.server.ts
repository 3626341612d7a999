import { z } from "zod";
import { formatInstant } from "~/lib/time/time";
import { formatPounds, formatVolume } from "~/lib/units/measures";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { formatCompanyProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import { canCorrectPaidLoad } from "~/modules/trip-tickets/shared/correction.server";
import { requireVisibleTicket } from "~/modules/trip-tickets/shared/ticket-row.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { MATCHED_BY_CORRECTION } from "../rules/corrections";
import {
  computeDifference,
  computePercent,
  computeTotals,
  formatDifference,
  formatDifferences,
  formatVolumeDifference,
  getAppliedVolume,
  isSelectedByDefault,
  sumNetWeights,
} from "../rules/difference";
import { hasDifferentScaleTicket, normalizeTicket } from "../rules/matching";
import { statementOutput } from "../rules/output";
import { parseStoredMapping } from "../rules/statement";
import { readLoadsById, readMillLoads, readMillTimeZone, readUnmatchedLoads } from "./candidates.server";
import { findDuplicates, formatDuplicateMessage } from "./duplicates.server";
import { getLineDateRange, type MillStatement, requireOwnStatement } from "./own.server";
import { readPublication } from "./publish.server";
import { suggestMapping } from "./remembered-mapping.server";
import { readTolerance } from "./tolerance.server";

/** Maximum number of loads missing from the statement on one page. */
export const MAX_UNLISTED_LOADS = 300;

/**
 * Return a statement's page data: its column mapping, and three lists: matched loads, loads only on the statement, and
 * one page of the loads only on our tickets.
 */
export const getStatement = procedure({
  name: "getStatement",
  may: "trip_ticket.read",
  input: z.strictObject({
    statement_id: z.number().int(),
    /** Paging of the loads missing from the statement. */
    skip: z.number().int().min(0).max(10_000_000).default(0),
    take: z.number().int().min(1).max(MAX_UNLISTED_LOADS).default(MAX_UNLISTED_LOADS),
  }),
  output: statementOutput,
  async run(ctx, { statement_id, skip, take }) {
    const s = await requireOwnStatement(ctx, statement_id);
    const loads = new Map(
      (
        await readLoadsById(
          ctx,
          s.lines.flatMap((line) => line.trip_ticket_id ?? []),
        )
      ).map((load) => [load.id, load]),
    );
    const ours = s.mapped_at
      ? await readUnmatchedLoads(
          ctx,
          s,
          getLineDateRange(await readMillTimeZone(ctx, s.mill_company_id), s.lines),
          {
            skip,
            take,
          },
        )
      : { rows: [], total: 0 };
    const format = createHistoryFormat(ctx);
    const words = (line: MillStatement["lines"][number]) => ({
      line: line.line,
      trip_ticket_number: line.trip_ticket_number,
      scale_ticket_number: line.scale_ticket_number,
      scaled_on: line.scaled_on,
      truck_number: line.truck_number,
      net: line.net_pounds === null ? null : formatPounds(line.net_pounds),
      scaled:
        line.scaled_volume === null ? null : formatVolume(line.scaled_volume, line.scaled_wood_unit_type_id),
      product: line.product,
      deduction: line.deduction_pounds === null ? null : formatPounds(line.deduction_pounds),
      price: ctx.actor.permissions.job_rate.read ? line.price : null,
      problem: line.problem,
    });
    const [twice, tolerance] = await Promise.all([findDuplicates(ctx, s), readTolerance(ctx)]);
    const correctable = await correctableOf(ctx, s.lines);
    const differences = new Map(
      s.lines.flatMap((line) => {
        const load = loads.get(line.trip_ticket_id ?? 0);
        return load ? [[line.line, computeDifference(line, load, tolerance)] as const] : [];
      }),
    );
    const { totals, left_out } = computeTotals([...differences.values()]);
    const weighed = sumNetWeights(
      s.lines.map((line) => ({
        ours: loads.get(line.trip_ticket_id ?? 0)?.net_pounds ?? null,
        theirs: line.net_pounds,
      })),
    );
    const isMatched = (line: MillStatement["lines"][number]) =>
      line.trip_ticket_id !== null && loads.has(line.trip_ticket_id);
    const isCounted = (line: MillStatement["lines"][number]) => line.matched_by === MATCHED_BY_CORRECTION;
    const theirs = s.lines.filter((line) => !isMatched(line) && !isCounted(line));
    const several = await severalOf(ctx, s.mill_company_id, theirs);
    return {
      id: s.id,
      mill: s.mill,
      file_name: s.file_name,
      created: { at: s.created_at, text: formatInstant(s.created_at, ctx.actor.zone, ctx.now) },
      published: s.published_from_id !== null,
      publication: await readPublication(ctx, s),
      mapped: s.mapped_at !== null,
      mapped_at: s.mapped_at,
      may_accept: ctx.actor.permissions.trip_ticket.update,
      headings: s.headings,
      mapping: s.columns ? parseStoredMapping(s.columns) : await suggestMapping(ctx, s),
      first: s.lines.slice(0, 3).map((line) => line.cells),
      totals: [
        ...totals.map((t) => ({
          loads: t.loads,
          ours: formatVolume(t.ours, t.unit),
          theirs: formatVolume(t.theirs, t.unit),
          difference: formatVolumeDifference(
            t.theirs - t.ours,
            computePercent(t.theirs - t.ours, t.ours),
            t.unit,
          ),
        })),
        ...(weighed ? [weighed] : []),
      ],
      not_compared: left_out,
      matched: s.lines.filter(isMatched).flatMap((line) => {
        const load = loads.get(line.trip_ticket_id ?? 0);
        const difference = differences.get(line.line);
        if (!load || !difference) return [];
        const differ = hasDifferentScaleTicket(line, load);
        const places = twice.get(line.line);
        const { ours, theirs, standing } = difference;
        const apart = formatDifferences(difference, load.net_pounds);
        const hasWeights = line.gross_pounds !== null && line.tare_pounds !== null;
        return [
          {
            ...words(line),
            scaled: theirs ? formatVolume(theirs.volume, theirs.unit) : null,
            by: line.matched_by,
            accepted: line.accepted_at !== null,
            refused: line.refused_reason,
            may_correct: correctable.has(load.id),
            scale_tickets_differ: differ,
            standing,
            difference: formatDifference(difference, load.net_pounds),
            volume_difference: apart.volume,
            net_difference: apart.net,
            acceptable: hasWeights || getAppliedVolume(difference, load.product_unit) !== null,
            duplicate: places ? formatDuplicateMessage(line.scale_ticket_number, places) : null,
            /** True if the line is selected by default; otherwise the form submits it as `beyond`. */
            expected: !line.problem && !differ && !places && isSelectedByDefault(standing),
            ticket: {
              id: load.id,
              number: load.trip_ticket_number,
              job: load.job,
              scale_ticket_number: load.scale_ticket_number,
              product: formatCompanyProduct(load),
              scaled: ours ? formatVolume(ours.volume, ours.unit) : null,
              net: load.net_pounds === null ? null : formatPounds(load.net_pounds),
              deduction: load.deduction_pounds === null ? null : formatPounds(load.deduction_pounds),
            },
          },
        ];
      }),
      theirs: theirs.map((line) => ({ ...words(line), several: several(line.scale_ticket_number) })),
      corrections: s.lines.filter(isCounted).map(words),
      ours: ours.rows.map((load) => ({
        id: load.id,
        number: load.trip_ticket_number,
        job: load.job,
        scale_ticket_number: load.scale_ticket_number,
        truck_number: load.truck_number,
        dropped_off: load.dropped_off_at
          ? { at: load.dropped_off_at, text: format.instant(load.dropped_off_at, load.mill_zone) }
          : null,
        scaled:
          load.scaled_volume === null
            ? null
            : formatVolume(load.scaled_volume, load.scaled_wood_unit_type_id),
      })),
      ours_total: ours.total,
    };
  },
});

/** Return the paid loads among the rejected lines that the user may correct on a separate page. */
async function correctableOf(ctx: Ctx<CompanyActor>, lines: MillStatement["lines"]): Promise<Set<number>> {
  const refused = lines.flatMap((line) =>
    line.accepted_at === null && line.refused_reason !== null ? (line.trip_ticket_id ?? []) : [],
  );
  const results = await Promise.all(
    refused.slice(0, MAX_CORRECTED).map(async (id) => {
      const ticket = await requireVisibleTicket(ctx, id).catch(() => null);
      return ticket && canCorrectPaidLoad(ctx, ticket) ? [id] : [];
    }),
  );
  return new Set(results.flat());
}
/** Maximum number of rejected lines with a link to the correction page. */
const MAX_CORRECTED = 50;

type Line = MillStatement["lines"][number];

/**
 * Return a function that warns if several of the company's loads have a line's scale ticket. Such a line matches no
 * load, because the right load is unclear.
 */
async function severalOf(ctx: Ctx<CompanyActor>, mill: number, lines: readonly Line[]) {
  const scaleTickets = [...new Set(lines.flatMap((line) => line.scale_ticket_number ?? []))];
  const loads = scaleTickets.length
    ? await readMillLoads(ctx, mill, { numbers: [], scaleTickets, from: null, before: null })
    : [];
  return (ticket: string | null): string | null => {
    const named = loads.filter(
      (load) =>
        normalizeTicket(ticket) !== "" &&
        normalizeTicket(load.scale_ticket_number) === normalizeTicket(ticket),
    );
    return named.length > 1
      ? `Your loads ${named.map((load) => load.trip_ticket_number).join(" and ")} both have this scale ticket.`
      : null;
  };
}
