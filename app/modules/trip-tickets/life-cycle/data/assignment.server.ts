import { z } from "zod";
import { readJobPeople } from "~/lib/access/crew-people.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { readJobDestinationProducts } from "../../list/data/mix.server";
import { formatProductKey } from "../../rules/defaults";
import {
  cuttersOutput,
  skiddersOutput,
  ticketDestinationsOutput,
  ticketHaulersOutput,
} from "../../rules/output";
import { changedTicketOutput } from "../../rules/ticket-output";
import { formatPartyName } from "../../shared/job-parties.server";
import { requireVisibleTicket } from "../../shared/ticket-row.server";
import { updateTicket } from "../../shared/update.server";

const ref = () => z.number().int().positive().nullable().optional();
const ofTicket = { trip_ticket_id: z.number("Trip ticket ID is required").int() };

type Role = "cutter" | "skidder" | "hauler";

/**
 * Return the choices for a role on a ticket: the job's companies with this role and their people, if the user may
 * change the role; otherwise only the current assignment.
 */
async function choicesOf(ctx: Ctx<CompanyActor>, id: number, role: Role) {
  const ticket = await requireVisibleTicket(ctx, id);
  const t = ticket.row.trip_ticket;
  const named = t[`${role}_company_id`];
  const all = ticket.can_edit[`${role}_company`];
  const companies = ticket.parties.filter((p) => p[`is_${role}`] && (all || p.company_id === named));
  const people = all || ticket.can_edit[`${role}_user`];
  return Promise.all(
    companies.map(async (p) => {
      const named_user_id = p.company_id === named ? t[`${role}_user_id`] : null;
      return {
        company: { id: p.company_id, name: formatPartyName(p) },
        users: people ? await readJobPeople(ctx.read, [t.job_id], p.company_id, [named_user_id]) : [],
        is_named: p.company_id === named,
        named_user_id,
      };
    }),
  );
}

export const listTicketCutters = procedure({
  name: "listTicketCutters",
  may: "trip_ticket.read",
  input: z.strictObject(ofTicket),
  output: cuttersOutput,
  run: async (ctx, { trip_ticket_id }) => ({ cutters: await choicesOf(ctx, trip_ticket_id, "cutter") }),
});
export const listTicketSkidders = procedure({
  name: "listTicketSkidders",
  may: "trip_ticket.read",
  input: z.strictObject(ofTicket),
  output: skiddersOutput,
  run: async (ctx, { trip_ticket_id }) => ({ skidders: await choicesOf(ctx, trip_ticket_id, "skidder") }),
});
export const listTicketHaulers = procedure({
  name: "listTicketHaulers",
  may: "trip_ticket.read",
  input: z.strictObject(ofTicket),
  output: ticketHaulersOutput,
  run: async (ctx, { trip_ticket_id }) => ({ haulers: await choicesOf(ctx, trip_ticket_id, "hauler") }),
});

/**
 * List the job's destinations for the ticket's product, if the ticket may be sent elsewhere; otherwise only its current
 * destination.
 */
export const listTicketDestinations = procedure({
  name: "listTicketDestinations",
  may: "trip_ticket.read",
  input: z.strictObject(ofTicket),
  output: ticketDestinationsOutput,
  async run(ctx, { trip_ticket_id }) {
    const ticket = await requireVisibleTicket(ctx, trip_ticket_id);
    const t = ticket.row.trip_ticket;
    const own = { id: t.job_destination_id, name: ticket.row.destination.name, is_named: true };
    if (!ticket.can_edit.job_destination_id) return { destinations: [own] };
    const mix = (await readJobDestinationProducts(ctx, t.job_id)).filter(
      (m) => formatProductKey(m) === formatProductKey(t),
    );
    const others = mix
      .filter((m) => m.job_destination_id !== own.id)
      .map((m) => ({ id: m.job_destination_id, name: m.destination, is_named: false }));
    return { destinations: [own, ...others] };
  },
});

const version = z.number().int();

/** Set the cutter of a load, under the same rules as any edit of the ticket. */
export const assignCutter = procedure({
  name: "assignCutter",
  may: "trip_ticket.update",
  input: z.strictObject({ ...ofTicket, version, cutter_company_id: ref(), cutter_user_id: ref() }),
  output: changedTicketOutput,
  run: (ctx, { trip_ticket_id, ...change }) => updateTicket.run(ctx, { id: trip_ticket_id, ...change }),
});
/** Set the skidder of a load. */
export const assignSkidder = procedure({
  name: "assignSkidder",
  may: "trip_ticket.update",
  input: z.strictObject({ ...ofTicket, version, skidder_company_id: ref(), skidder_user_id: ref() }),
  output: changedTicketOutput,
  run: (ctx, { trip_ticket_id, ...change }) => updateTicket.run(ctx, { id: trip_ticket_id, ...change }),
});
/** Set the hauler of a load; to claim a load, change its status instead. */
export const assignHauler = procedure({
  name: "assignHauler",
  may: "trip_ticket.update",
  input: z.strictObject({ ...ofTicket, version, hauler_company_id: ref(), hauler_user_id: ref() }),
  output: changedTicketOutput,
  run: (ctx, { trip_ticket_id, ...change }) => updateTicket.run(ctx, { id: trip_ticket_id, ...change }),
});
/** Set a load's destination to another destination of its job that accepts its product. */
export const assignDestination = procedure({
  name: "assignDestination",
  may: "trip_ticket.update",
  input: z.strictObject({ ...ofTicket, version, job_destination_id: z.number().int().positive() }),
  output: changedTicketOutput,
  run: (ctx, { trip_ticket_id, ...change }) => updateTicket.run(ctx, { id: trip_ticket_id, ...change }),
});
