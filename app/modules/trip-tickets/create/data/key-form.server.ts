import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { tripTicket } from "#db/schema";
import { formatZone, toLocal } from "~/lib/time/time";
import { readJobTimeZones } from "~/modules/jobs/shared/place-zones.server";
import { getSheet } from "~/modules/sheets/shared/sheets.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { formatProductKey } from "../../rules/defaults";
import type { TimeField } from "../../rules/edit-boxes";
import { getZoneOfTime } from "../../rules/place-zones";
import { visibleTicketsQuery } from "../../shared/access.server";
import { newTicketForm } from "../../shared/new-ticket.server";

/** Return the page for keying a delivered load: its job's options, and the previous load's values to reuse. */
export const getKeyForm = procedure({
  name: "getKeyForm",
  may: "trip_ticket.create",
  input: z.strictObject({
    job_id: z.number().int(),
    after: z.number().int().optional(),
    /** Printed sheet that the load was written on, and the signature on the paper. */
    sheet_id: z.number().int().optional(),
    sig: z.string().max(100).optional(),
  }),
  async run(ctx, { job_id, after, sheet_id, sig }) {
    const last = after === undefined ? null : await keyedBefore(ctx, job_id, after);
    const form = await newTicketForm.run(ctx, {
      job_id,
      job_destination_id: last?.job_destination_id,
      product: last ? formatProductKey(last) : undefined,
    });
    const sheet = sheet_id === undefined ? null : await getSheet.run(ctx, { sheet_id, sig });
    const places = await readJobTimeZones(ctx.read, job_id);
    const zones = {
      job_zone: places.job_zone,
      mill_zone: places.mill_zone(last?.job_destination_id ?? form.start.job_destination_id ?? 0),
    };
    const local = (name: TimeField) => toLocal(last?.[name] ?? null, getZoneOfTime(zones, name));
    const first = form.haulers.length === 1 ? form.haulers[0]?.id : undefined;
    return {
      form,
      sheet_sig: sheet ? (sig ?? "") : null,
      may_photograph: ctx.actor.permissions.photo.create,
      /** Time zones of a slip: the job's for loading, each destination's for later events. */
      clocks: {
        loaded: formatZone(places.job_zone),
        dropped_off: clockHint(
          form.destinations.map(({ id, name }) => ({ name, zone: formatZone(places.mill_zone(id)) })),
        ),
      },
      last: last && { id: last.id, number: last.trip_ticket_number },
      start: {
        sheet_number: sheet?.job.id === job_id ? String(sheet.trip_ticket_number) : "",
        job_destination_id: String(form.start.job_destination_id ?? ""),
        product: form.start.product ?? "",
        landing_id: String(last?.landing_id ?? form.start.landing_id ?? ""),
        cutter_company_id: String(last?.cutter_company_id ?? form.start.cutter_company_id ?? ""),
        skidder_company_id: String(last?.skidder_company_id ?? form.start.skidder_company_id ?? ""),
        hauler_company_id: String(last?.hauler_company_id ?? form.start.hauler_company_id ?? first ?? ""),
        hauler_user_id: String(last?.hauler_user_id ?? ""),
        driver_name: last?.driver_name ?? "",
        truck_number: last?.truck_number ?? "",
        truck_plate: last?.truck_plate ?? "",
        trailer_plate: last?.trailer_plate ?? "",
        loader_name: last?.loader_name ?? "",
        loader_machine: last?.loader_machine ?? "",
        loaded_at: local("loaded_at"),
        dropped_off_at: local("dropped_off_at"),
      },
    };
  },
});

/** Return the time zone hint for the destinations, naming each if they have several zones. */
function clockHint(destinations: { name: string; zone: string }[]): string {
  const [first, ...others] = destinations;
  if (!first) return "";
  if (others.every(({ zone }) => zone === first.zone)) return first.zone;
  return destinations.map(({ name, zone }) => `${name}: ${zone}`).join(", ");
}

/** Return the load that the acting company keyed last, if it can still see that load. */
async function keyedBefore(ctx: Ctx<CompanyActor>, jobId: number, id: number) {
  const [row] = await ctx.read
    .select()
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.id, id),
        eq(tripTicket.job_id, jobId),
        eq(tripTicket.creator_company_id, ctx.actor.company.id),
        visibleTicketsQuery(ctx.actor),
      ),
    );
  return row ?? null;
}
