import { and, desc, eq, sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepared.server";
import { comment, company, photo, user } from "#db/schema";
import { formatPhotoPosition, formatTaken } from "~/modules/comments/rules/photo-taken";
import { formatCreatorName } from "~/modules/history/rules/creator";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { type CompanyActor, isCreator } from "~/web/actor";
import type { Ctx } from "~/web/procedure";

/** Format an instant as text for a page, with the machine-readable value. */
export const formatMoment = (ctx: Ctx, instant: string) => ({
  at: instant,
  text: createHistoryFormat(ctx).instant(instant),
});

const TICKET = sql.placeholder("ticket");

const findComments = prepareQuery((read) =>
  read
    .select({
      id: comment.id,
      version: comment.version,
      content: comment.content,
      created_at: comment.created_at,
      edited_at: comment.last_modified_at,
      creator_user_id: comment.creator_user_id,
      creator_label: comment.creator_label,
      creator_company_id: comment.creator_company_id,
      first_name: user.first_name,
      last_name: user.last_name,
      company: company.name,
    })
    .from(comment)
    .leftJoin(user, eq(user.id, comment.creator_user_id))
    .innerJoin(company, eq(company.id, comment.creator_company_id))
    .where(and(eq(comment.trip_ticket_id, TICKET), eq(comment.is_deleted, false)))
    .orderBy(desc(comment.id)),
);

/** Comments on a load, newest first. */
export async function readComments(ctx: Ctx<CompanyActor>, ticketId: number) {
  const rows = await findComments(ctx.read, { ticket: ticketId });
  return rows.map((c) => ({
    id: c.id,
    version: c.version,
    content: c.content,
    who: formatCreatorName(c),
    company: c.company,
    when: formatMoment(ctx, c.created_at),
    edited: c.edited_at !== c.created_at,
    mine: isCreator(ctx.actor, c),
  }));
}

const findPhotos = prepareQuery((read) =>
  read
    .select({
      id: photo.id,
      version: photo.version,
      caption: photo.caption,
      taken_local: photo.taken_local,
      taken_at: photo.taken_at,
      latitude: photo.latitude,
      longitude: photo.longitude,
      created_at: photo.created_at,
      creator_user_id: photo.creator_user_id,
      creator_label: photo.creator_label,
      creator_company_id: photo.creator_company_id,
      first_name: user.first_name,
      last_name: user.last_name,
    })
    .from(photo)
    .leftJoin(user, eq(user.id, photo.creator_user_id))
    .where(and(eq(photo.trip_ticket_id, TICKET), eq(photo.is_deleted, false)))
    .orderBy(desc(photo.id)),
);

/** Return a load's photos, newest first; with their position if the reader may see where the wood was cut. */
export async function readPhotos(ctx: Ctx<CompanyActor>, ticketId: number, seesLand: boolean) {
  const rows = await findPhotos(ctx.read, { ticket: ticketId });
  return rows.map((p) => ({
    id: p.id,
    version: p.version,
    caption: p.caption,
    taken: formatTaken(p, ctx.actor.zone),
    position: formatPhotoPosition(p, seesLand),
    who: formatCreatorName(p),
    when: formatMoment(ctx, p.created_at),
    mine: isCreator(ctx.actor, p),
  }));
}
