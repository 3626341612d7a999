import { sql } from "drizzle-orm";
import { formatTicketInSentence } from "~/modules/trip-tickets/rules/load-labels";
import type { CompanyActor } from "~/web/actor";
import { paths } from "~/web/paths";
import type { Ctx, Step } from "~/web/procedure";
import { NOTIFICATION } from "../rules/notices";
import { buildNotificationSteps } from "./notify.server";

type Place =
  | { ticket: number; number: number; job: { id: number; name: string } }
  | { job: { id: number; name: string } };

/**
 * Build the steps that notify earlier commenters on the same load or job, and the admins of the job's requester, of a
 * new comment, without its text. Only people whose company may still see the load or job are notified.
 */
export function buildCommentNotificationSteps(ctx: Ctx<CompanyActor>, place: Place): Step[] {
  const ticket = "ticket" in place ? place.ticket : null;
  const about =
    ticket === null
      ? place.job.name
      : `${formatTicketInSentence("number" in place ? place.number : "")} on ${place.job.name}`;
  const isThere = ticket === null ? sql`c.job_id = ${place.job.id}` : sql`c.trip_ticket_id = ${ticket}`;
  const readers =
    ticket === null
      ? sql`SELECT company_id FROM job_reader WHERE job_id = ${place.job.id}`
      : sql`SELECT company_id FROM trip_ticket_reader WHERE trip_ticket_id = ${ticket}`;
  const people = sql`SELECT c.creator_user_id AS user_id, c.creator_company_id AS company_id FROM comment c
     WHERE ${isThere} AND c.is_deleted = 0 AND c.creator_user_id IS NOT NULL AND c.creator_company_id IN (${readers})
       AND EXISTS (SELECT 1 FROM crew w JOIN crew_member cm ON cm.crew_id = w.id
         WHERE w.company_id = c.creator_company_id AND w.is_deleted = 0 AND cm.user_id = c.creator_user_id)
    UNION SELECT cm.user_id, j.request_user_company_id FROM job j
      JOIN crew w ON w.company_id = j.request_user_company_id AND w.is_deleted = 0 AND w.is_primary = 1
      JOIN crew_member cm ON cm.crew_id = w.id WHERE j.id = ${place.job.id}`;
  const who = ctx.actor.user
    ? `${ctx.actor.user.first_name} ${ctx.actor.user.last_name}`
    : ctx.actor.company.name;
  return buildNotificationSteps(ctx, {
    type: NOTIFICATION.comment,
    to: { people },
    title: `New comment on ${about}`,
    message: `${who} of ${ctx.actor.company.name} wrote it.`,
    path: ticket === null ? paths.job(place.job.id, "comments") : `${paths.ticket(ticket)}#comments`,
    job: place.job.id,
    ...(ticket === null ? {} : { ticket }),
    group: ticket === null ? `comments:job:${place.job.id}` : `comments:ticket:${ticket}`,
  });
}
