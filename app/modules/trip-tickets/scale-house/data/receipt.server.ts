import { z } from "zod";
import { formatPounds, formatVolume } from "~/lib/units/measures";
import { createPaperFormat } from "~/modules/history/shared/words.server";
import { procedure } from "~/web/procedure";
import { formatDeduction } from "../../edit/rules/deduction";
import { toDestinationPlace } from "../../edit/rules/destination-place";
import { formatCompanyProduct } from "../../rules/trip-ticket";
import { requireVisibleTicket } from "../../shared/ticket-row.server";

/** Return a load's receipt for its driver, for printing on a paper roll. It marks a load that isn't weighed yet. */
export const getReceipt = procedure({
  name: "getReceipt",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const { shown } = await requireVisibleTicket(ctx, id);
    const t = shown.trip_ticket;
    const { instant } = createPaperFormat(shown);
    const time = t.scaled_at ?? t.received_at;
    return {
      id,
      mill: toDestinationPlace(shown).mill ?? shown.destination.name,
      place: shown.destination.name,
      number: t.trip_ticket_number,
      load_number: t.load_number,
      scale_ticket_number: t.scale_ticket_number,
      supplier: shown.requester.name,
      job: shown.job.name,
      product: formatCompanyProduct(shown),
      hauler: shown.hauler?.name ?? null,
      driver: shown.hauler_user ?? t.driver_name,
      truck: [t.truck_number, t.truck_plate].filter(Boolean).join(" · ") || null,
      gross: formatPounds(t.gross_pounds),
      tare: formatPounds(t.tare_pounds),
      net: formatPounds(t.net_pounds),
      ...formatDeduction(t),
      volume: t.scaled_volume === null ? null : formatVolume(t.scaled_volume, t.scaled_wood_unit_type_id),
      scaled: time && instant(time, shown.mill_zone),
      scaler: shown.scaler_user ?? shown.receiver_user,
      is_weighed: t.gross_pounds !== null || t.scaled_volume !== null,
      waits_for_tare: t.tare_pounds === null && t.scaled_volume === null,
    };
  },
});
export type Receipt = Awaited<ReturnType<typeof getReceipt.run>>;
