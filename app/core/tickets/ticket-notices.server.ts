import type { tripTicket } from "#db/schema";
import { NOTICE } from "~/core/notices/notices";
import { type News, notify } from "~/core/notices/notify.server";
import { STATUS } from "~/domain/tickets/trip-ticket";
import { dayOf } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { paths } from "~/web/paths";
import type { Ctx, Step } from "~/web/procedure";
import type { TicketRow } from "./ticket-row.server";

type Patch = Partial<typeof tripTicket.$inferInsert>;

/**
 * What a change of a load tells others, in its own commit: a driver or a hauler that it was given to, who requested the
 * job that it was delivered, and both of them when it stops on its way. Loads of one job and day are one line.
 */
export function ticketNotices(ctx: Ctx<CompanyActor>, row: TicketRow, patch: Patch): Step[] {
  return [...given(ctx, row, patch), ...moved(ctx, row, patch)].flatMap((notice) => notify(ctx, notice));
}

const nameOf = (row: TicketRow) => `Load ${row.trip_ticket.trip_ticket_number} on ${row.job.name}`;
const about = (row: TicketRow) => ({
  job: row.job.id,
  ticket: row.trip_ticket.id,
  path: paths.ticket(row.trip_ticket.id),
});

/** A load that somebody else was given: the driver who is named hears, or else the hauler's people on the job. */
function given(ctx: Ctx<CompanyActor>, row: TicketRow, patch: Patch): News[] {
  const t = row.trip_ticket;
  const driver = patch.hauler_user_id;
  const company = patch.hauler_company_id ?? t.hauler_company_id;
  const day = dayOf(ctx.now, row.job_zone);
  const news = {
    type: NOTICE.assigned,
    ...about(row),
    title: `${nameOf(row)} is yours to haul`,
    message: `${ctx.actor.company.name} gave it to you. It goes to ${row.destination.name}.`,
  };
  if (driver && driver !== t.hauler_user_id && company)
    return [{ ...news, to: { user: driver, company }, group: `given:${row.job.id}:${day}:person:${driver}` }];
  const isNew = patch.hauler_company_id && patch.hauler_company_id !== t.hauler_company_id;
  if (!isNew || !company || company === ctx.actor.company.id) return [];
  const to = { job: row.job.id, ofCompanies: [company] };
  return [{ ...news, to, group: `given:${row.job.id}:${day}:${company}` }];
}

/** What happened to a load, where others wait to hear it. */
function eventOf(was: number, is: number): string | null {
  if (was === STATUS.completed) return is === STATUS.completed ? null : "was reopened";
  if (is === STATUS.completed) return "was delivered";
  if (is === STATUS.cancelled) return "was cancelled";
  if (was === STATUS.cancelled) return "is available again";
  if (is === STATUS.paused) return "was paused";
  const wasUnderWay = was === STATUS.claimed || was === STATUS.inTransit || was === STATUS.paused;
  if (!wasUnderWay) return null;
  if (is === STATUS.available) return "was given back";
  return is === STATUS.inYard ? "is in the yard" : null;
}

function moved(ctx: Ctx<CompanyActor>, row: TicketRow, patch: Patch): News[] {
  const t = row.trip_ticket;
  const is = patch.trip_ticket_status_id ?? t.trip_ticket_status_id;
  const event = is === t.trip_ticket_status_id ? null : eventOf(t.trip_ticket_status_id, is);
  if (!event) return [];
  const me = ctx.actor.company.id;
  const isDelivery = is === STATUS.completed;
  const news = {
    type: NOTICE.status,
    ...about(row),
    title: `${nameOf(row)} ${event}`,
    message: isDelivery
      ? `${row.hauler ? `${row.hauler.name} brought it` : "It was brought"} to ${row.destination.name}.`
      : `By ${ctx.actor.company.name}.`,
  };
  const key = isDelivery ? `delivered:${row.job.id}:${dayOf(ctx.now, row.job_zone)}` : `moved:${t.id}`;
  const requester = row.job.request_user_company_id;
  const told: News[] = [];
  if (requester !== me)
    told.push({ ...news, to: { company: requester, adminsOnly: true }, group: `${key}:requester` });
  const hauler = t.hauler_company_id;
  if (!isDelivery && hauler && hauler !== me && hauler !== requester)
    told.push({ ...news, to: { job: row.job.id, ofCompanies: [hauler] }, group: `${key}:hauler` });
  return told;
}
