import { and, inArray } from "drizzle-orm";
import { z } from "zod";
import { tripTicket } from "#db/schema";
import { buildRecord } from "~/lib/object/records";
import { createTextSchema } from "~/lib/text/input";
import { formatPounds, formatVolume } from "~/lib/units/measures";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { AppError, type FieldErrors, invalid } from "~/web/refusal";
import { readLastChange } from "../../life-cycle/data/undo.server";
import { formatCompanyProduct } from "../../rules/trip-ticket";
import { visibleTicketsQuery } from "../../shared/access.server";
import { addTicketRights, selectTickets, type VisibleTicket } from "../../shared/ticket-row.server";
import { saveTicketBox } from "../../shared/update.server";
import { joinWeighCells, MAX_WEIGH_ROWS, WEIGH_CELLS } from "../rules/weigh-rows";

const ids = () => z.array(z.number().int().positive()).max(MAX_WEIGH_ROWS).default([]);

/**
 * Return the loads of a list whose scale tickets the reader may enter, in the list's order, and those just saved. Loads
 * that aren't visible are omitted; `closed` counts visible loads that the reader may not weigh.
 */
export const getWeighRows = procedure({
  name: "getWeighRows",
  may: "trip_ticket.update",
  input: z.strictObject({ ids: ids(), saved: ids() }),
  async run(ctx, { ids, saved }) {
    const all = [...new Set([...ids, ...saved])];
    const results = all.length
      ? await selectTickets(ctx.read).where(and(inArray(tripTicket.id, all), visibleTicketsQuery(ctx.actor)))
      : [];
    const tickets = new Map((await addTicketRights(ctx, results)).map((t) => [t.row.trip_ticket.id, t]));
    const named = (list: number[]) => list.flatMap((id) => tickets.get(id) ?? []);
    const here = named(ids);
    const open = here.filter(({ can_edit }) => can_edit.weights && can_edit.scale_ticket_number);
    return {
      rows: open.map(weighRow),
      closed: here.length - open.length,
      saved: named(saved).map(weighRow),
    };
  },
});

export type WeighRow = Awaited<ReturnType<typeof getWeighRows.run>>["rows"][number];

function weighRow({ shown }: VisibleTicket) {
  const t = shown.trip_ticket;
  const scaled = t.scaled_volume !== null;
  const volume = scaled ? t.scaled_volume : t.estimated_volume;
  const unit = scaled ? t.scaled_wood_unit_type_id : t.estimated_wood_unit_type_id;
  return {
    id: t.id,
    number: t.trip_ticket_number,
    version: t.version,
    product: formatCompanyProduct(shown),
    job: shown.job.name,
    destination: shown.destination.name,
    hauler: [shown.hauler?.name, shown.hauler_user ?? t.driver_name].filter(Boolean).join(", "),
    cells: {
      scale_ticket_number: t.scale_ticket_number ?? "",
      gross_pounds: t.gross_pounds === null ? "" : t.gross_pounds.toLocaleString("en-US"),
      tare_pounds: t.tare_pounds === null ? "" : t.tare_pounds.toLocaleString("en-US"),
    },
    net: t.net_pounds === null ? "" : formatPounds(t.net_pounds),
    volume: volume === null ? "" : formatVolume(volume, unit),
    scaled,
  };
}

const typed = () => createTextSchema(60).optional();
const rowInput = z.strictObject({
  id: z.number().int().positive(),
  version: z.number().int().min(1),
  /** Values of the three cells when the page was loaded, so that an unchanged row isn't saved. */
  was: createTextSchema(200).regex(/^[^|]*\|\d*\|\d*$/, "Reload the page, then save."),
  scale_ticket_number: typed(),
  gross_pounds: typed(),
  tare_pounds: typed(),
  /** True to save despite warnings. */
  anyway: z.boolean().optional(),
});
type RowInput = z.output<typeof rowInput>;

/**
 * Save the scale tickets of several loads. Each row is saved as by the ticket's own edit page: in its own commit, with
 * its version, permissions, warnings and history. Unchanged rows are skipped. If some rows are refused, the others are
 * saved, and each error names its row.
 */
export const saveWeighRows = procedure({
  name: "saveWeighRows",
  may: "trip_ticket.update",
  input: z.strictObject({ rows: z.array(rowInput).max(MAX_WEIGH_ROWS).default([]) }),
  async run(ctx, { rows }) {
    const wrong: FieldErrors = {};
    const saved: number[] = [];
    for (const [place, row] of rows.entries()) {
      if (joinWeighCells(row) === row.was) continue;
      const refused = await saveRow(ctx, row);
      if (!refused) saved.push(row.id);
      for (const [name, said] of Object.entries(refused ?? {})) wrong[`rows[${place}].${name}`] = said;
    }
    if (Object.keys(wrong).length) throw invalid(wrong);
    return ctx.commit([], { saved: saved.join(",") });
  },
});

/** Save a row: returns null if saved, otherwise its errors by cell. */
async function saveRow(ctx: Ctx<CompanyActor>, row: RowInput): Promise<FieldErrors | null> {
  const cells = buildRecord(WEIGH_CELLS, (name) => row[name]?.trim() || null);
  try {
    await ctx.apart(saveTicketBox, {
      id: row.id,
      version: row.version,
      ...cells,
      ...(row.anyway ? { save_anyway: true } : {}),
    });
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "unavailable") throw error;
    if (error.kind === "stale") return overtaken(ctx, row);
    const { save_anyway, ...fields } = error.facts.fields ?? {};
    if (save_anyway) return { anyway: save_anyway };
    const known = Object.entries(fields).filter(([name]) => WEIGH_CELLS.some((cell) => cell === name));
    return known.length ? Object.fromEntries(known) : { id: [error.message] };
  }
}

/**
 * Return a conflict error if another user saved first; null if the saved values equal the submitted ones, as after a
 * form that was sent twice.
 */
async function overtaken(ctx: Ctx<CompanyActor>, row: RowInput): Promise<FieldErrors | null> {
  const { rows } = await ctx.apart(getWeighRows, { ids: [row.id] });
  const now = rows[0];
  if (now && joinWeighCells(now.cells) === joinWeighCells(row)) return null;
  const last = await readLastChange(ctx.read, row.id);
  const who = last?.creator_label ?? [last?.first_name, last?.last_name].filter(Boolean).join(" ");
  return { version: [`${who || "Someone else"} changed this load after you opened the page.`] };
}
