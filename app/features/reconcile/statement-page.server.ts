import { z } from "zod";
import { visibleTicket } from "~/core/tickets/ticket-row.server";
import { formatPounds, formatVolume } from "~/domain/measures/measures";
import { productLabel } from "~/domain/tickets/trip-ticket";
import { formatInstant } from "~/domain/time/time";
import { mayCorrect } from "~/features/trip-tickets/correction.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { loadsById, loadsFor, loadsUnnamed, zoneOfMill } from "./candidates.server";
import { COUNTED_WITH_ANOTHER } from "./corrections";
import {
  differenceOf,
  differencesInWords,
  differenceWords,
  isExpected,
  netTotalOf,
  percentOf,
  takenVolume,
  totalsOf,
  volumeDifference,
} from "./difference";
import { duplicatesOf, duplicateWords } from "./duplicates.server";
import { plainTicket, scaleTicketsDiffer } from "./matching";
import { statementOutput } from "./output";
import { daysOfLines, type MillStatement, ownStatement } from "./own.server";
import { publicationOf } from "./publish.server";
import { suggestMapping } from "./remembered-mapping.server";
import { readMapping } from "./statement";
import { toleranceOf } from "./tolerance.server";

/** So many loads that the statement does not name are shown at once. */
export const MOST_OURS = 300;

/** A statement's page: how its columns are mapped, and the three lists (matched, only theirs, only ours, of these a part). */
export const getStatement = procedure({
  name: "getStatement",
  may: "trip_ticket.read",
  input: z.strictObject({
    statement_id: z.number().int(),
    /** Of the loads that the statement does not name. */
    skip: z.number().int().min(0).max(10_000_000).default(0),
    take: z.number().int().min(1).max(MOST_OURS).default(MOST_OURS),
  }),
  output: statementOutput,
  async run(ctx, { statement_id, skip, take }) {
    const s = await ownStatement(ctx, statement_id);
    const loads = new Map(
      (
        await loadsById(
          ctx,
          s.lines.flatMap((line) => line.trip_ticket_id ?? []),
        )
      ).map((load) => [load.id, load]),
    );
    const ours = s.mapped_at
      ? await loadsUnnamed(ctx, s, daysOfLines(await zoneOfMill(ctx, s.mill_company_id), s.lines), {
          skip,
          take,
        })
      : { rows: [], total: 0 };
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
    const [twice, tolerance] = await Promise.all([duplicatesOf(ctx, s), toleranceOf(ctx)]);
    const correctable = await correctableOf(ctx, s.lines);
    const differences = new Map(
      s.lines.flatMap((line) => {
        const load = loads.get(line.trip_ticket_id ?? 0);
        return load ? [[line.line, differenceOf(line, load, tolerance)] as const] : [];
      }),
    );
    const { totals, left_out } = totalsOf([...differences.values()]);
    const weighed = netTotalOf(
      s.lines.map((line) => ({
        ours: loads.get(line.trip_ticket_id ?? 0)?.net_pounds ?? null,
        theirs: line.net_pounds,
      })),
    );
    const isMatched = (line: MillStatement["lines"][number]) =>
      line.trip_ticket_id !== null && loads.has(line.trip_ticket_id);
    const isCounted = (line: MillStatement["lines"][number]) => line.matched_by === COUNTED_WITH_ANOTHER;
    const theirs = s.lines.filter((line) => !isMatched(line) && !isCounted(line));
    const several = await severalOf(ctx, s.mill_company_id, theirs);
    return {
      id: s.id,
      mill: s.mill,
      file_name: s.file_name,
      created: { at: s.created_at, text: formatInstant(s.created_at, ctx.actor.zone, ctx.now) },
      published: s.published_from_id !== null,
      publication: await publicationOf(ctx, s),
      mapped: s.mapped_at !== null,
      mapped_at: s.mapped_at,
      may_accept: ctx.actor.permissions.trip_ticket.update,
      headings: s.headings,
      mapping: s.columns ? readMapping(s.columns) : await suggestMapping(ctx, s),
      first: s.lines.slice(0, 3).map((line) => line.cells),
      totals: [
        ...totals.map((t) => ({
          loads: t.loads,
          ours: formatVolume(t.ours, t.unit),
          theirs: formatVolume(t.theirs, t.unit),
          difference: volumeDifference(t.theirs - t.ours, percentOf(t.theirs - t.ours, t.ours), t.unit),
        })),
        ...(weighed ? [weighed] : []),
      ],
      not_compared: left_out,
      matched: s.lines.filter(isMatched).flatMap((line) => {
        const load = loads.get(line.trip_ticket_id ?? 0);
        const difference = differences.get(line.line);
        if (!load || !difference) return [];
        const differ = scaleTicketsDiffer(line, load);
        const places = twice.get(line.line);
        const { ours, theirs, standing } = difference;
        const apart = differencesInWords(difference, load.net_pounds);
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
            difference: differenceWords(difference, load.net_pounds),
            volume_difference: apart.volume,
            net_difference: apart.net,
            acceptable: hasWeights || takenVolume(difference, load.product_unit) !== null,
            duplicate: places ? duplicateWords(line.scale_ticket_number, places) : null,
            /** Whether it is ticked before anybody looked at it; else it is accepted as "beyond". */
            expected: !line.problem && !differ && !places && isExpected(standing),
            ticket: {
              id: load.id,
              number: load.trip_ticket_number,
              job: load.job,
              scale_ticket_number: load.scale_ticket_number,
              product: productLabel(load),
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
          ? { at: load.dropped_off_at, text: formatInstant(load.dropped_off_at, ctx.actor.zone, ctx.now) }
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

/** Of the loads whose lines were refused those that are paid, and that the person may correct on a page of their own. */
async function correctableOf(ctx: Ctx<CompanyActor>, lines: MillStatement["lines"]): Promise<Set<number>> {
  const refused = lines.flatMap((line) =>
    line.accepted_at === null && line.refused_reason !== null ? (line.trip_ticket_id ?? []) : [],
  );
  const found = await Promise.all(
    refused.slice(0, MOST_CORRECTED).map(async (id) => {
      const ticket = await visibleTicket(ctx, id).catch(() => null);
      return ticket && mayCorrect(ctx, ticket) ? [id] : [];
    }),
  );
  return new Set(found.flat());
}
/** So many refused lines lead to the page that corrects their load. */
const MOST_CORRECTED = 50;

type Line = MillStatement["lines"][number];

/**
 * Says of a scale ticket which of the company's loads have it, where several do, on whichever jobs: a line of it is
 * nobody's, because it could be either's.
 */
async function severalOf(ctx: Ctx<CompanyActor>, mill: number, lines: readonly Line[]) {
  const scaleTickets = [...new Set(lines.flatMap((line) => line.scale_ticket_number ?? []))];
  const loads = scaleTickets.length
    ? await loadsFor(ctx, mill, { numbers: [], scaleTickets, from: null, before: null })
    : [];
  return (ticket: string | null): string | null => {
    const named = loads.filter(
      (load) => plainTicket(ticket) !== "" && plainTicket(load.scale_ticket_number) === plainTicket(ticket),
    );
    return named.length > 1
      ? `Your loads ${named.map((load) => load.trip_ticket_number).join(" and ")} both have this scale ticket.`
      : null;
  };
}
