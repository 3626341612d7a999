import { and, count, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { company, photo, user } from "#db/schema";
import { creatorFacts } from "~/core/history/creator";
import { wordsOf } from "~/core/history/words.server";
import { jobFor, type VisibleJob } from "~/core/jobs/standing.server";
import { photographedOutput, photosOutput } from "~/core/notes/output";
import { addTo, photoFileOf, photoInput, photoOf, photoRemovalSteps } from "~/core/notes/photo-steps.server";
import { type CompanyActor, isCreator } from "~/web/actor";
import { idOutput } from "~/web/output";
import { paging } from "~/web/paging";
import { paths } from "~/web/paths";
import { type Ctx, procedure } from "~/web/procedure";

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
  output: photosOutput,
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
      ...creatorFacts({ ...r, ...r.photo }),
    }));
    return { photos, meta: { total, skip, take } };
  },
});

/** Adds a photo to a job. */
export const addJobPhoto = procedure({
  name: "addJobPhoto",
  limit: { work: "files" },
  may: "photo.create",
  input: z.strictObject({ job_id, ...photoInput }),
  output: photographedOutput("job"),
  async run(ctx, input) {
    const { subject } = await jobFor(ctx, input.job_id, "add_photo");
    return addTo(ctx, { job_id: input.job_id }, subject, input, { id: input.job_id });
  },
});

const named = { job_id, photo_id: z.number().int() };

/** Where a photo's bytes lie, large or small, for who may see its job's photos. */
export const getJobPhotoFile = procedure({
  name: "getJobPhotoFile",
  may: "photo.read",
  input: z.strictObject({ ...named, small: z.boolean() }),
  async run(ctx, { job_id: id, photo_id, small }) {
    await jobFor(ctx, id, "see_photos");
    return photoFileOf(ctx, await photoOf(ctx, { job_id: id }, photo_id), small);
  },
});

/** Removes a photo of one's own. */
export const removeJobPhoto = procedure({
  name: "removeJobPhoto",
  may: "photo.delete",
  input: z.strictObject({ ...named, version: z.number().int() }),
  output: idOutput,
  async run(ctx, { job_id: id, photo_id, version }) {
    const { subject } = await jobFor(ctx, id, "see_photos");
    const row = await photoOf(ctx, { job_id: id }, photo_id);
    return ctx.commit(await photoRemovalSteps(ctx, subject, row, version), { id });
  },
});
