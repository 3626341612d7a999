import { type SQL, sql } from "drizzle-orm";
import type { tripTicket } from "#db/schema";
import { getDay } from "~/lib/time/time";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import {
  buildAudienceQuery,
  buildNotificationSteps,
  type NewNotification,
} from "~/modules/notifications/shared/notify.server";
import type { CompanyActor } from "~/web/actor";
import { paths } from "~/web/paths";
import type { Ctx, Step } from "~/web/procedure";
import { formatTicketLabel } from "../rules/load-labels";
import { STATUS } from "../rules/trip-ticket";
import type { TicketRow } from "./ticket-row.server";

type Patch = Partial<typeof tripTicket.$inferInsert>;

/**
 * Return the steps that notify people of a load's change in the same commit: on assignment, the new driver or hauler;
 * on delivery, the job's requester and managers; if the load stops en route, the requester, the managers and the
 * hauler. Deliveries of one job and day are one notification, and so are all events en route of one load.
 */
export function buildTicketNotificationSteps(ctx: Ctx<CompanyActor>, row: TicketRow, patch: Patch): Step[] {
  return [...given(ctx, row, patch), ...moved(ctx, row, patch)].flatMap((notice) =>
    buildNotificationSteps(ctx, notice),
  );
}

const nameOf = (row: TicketRow) =>
  `${formatTicketLabel(row.trip_ticket.trip_ticket_number)} on ${row.job.name}`;
const about = (row: TicketRow) => ({
  job: row.job.id,
  ticket: row.trip_ticket.id,
  path: paths.ticket(row.trip_ticket.id),
});

/**
 * Return the steps that notify another hauler of loads created for it: the named driver, or else the hauler's people on
 * the job. Loads created together are one notification.
 */
export function buildNewTicketNotifySteps(
  ctx: Ctx<CompanyActor>,
  job: { id: number; name: string },
  load: { hauler_company_id?: number | null; hauler_user_id?: number | null; to: string; loads: number },
): Step[] {
  const { hauler_company_id: company, hauler_user_id: driver, loads } = load;
  const me = ctx.actor.company.id;
  if (!company || (company === me && (!driver || driver === ctx.actor.user?.id))) return [];
  const one = loads === 1;
  return buildNotificationSteps(ctx, {
    type: NOTIFICATION.assigned,
    job: job.id,
    path: paths.ticketList(`job_ids=${job.id}`),
    title: one ? `A load on ${job.name} is yours to haul` : `${loads} loads on ${job.name} are yours to haul`,
    message: `${ctx.actor.company.name} made ${one ? "it" : "them"} for you. ${one ? "It goes" : "They go"} to ${load.to}.`,
    ...(driver
      ? { to: { user: driver, company }, group: `made:${job.id}:person:${driver}:${ctx.now.toISOString()}` }
      : {
          to: { job: job.id, ofCompanies: [company] },
          group: `made:${job.id}:${company}:${ctx.now.toISOString()}`,
        }),
  });
}

/**
 * Return the notification of a load's new assignment, to the named driver, or else to the new hauler's people on the
 * job.
 */
function given(ctx: Ctx<CompanyActor>, row: TicketRow, patch: Patch): NewNotification[] {
  const t = row.trip_ticket;
  const driver = patch.hauler_user_id;
  const company = patch.hauler_company_id ?? t.hauler_company_id;
  const day = getDay(ctx.now, row.job_zone);
  const news = {
    type: NOTIFICATION.assigned,
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

/** Describe a status change that other companies are waiting for; null for any other change. */
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

function moved(ctx: Ctx<CompanyActor>, row: TicketRow, patch: Patch): NewNotification[] {
  const t = row.trip_ticket;
  const is = patch.trip_ticket_status_id ?? t.trip_ticket_status_id;
  const event = is === t.trip_ticket_status_id ? null : eventOf(t.trip_ticket_status_id, is);
  if (!event) return [];
  const isDelivery = is === STATUS.completed;
  const day = getDay(ctx.now, row.job_zone);
  const isUnhauled = isDelivery && (patch.hauler_company_id ?? t.hauler_company_id) === null;
  return [
    {
      type: NOTIFICATION.status,
      ...about(row),
      title: `${nameOf(row)} ${event}${isUnhauled ? " without a hauler" : ""}`,
      message: isUnhauled
        ? `No one had claimed it when it came to ${row.destination.name}. Say who hauled it.`
        : isDelivery
          ? `${row.hauler.name ? `${row.hauler.name} brought it` : "It was brought"} to ${row.destination.name}.`
          : `By ${ctx.actor.company.name}.`,
      to: { people: concerned(ctx, row, isDelivery ? null : t.hauler_company_id) },
      group: isUnhauled
        ? `unhauled:${row.job.id}:${day}`
        : isDelivery
          ? `delivered:${row.job.id}:${day}`
          : `moved:${t.id}`,
    },
  ];
}

/**
 * Select the admins of the job's requester and land managers, and the hauler's people on the job, without duplicates.
 * Excludes the acting company.
 */
function concerned(ctx: Ctx<CompanyActor>, { job }: TicketRow, hauler: number | null): SQL {
  const me = ctx.actor.company.id;
  const office = sql`SELECT cm.user_id AS user_id, w.company_id AS company_id
    FROM (SELECT ${job.request_user_company_id} AS id
      UNION SELECT p.company_id FROM job_party p WHERE p.job_id = ${job.id} AND p.is_land_manager = 1) x
    CROSS JOIN crew w ON w.company_id = x.id AND w.is_primary = 1 AND w.is_deleted = 0
    JOIN crew_member cm ON cm.crew_id = w.id WHERE x.id <> ${me}`;
  if (!hauler || hauler === me) return office;
  return sql`${office} UNION ${buildAudienceQuery({ job: job.id, ofCompanies: [hauler] })}`;
}
