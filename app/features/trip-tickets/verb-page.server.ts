import { z } from "zod";
import { readJobPeople } from "~/core/access/crew-people.server";
import { partyName } from "~/core/tickets/job-parties.server";
import { visibleTicket } from "~/core/tickets/ticket-row.server";
import { fullName } from "~/domain/text/text";
import { goalOf, isMillAlone, RECEIVED, stepBy, VERB_LABELS, VERBS } from "~/domain/tickets/lifecycle";
import { productLabel, statusName } from "~/domain/tickets/trip-ticket";
import { procedure } from "~/web/procedure";
import { claimedWords } from "./claimed-by.server";
import { stepFacts } from "./move.server";
import { othersDriver } from "./trip.server";

/** What a step's own page says before it is taken: what will happen, to which load, and what must be chosen. */
export const getVerbPage = procedure({
  name: "getVerbPage",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int(), verb: z.enum(VERBS) }),
  async run(ctx, { id, verb }) {
    const ticket = await visibleTicket(ctx, id);
    const { row } = ticket;
    const to = goalOf(verb);
    const step = stepBy(stepFacts(ticket), verb);
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
      label: verb === "dropoff" && isMillAlone(ticket.roles) ? RECEIVED : VERB_LABELS[verb],
      others_driver: verb === "claim" ? null : othersDriver(ctx, ticket),
      number: row.trip_ticket.trip_ticket_number,
      version: row.trip_ticket.version,
      status: row.trip_ticket.trip_ticket_status_id,
      becomes: statusName(to),
      refused: step.ok ? null : (verb === "claim" && (await claimedWords(ctx, ticket))) || step.reason,
      product: productLabel(row),
      job: row.job.name,
      destination: row.destination.name,
      hauler: row.hauler?.name ?? null,
      haulers: haulers.map((h) => ({ value: h.company_id, label: partyName(h) })),
      must_choose_hauler: haulers.length > 1 || (office && haulers.length === 0),
      hauler_id: office ? null : ctx.actor.company.id,
      drivers: drivers.map((d) => ({ value: d.id, label: fullName(d) })),
      driver: drivers.find((d) => d.id === ctx.actor.user?.id)?.id ?? null,
    };
  },
});
