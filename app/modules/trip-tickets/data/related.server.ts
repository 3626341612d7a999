import { count, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { type AuditDetails, auditEntry, company, user } from "#db/schema";
import { commentsOutput, photosOutput } from "~/modules/comments/rules/output";
import { listCommentsOn } from "~/modules/comments/shared/comment-rows.server";
import { listPhotosOf } from "~/modules/comments/shared/photo-rows.server";
import { formatCreator } from "~/modules/history/rules/creator";
import { auditsOutput } from "~/modules/history/rules/output";
import { getRowLimit, pagingParams } from "~/web/paging";
import { paths } from "~/web/paths";
import { procedure } from "~/web/procedure";
import { canSeeCuttingPlace } from "../rules/land";
import { redactHistoryDetails } from "../rules/visible-history";
import { requireVisibleTicket } from "../shared/ticket-row.server";

const input = z.strictObject({
  trip_ticket_id: z.number("Trip ticket ID is required").int(),
  ...pagingParams,
});

/** A ticket's history, newest first. */
export const listTicketAudits = procedure({
  name: "listTicketAudits",
  may: "trip_ticket.read",
  input,
  output: auditsOutput,
  async run(ctx, page) {
    const ticket = await requireVisibleTicket(ctx, page.trip_ticket_id);
    const mine = eq(auditEntry.trip_ticket_id, page.trip_ticket_id);
    const [rows, [counted]] = await Promise.all([
      ctx.read
        .select({
          id: auditEntry.id,
          activity: auditEntry.activity,
          created_at: auditEntry.created_at,
          job_id: auditEntry.job_id,
          details: auditEntry.details,
          creator_user_id: auditEntry.creator_user_id,
          creator_label: auditEntry.creator_label,
          creator_company_id: auditEntry.creator_company_id,
          first_name: user.first_name,
          last_name: user.last_name,
          company: company.name,
        })
        .from(auditEntry)
        .leftJoin(user, eq(user.id, auditEntry.creator_user_id))
        .leftJoin(company, eq(company.id, auditEntry.creator_company_id))
        .where(mine)
        .orderBy(desc(auditEntry.seq))
        .limit(getRowLimit(page.take))
        .offset(page.skip),
      ctx.read.select({ n: count() }).from(auditEntry).where(mine),
    ]);
    const audits = rows.map((row) => ({
      id: row.id,
      activity: row.activity,
      created_at: row.created_at,
      job_id: row.job_id,
      trip_ticket_id: page.trip_ticket_id,
      details: readable(redactHistoryDetails(ticket, ctx.actor.permissions, row)),
      ...formatCreator(row),
    }));
    return { audits, meta: { total: counted?.n ?? 0, skip: page.skip, take: page.take } };
  },
});

/** Omit the columns that history stores only for verification. */
const readable = ({ row: _row, ...details }: AuditDetails) => details;

/** A ticket's comments, the newest first. */
export const listTicketComments = procedure({
  name: "listTicketComments",
  may: "comment.read",
  input,
  output: commentsOutput,
  async run(ctx, page) {
    await requireVisibleTicket(ctx, page.trip_ticket_id);
    return listCommentsOn(ctx, { trip_ticket_id: page.trip_ticket_id }, page);
  },
});

/** Return a ticket's photos, newest first, each with the URL of its file. */
export const listTicketPhotos = procedure({
  name: "listTicketPhotos",
  may: "photo.read",
  input,
  output: photosOutput,
  async run(ctx, page) {
    const { roles } = await requireVisibleTicket(ctx, page.trip_ticket_id);
    return listPhotosOf(ctx, { trip_ticket_id: page.trip_ticket_id }, page, {
      canSeeLand: canSeeCuttingPlace(roles),
      imageHref: (photo) => paths.apiPhotoImage(page.trip_ticket_id, photo),
    });
  },
});
