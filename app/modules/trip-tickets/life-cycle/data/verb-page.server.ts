import { z } from "zod";
import { readJobPeople } from "~/lib/access/crew-people.server";
import { formatFullName } from "~/lib/text/text";
import { procedure } from "~/web/procedure";
import { getOtherDriver } from "../../data/trip.server";
import {
  getTargetStatus,
  isMillOnly,
  LIFECYCLE_VERBS,
  planStatusChangeByVerb,
  RECEIVED_LABEL,
  VERB_LABELS,
} from "../../rules/lifecycle";
import { formatCompanyProduct, getStatusLabel } from "../../rules/trip-ticket";
import { formatPartyName } from "../../shared/job-parties.server";
import { requireVisibleTicket } from "../../shared/ticket-row.server";
import { getStatusChangeFacts } from "./change-status.server";
import { readClaimedMessage } from "./claimed-by.server";

/** Return the content of an action's own page: the effect, the load, and the choices to make. */
export const getVerbPage = procedure({
  name: "getVerbPage",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int(), verb: z.enum(LIFECYCLE_VERBS) }),
  async run(ctx, { id, verb }) {
    const ticket = await requireVisibleTicket(ctx, id);
    const { row } = ticket;
    const to = getTargetStatus(verb);
    const step = planStatusChangeByVerb(getStatusChangeFacts(ticket), verb);
    const office = ticket.roles.has("creator") || ticket.roles.has("land_manager");
    const haulers = ticket.parties.filter(
      (p) => p.is_hauler && (office || (p.on_behalf_of?.id ?? p.company_id) === ctx.actor.company.id),
    );
    const driven =
      haulers.length === 1
        ? haulers[0]?.company_id
        : haulers.find((h) => h.company_id === ctx.actor.company.id)?.company_id;
    const drivers =
      verb === "claim" && driven
        ? await readJobPeople(ctx.read, [row.job.id], driven, [row.trip_ticket.hauler_user_id])
        : [];
    return {
      id,
      verb,
      label: verb === "dropoff" && isMillOnly(ticket.roles) ? RECEIVED_LABEL : VERB_LABELS[verb],
      others_driver: verb === "claim" ? null : getOtherDriver(ctx, ticket),
      number: row.trip_ticket.trip_ticket_number,
      version: row.trip_ticket.version,
      status: row.trip_ticket.trip_ticket_status_id,
      becomes: getStatusLabel(to),
      refused: step.ok ? null : (verb === "claim" && (await readClaimedMessage(ctx, ticket))) || step.reason,
      product: formatCompanyProduct(row),
      job: row.job.name,
      destination: row.destination.name,
      hauler: row.hauler?.name ?? null,
      haulers: haulers.map((h) => ({ value: h.company_id, label: formatPartyName(h) })),
      must_choose_hauler: haulers.length > 1 || (office && haulers.length === 0),
      hauler_id: office ? null : ctx.actor.company.id,
      drivers: drivers.map((d) => ({ value: d.id, label: formatFullName(d) })),
      driver: drivers.find((d) => d.id === ctx.actor.user?.id)?.id ?? null,
    };
  },
});
