import { eq } from "drizzle-orm";
import { z } from "zod";
import { job } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { formatCoordinates } from "~/lib/geo/coordinates";
import { INVALID_COORDINATES_MESSAGE, NO_PIN_MESSAGE } from "~/lib/geo/location";
import { MAX_PLACE_TEXT_LENGTH, parsePlace } from "~/lib/geo/place-text";
import { parseView } from "~/lib/geo/view";
import { readLandings } from "~/modules/jobs/shared/landings.server";
import { mapFormFields } from "~/modules/maps/rules/map-ask";
import { toSurroundingLand } from "~/modules/maps/shared/land-around.server";
import { readLocationEditor } from "~/modules/maps/shared/location-editor.server";
import { saveAnywayField } from "~/modules/maps/shared/place-questions.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, notFound } from "~/web/refusal";
import { requireVisibleTicket } from "../../shared/ticket-row.server";
import { updateTicket } from "../../shared/update.server";

/** Return a ticket whose position the acting company may change now. */
async function placeable(ctx: Ctx<CompanyActor>, id: number) {
  const ticket = await requireVisibleTicket(ctx, id);
  if (!ticket.can_edit.location) throw forbidden("Your company can't change this on the ticket right now.");
  return ticket.row.trip_ticket;
}

/** Return the map for setting a load's own position, over the job's land. */
export const getTicketPlace = procedure({
  name: "getTicketPlace",
  may: "trip_ticket.update",
  input: z.strictObject({ id: z.number().int(), ...mapFormFields }),
  async run(ctx, { id, ...asked }) {
    const { trip_ticket_number, version, job_id, latitude, longitude } = await placeable(ctx, id);
    const [land] = await ctx.read.select().from(job).where(eq(job.id, job_id));
    if (!land) throw notFound("We couldn't find that trip ticket, or you don't have access to it.");
    const { permissions } = ctx.actor;
    const landings = hasPermission(permissions, "landing_inventory.read")
      ? await readLandings(ctx.read, job_id)
      : [];
    const saved = latitude === null || longitude === null ? "" : formatCoordinates({ latitude, longitude });
    return {
      id,
      number: trip_ticket_number,
      version,
      saved,
      editor: await readLocationEditor(ctx.read, {
        county_id: land.us_county_id,
        fields: { method: "pin", coordinates: asked.coordinates ?? saved, areas: "", geom: "" },
        view: parseView(asked.view),
        place: asked.place,
        land: hasPermission(permissions, "job.read") ? toSurroundingLand(land, landings) : null,
        described: hasPermission(permissions, "job.read") ? land : null,
      }),
    };
  },
});

/** Set a load's own position, separate from its landing's; empty input removes the position. */
export const setTicketPlace = procedure({
  name: "setTicketPlace",
  may: "trip_ticket.update",
  input: z.strictObject({
    id: z.number().int(),
    version: z.number().int(),
    coordinates: z.string().trim().max(MAX_PLACE_TEXT_LENGTH, INVALID_COORDINATES_MESSAGE).optional(),
    save_anyway: saveAnywayField,
  }),
  async run(ctx, { id, version, coordinates = "", save_anyway }) {
    const { latitude: before } = await placeable(ctx, id);
    if (!coordinates && before === null) throw invalid({ coordinates: [NO_PIN_MESSAGE] });
    const place = coordinates ? parsePlace(coordinates) : { latitude: null, longitude: null };
    if (!place) throw invalid({ coordinates: [INVALID_COORDINATES_MESSAGE] });
    return updateTicket.run(ctx, { id, version, ...place, save_anyway });
  },
});
