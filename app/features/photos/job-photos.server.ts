import { and, count, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { company, photo, storedFile, user } from "#db/schema";
import { discard } from "~/features/files/store.server";
import { uploadOf } from "~/features/files/upload.server";
import { historySteps } from "~/features/history/history.server";
import { jobFor, type VisibleJob } from "~/features/jobs/standing.server";
import { wordsOf } from "~/features/trip-tickets/detail.server";
import { type CompanyActor, creatorOf, isCreator } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { paging } from "~/web/paging";
import { paths } from "~/web/paths";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, missing, stale } from "~/web/refusal";
import { fileStep, storeBoth } from "./photos.server";

const job_id = z.number().int();

async function readPhotos(ctx: Ctx<CompanyActor>, found: VisibleJob, take: number, skip: number) {
  const where = and(eq(photo.job_id, found.job.id), eq(photo.is_deleted, false));
  const query = ctx.read
    .select({ photo, first_name: user.first_name, last_name: user.last_name, company: company.name })
    .from(photo)
    .leftJoin(user, eq(user.id, photo.creator_user_id))
    .innerJoin(company, eq(company.id, photo.creator_company_id))
    .where(where)
    .orderBy(desc(photo.id))
    .$dynamic();
  const [rows, [total]] = await Promise.all([
    take === -1 ? query : query.limit(take).offset(skip),
    ctx.read.select({ n: count() }).from(photo).where(where),
  ]);
  return { rows, total: total?.n ?? 0 };
}

/** As many photos as a job's page shows, the newest. */
const MOST_SHOWN = 100;

/** A job's photos, newest first, for its page. */
export const getJobPhotos = procedure({
  name: "getJobPhotos",
  may: "photo.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const found = await jobFor(ctx, id, "see_photos");
    const { rows, total } = await readPhotos(ctx, found, MOST_SHOWN, 0);
    const words = wordsOf(ctx);
    return {
      id,
      job: found.job.name,
      total,
      may_add: found.rights.add_photo,
      may_delete: ctx.actor.permissions.photo.delete,
      photos: rows.map((r) => ({
        id: r.photo.id,
        caption: r.photo.caption,
        version: r.photo.version,
        who: r.photo.creator_label ?? [r.first_name, r.last_name].filter(Boolean).join(" "),
        company: r.company,
        when: { at: r.photo.created_at, text: words.instant(r.photo.created_at) },
        mine: isCreator(ctx.actor, r.photo),
      })),
    };
  },
});

/** The same for programs; without a job there is nothing to list (decisions, section 8). */
export const listJobPhotos = procedure({
  name: "listJobPhotos",
  may: "photo.read",
  input: z.strictObject({ job_id, ...paging }),
  async run(ctx, { job_id: id, take, skip }) {
    if (id === 0) return { photos: [], meta: { total: 0, skip, take } };
    const found = await jobFor(ctx, id, "see_photos");
    const { rows, total } = await readPhotos(ctx, found, take, skip);
    const photos = rows.map((r) => ({
      id: r.photo.id,
      photo_url: paths.apiJobPhotoImage(id, r.photo.id),
      caption: r.photo.caption,
      created_at: r.photo.created_at,
      version: r.photo.version,
      creator_user:
        r.photo.creator_user_id === null
          ? null
          : { id: r.photo.creator_user_id, first_name: r.first_name, last_name: r.last_name },
      creator_key: r.photo.creator_label,
      creator_company: { id: r.photo.creator_company_id, name: r.company },
    }));
    return { photos, meta: { total, skip, take } };
  },
});

/** Adds a photo to a job: checked, turned upright, made small, its metadata left behind. */
export const addJobPhoto = procedure({
  name: "addJobPhoto",
  may: "photo.create",
  input: z.strictObject({
    job_id,
    photo: z.string("Photo is required").max(200),
    caption: z.string().trim().max(200, "A caption has 200 characters at most").optional(),
  }),
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "add_photo");
    const upload = uploadOf(input.photo);
    if (!upload) throw invalid({ photo: ["Photo is required"] });
    const files = await storeBoth(upload);
    const now = ctx.now.toISOString();
    const idOf = (key: string | undefined) =>
      sql<number>`(SELECT id FROM stored_file WHERE storage_key = ${key ?? ""})` as unknown as number;
    try {
      return await ctx.commit(
        [
          ...files.map((f) => fileStep(ctx, f, upload.file_name, now)),
          mustHit(
            ctx.write.insert(photo).values({
              job_id: input.job_id,
              stored_file_id: idOf(files[0]?.key),
              thumbnail_file_id: idOf(files[1]?.key),
              caption: input.caption ?? null,
              ...creatorOf(ctx.actor),
              created_at: now,
            }),
          ),
          ...(await historySteps(ctx, found.subject, [
            { activity: "photo_added", details: { content: input.caption, file_name: upload.file_name } },
          ])),
        ],
        { id: input.job_id, photo_id: sql<number>`(SELECT max(id) FROM photo)` },
      );
    } catch (error) {
      await Promise.all(files.map((f) => discard(f.key)));
      throw error;
    }
  },
});

const named = { job_id, photo_id: z.number().int() };

async function visiblePhoto(ctx: Ctx<CompanyActor>, jobId: number, photoId: number) {
  const found = await jobFor(ctx, jobId, "see_photos");
  const [row] = await ctx.read
    .select()
    .from(photo)
    .where(and(eq(photo.id, photoId), eq(photo.job_id, jobId), eq(photo.is_deleted, false)));
  if (!row) throw missing("This photo does not exist any more.");
  return { found, row };
}

/** Where a photo's bytes lie, large or small, for who may see its job's photos. */
export const getJobPhotoFile = procedure({
  name: "getJobPhotoFile",
  may: "photo.read",
  input: z.strictObject({ ...named, small: z.boolean() }),
  async run(ctx, input) {
    const { row } = await visiblePhoto(ctx, input.job_id, input.photo_id);
    const id = input.small ? (row.thumbnail_file_id ?? row.stored_file_id) : row.stored_file_id;
    const [file] = await ctx.read.select().from(storedFile).where(eq(storedFile.id, id));
    if (!file) throw missing();
    return file;
  },
});

/** Removes a photo of one's own; its bytes stay until the history may forget them. */
export const removeJobPhoto = procedure({
  name: "removeJobPhoto",
  may: "photo.delete",
  input: z.strictObject({ ...named, version: z.number().int() }),
  async run(ctx, input) {
    const { found, row } = await visiblePhoto(ctx, input.job_id, input.photo_id);
    if (!isCreator(ctx.actor, row)) throw forbidden("Only who took a photo can remove it.");
    if (row.version !== input.version - 1) throw stale({ caption: row.caption, version: row.version });
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(photo)
            .set({ is_deleted: true, version: input.version })
            .where(
              and(eq(photo.id, row.id), eq(photo.version, input.version - 1), eq(photo.is_deleted, false)),
            ),
        ),
        ...(await historySteps(ctx, found.subject, [
          { activity: "photo_removed", details: { content: row.caption ?? undefined } },
        ])),
      ],
      { id: input.job_id },
    );
  },
});
