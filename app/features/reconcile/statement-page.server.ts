import { z } from "zod";
import { formatPounds, formatVolume } from "~/domain/measures/measures";
import { formatInstant } from "~/domain/time/time";
import { procedure } from "~/web/procedure";
import { loadsById, loadsUnnamed } from "./candidates.server";
import { scaleTicketsDiffer } from "./matching";
import { ownStatement, rangeOf, type Statement } from "./own.server";
import { guessMapping, type Mapping } from "./statement";

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
      ? await loadsUnnamed(ctx, s, rangeOf(ctx, s.lines), { skip, take })
      : { rows: [], total: 0 };
    const words = (line: Statement["lines"][number]) => ({
      line: line.line,
      trip_ticket_number: line.trip_ticket_number,
      scale_ticket_number: line.scale_ticket_number,
      scaled_on: line.scaled_on,
      truck_number: line.truck_number,
      net: line.net_pounds === null ? null : formatPounds(line.net_pounds),
      scaled:
        line.scaled_volume === null ? null : formatVolume(line.scaled_volume, line.scaled_wood_unit_type_id),
      problem: line.problem,
    });
    const isMatched = (line: Statement["lines"][number]) =>
      line.trip_ticket_id !== null && loads.has(line.trip_ticket_id);
    return {
      id: s.id,
      mill: s.mill,
      file_name: s.file_name,
      created: { at: s.created_at, text: formatInstant(s.created_at, ctx.actor.zone, ctx.now) },
      mapped: s.mapped_at !== null,
      mapped_at: s.mapped_at,
      may_accept: ctx.actor.permissions.trip_ticket.update,
      headings: s.headings,
      mapping: (s.columns ?? guessMapping(s.headings)) as Mapping,
      first: s.lines.slice(0, 3).map((line) => line.cells),
      matched: s.lines.filter(isMatched).map((line) => {
        const load = loads.get(line.trip_ticket_id ?? 0);
        return {
          ...words(line),
          by: line.matched_by,
          accepted: line.accepted_at !== null,
          refused: line.accepted_at ? null : line.refused_reason,
          scale_tickets_differ: load !== undefined && scaleTicketsDiffer(line, load),
          ticket: {
            id: load?.id ?? 0,
            number: load?.trip_ticket_number ?? 0,
            job: load?.job ?? "",
            scale_ticket_number: load?.scale_ticket_number ?? null,
            scaled:
              load?.scaled_volume === null || load === undefined
                ? null
                : formatVolume(load.scaled_volume, load.scaled_wood_unit_type_id),
          },
        };
      }),
      theirs: s.lines.filter((line) => !isMatched(line)).map(words),
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
