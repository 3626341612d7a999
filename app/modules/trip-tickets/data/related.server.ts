import { and, count, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { type AuditDetails, auditEntry, comment, company, photo, user } from "#db/schema";
import { commentsOutput, photosOutput } from "~/modules/comments/rules/output";
import { toTakenFields } from "~/modules/comments/rules/photo-taken";
import { formatCreator } from "~/modules/history/rules/creator";
import { auditsOutput } from "~/modules/history/rules/output";
import { type Paging, pagingParams } from "~/web/paging";
import { paths } from "~/web/paths";
import { procedure } from "~/web/procedure";
import { canSeeCuttingPlace } from "../rules/land";
import { redactHistoryDetails } from "../rules/visible-history";
import { requireVisibleTicket } from "../shared/ticket-row.server";

const input = z.strictObject({
  trip_ticket_id: z.number("Trip ticket ID is required").int(),
  ...pagingParams,
});

/** Return the creator columns of a row to which user and company are joined. */
const madeBy = <T extends Creators>(table: T) => ({
  creator_user_id: table.creator_user_id as T["creator_user_id"],
  creator_label: table.creator_label as T["creator_label"],
  creator_company_id: table.creator_company_id as T["creator_company_id"],
  first_name: user.first_name,
  last_name: user.last_name,
  company: company.name,
});
type Creators =
  | Pick<typeof auditEntry, "creator_user_id" | "creator_label" | "creator_company_id">
  | Pick<typeof comment, "creator_user_id" | "creator_label" | "creator_company_id">
  | Pick<typeof photo, "creator_user_id" | "creator_label" | "creator_company_id">;

const metaOf = (counted: { n: number }[], { take, skip }: Paging) => ({
  total: counted[0]?.n ?? 0,
  skip,
  take,
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
    const [rows, counted] = await Promise.all([
      ctx.read
        .select({
          id: auditEntry.id,
          activity: auditEntry.activity,
          created_at: auditEntry.created_at,
          job_id: auditEntry.job_id,
          details: auditEntry.details,
          ...madeBy(auditEntry),
        })
        .from(auditEntry)
        .leftJoin(user, eq(user.id, auditEntry.creator_user_id))
        .leftJoin(company, eq(company.id, auditEntry.creator_company_id))
        .where(mine)
        .orderBy(desc(auditEntry.seq))
        .limit(page.take)
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
    return { audits, meta: metaOf(counted, page) };
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
    const mine = and(eq(comment.trip_ticket_id, page.trip_ticket_id), eq(comment.is_deleted, false));
    const [rows, counted] = await Promise.all([
      ctx.read
        .select({
          id: comment.id,
          content: comment.content,
          created_at: comment.created_at,
          last_modified_at: comment.last_modified_at,
          version: comment.version,
          ...madeBy(comment),
        })
        .from(comment)
        .leftJoin(user, eq(user.id, comment.creator_user_id))
        .innerJoin(company, eq(company.id, comment.creator_company_id))
        .where(mine)
        .orderBy(desc(comment.id))
        .limit(page.take)
        .offset(page.skip),
      ctx.read.select({ n: count() }).from(comment).where(mine),
    ]);
    const comments = rows.map((row) => ({
      id: row.id,
      content: row.content,
      created_at: row.created_at,
      last_modified_at: row.last_modified_at,
      version: row.version,
      ...formatCreator(row),
    }));
    return { comments, meta: metaOf(counted, page) };
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
    const mine = and(eq(photo.trip_ticket_id, page.trip_ticket_id), eq(photo.is_deleted, false));
    const [rows, counted] = await Promise.all([
      ctx.read
        .select({
          id: photo.id,
          caption: photo.caption,
          created_at: photo.created_at,
          version: photo.version,
          taken_local: photo.taken_local,
          taken_at: photo.taken_at,
          latitude: photo.latitude,
          longitude: photo.longitude,
          ...madeBy(photo),
        })
        .from(photo)
        .leftJoin(user, eq(user.id, photo.creator_user_id))
        .innerJoin(company, eq(company.id, photo.creator_company_id))
        .where(mine)
        .orderBy(desc(photo.id))
        .limit(page.take)
        .offset(page.skip),
      ctx.read.select({ n: count() }).from(photo).where(mine),
    ]);
    const photos = rows.map((row) => ({
      id: row.id,
      photo_url: paths.apiPhotoImage(page.trip_ticket_id, row.id),
      caption: row.caption,
      created_at: row.created_at,
      version: row.version,
      ...toTakenFields(row, canSeeCuttingPlace(roles)),
      ...formatCreator(row),
    }));
    return { photos, meta: metaOf(counted, page) };
  },
});
