import { z } from "zod";
import { createdPhotoOutput, photosOutput } from "~/modules/comments/rules/output";
import { formatPhotoPosition, formatTaken } from "~/modules/comments/rules/photo-taken";
import { listPhotosOf, readPhotoRows } from "~/modules/comments/shared/photo-rows.server";
import {
  addPhotoToSubject,
  buildPhotoRemovalSteps,
  photoInput,
  readPhotoFile,
  requirePhoto,
} from "~/modules/comments/shared/photo-steps.server";
import { formatCreatorName } from "~/modules/history/rules/creator";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { requireJobRight } from "~/modules/jobs/shared/authorize.server";
import { isCreator } from "~/web/actor";
import { idOutput } from "~/web/output";
import { pagingParams } from "~/web/paging";
import { paths } from "~/web/paths";
import { procedure } from "~/web/procedure";

const job_id = z.number().int();

/** Maximum number of photos shown on a job's page. */
const MAX_SHOWN = 100;

/** Read a job's photos for its page, newest first. */
export const getJobPhotos = procedure({
  name: "getJobPhotos",
  may: "photo.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const job = await requireJobRight(ctx, id, "see_photos");
    const { rows, total } = await readPhotoRows(ctx, { job_id: id }, { take: MAX_SHOWN, skip: 0 });
    const words = createHistoryFormat(ctx);
    return {
      id,
      job: job.job.name,
      total,
      may_add: job.rights.add_photo,
      may_delete: ctx.actor.permissions.photo.delete,
      photos: rows.map((r) => ({
        id: r.photo.id,
        caption: r.photo.caption,
        version: r.photo.version,
        taken: formatTaken(r.photo, ctx.actor.zone),
        position: formatPhotoPosition(r.photo, job.rights.see_map),
        who: formatCreatorName({ ...r, ...r.photo }),
        company: r.company,
        when: { at: r.photo.created_at, text: words.instant(r.photo.created_at) },
        mine: isCreator(ctx.actor, r.photo),
      })),
    };
  },
});

/** List a job's photos for API callers; the job is required (docs/domain.md#programs). */
export const listJobPhotos = procedure({
  name: "listJobPhotos",
  may: "photo.read",
  input: z.strictObject({ job_id, ...pagingParams }),
  output: photosOutput,
  async run(ctx, { job_id: id, take, skip }) {
    if (id === 0) return { photos: [], meta: { total: 0, skip, take } };
    const job = await requireJobRight(ctx, id, "see_photos");
    return listPhotosOf(
      ctx,
      { job_id: id },
      { take, skip },
      { canSeeLand: job.rights.see_map, imageHref: (photo) => paths.apiJobPhotoImage(id, photo) },
    );
  },
});

/** Add a photo to a job. */
export const addJobPhoto = procedure({
  name: "addJobPhoto",
  limit: { work: "files" },
  may: "photo.create",
  input: z.strictObject({ job_id, ...photoInput }),
  output: createdPhotoOutput("job"),
  async run(ctx, input) {
    const { subject } = await requireJobRight(ctx, input.job_id, "add_photo");
    return addPhotoToSubject(ctx, { job_id: input.job_id }, subject, input, { id: input.job_id });
  },
});

const named = { job_id, photo_id: z.number().int() };

/** Find the file of a job's photo, large or small, for readers who may see the job's photos. */
export const getJobPhotoFile = procedure({
  name: "getJobPhotoFile",
  may: "photo.read",
  input: z.strictObject({ ...named, small: z.boolean() }),
  async run(ctx, { job_id: id, photo_id, small }) {
    await requireJobRight(ctx, id, "see_photos");
    return readPhotoFile(ctx, await requirePhoto(ctx, { job_id: id }, photo_id), small);
  },
});

/** Remove one's own photo. */
export const removeJobPhoto = procedure({
  name: "removeJobPhoto",
  may: "photo.delete",
  input: z.strictObject({ ...named, version: z.number().int() }),
  output: idOutput,
  async run(ctx, { job_id: id, photo_id, version }) {
    const { subject } = await requireJobRight(ctx, id, "see_photos");
    const row = await requirePhoto(ctx, { job_id: id }, photo_id);
    return ctx.commit(await buildPhotoRemovalSteps(ctx, subject, row, version), { id });
  },
});
