import { eq } from "drizzle-orm";
import { z } from "zod";
import { job } from "#db/schema";
import { readLandingsOf } from "~/core/jobs/landings.server";
import { visibleTicket } from "~/core/tickets/ticket-row.server";
import { may } from "~/domain/access/crew-permissions";
import { coordinatesText } from "~/domain/geo/coordinates";
import { NO_COORDINATES, NO_PIN } from "~/domain/geo/location";
import { MAX_PLACE_LETTERS, parsePlace } from "~/domain/geo/place-text";
import { parseView } from "~/domain/geo/view";
import { landOf } from "~/features/maps/land-around.server";
import { locationEditor } from "~/features/maps/location-editor.server";
import { mapAsk } from "~/features/maps/map-ask";
import { saveAnyway } from "~/features/maps/place-questions.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, missing } from "~/web/refusal";
import { updateTicket } from "./update.server";

/** A ticket whose place the acting company may change now. */
async function placeable(ctx: Ctx<CompanyActor>, id: number) {
  const ticket = await visibleTicket(ctx, id);
  if (!ticket.can_edit.location) throw forbidden("Your company can't change this on the ticket right now.");
  return ticket.row.trip_ticket;
}

/** The map that a load's own place is set on, over the job's land. */
export const getTicketPlace = procedure({
  name: "getTicketPlace",
  may: "trip_ticket.update",
  input: z.strictObject({ id: z.number().int(), ...mapAsk }),
  async run(ctx, { id, ...asked }) {
    const { trip_ticket_number, version, job_id, latitude, longitude } = await placeable(ctx, id);
    const [land] = await ctx.read.select().from(job).where(eq(job.id, job_id));
    if (!land) throw missing("We couldn't find that trip ticket, or you don't have access to it.");
    const { permissions } = ctx.actor;
    const landings = may(permissions, "landing_inventory.read") ? await readLandingsOf(ctx.read, job_id) : [];
    const saved = latitude === null || longitude === null ? "" : coordinatesText({ latitude, longitude });
    return {
      id,
      number: trip_ticket_number,
      version,
      saved,
      editor: await locationEditor(ctx.read, {
        county_id: land.us_county_id,
        fields: { method: "pin", coordinates: asked.coordinates ?? saved, areas: "", geom: "" },
        view: parseView(asked.view),
        place: asked.place,
        land: may(permissions, "job.read") ? landOf(land, landings) : null,
        described: may(permissions, "job.read") ? land : null,
      }),
    };
  },
});

/** Says where a load stands, apart from its landing; nothing typed takes that back. */
export const setTicketPlace = procedure({
  name: "setTicketPlace",
  may: "trip_ticket.update",
  input: z.strictObject({
    id: z.number().int(),
    version: z.number().int(),
    coordinates: z.string().trim().max(MAX_PLACE_LETTERS, NO_COORDINATES).optional(),
    save_anyway: saveAnyway,
  }),
  async run(ctx, { id, version, coordinates = "", save_anyway }) {
    const { latitude: before } = await placeable(ctx, id);
    if (!coordinates && before === null) throw invalid({ coordinates: [NO_PIN] });
    const place = coordinates ? parsePlace(coordinates) : { latitude: null, longitude: null };
    if (!place) throw invalid({ coordinates: [NO_COORDINATES] });
    return updateTicket.run(ctx, { id, version, ...place, save_anyway });
  },
});
