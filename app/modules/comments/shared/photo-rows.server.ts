import { and, count, desc, eq } from "drizzle-orm";
import { company, photo, user } from "#db/schema";
import { formatCreator } from "~/modules/history/rules/creator";
import type { CompanyActor } from "~/web/actor";
import { getRowLimit, type Paging } from "~/web/paging";
import type { Ctx } from "~/web/procedure";
import { toTakenFields } from "../rules/photo-taken";
import { isPhotoOf, type PhotoSubject } from "./photo-steps.server";

/** Read a page of photos of a job or ticket whose visibility the caller has checked, newest first; and their number. */
export async function readPhotoRows(ctx: Ctx<CompanyActor>, subject: PhotoSubject, { take, skip }: Paging) {
  const where = and(isPhotoOf(subject), eq(photo.is_deleted, false));
  const [rows, [counted]] = await Promise.all([
    ctx.read
      .select({ photo, first_name: user.first_name, last_name: user.last_name, company: company.name })
      .from(photo)
      .leftJoin(user, eq(user.id, photo.creator_user_id))
      .innerJoin(company, eq(company.id, photo.creator_company_id))
      .where(where)
      .orderBy(desc(photo.id))
      .limit(getRowLimit(take))
      .offset(skip),
    ctx.read.select({ n: count() }).from(photo).where(where),
  ]);
  return { rows, total: counted?.n ?? 0 };
}

/** List photos of a job or ticket for API clients; with their position if the reader may know the land. */
export async function listPhotosOf(
  ctx: Ctx<CompanyActor>,
  subject: PhotoSubject,
  { take, skip }: Paging,
  options: { canSeeLand: boolean; imageHref: (id: number) => string },
) {
  const { rows, total } = await readPhotoRows(ctx, subject, { take, skip });
  const photos = rows.map((r) => ({
    id: r.photo.id,
    photo_url: options.imageHref(r.photo.id),
    caption: r.photo.caption,
    created_at: r.photo.created_at,
    ...toTakenFields(r.photo, options.canSeeLand),
    version: r.photo.version,
    ...formatCreator({ ...r, ...r.photo }),
  }));
  return { photos, meta: { total, skip, take } };
}
