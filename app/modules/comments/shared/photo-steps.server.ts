import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { photo, storedFile } from "#db/schema";
import { commitWithFiles } from "~/lib/files/commit-upload.server";
import type { PhotoTaken, PictureFacts } from "~/lib/files/picture-task.mjs";
import { buildQuotaCheckSteps, getFileOwner } from "~/lib/files/quota.server";
import { shrinkPhoto } from "~/lib/files/shrink.server";
import { createTemporaryPath, storeFile } from "~/lib/files/store.server";
import { getUpload, type Upload } from "~/lib/files/upload.server";
import { buildHistorySteps, type HistorySubject } from "~/modules/history/shared/history.server";
import { type CompanyActor, isCreator, toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { forbidden, invalid, notFound } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { getUsageAccount } from "~/web/usage-limit.server";

/** Subject of a photo: a ticket or a job whose visibility the caller has checked. */
export type PhotoSubject = { trip_ticket_id: number } | { job_id: number };
export type PhotoRow = typeof photo.$inferSelect;

/** Return the condition for photos of this subject. */
export const isPhotoOf = (place: PhotoSubject) =>
  "job_id" in place ? eq(photo.job_id, place.job_id) : eq(photo.trip_ticket_id, place.trip_ticket_id);

/** New photo, as sent by forms and API clients: the upload's name, and a caption. */
export const photoInput = {
  photo: z.string("Photo is required").max(200),
  caption: z.string().trim().max(200, "A caption can be at most 200 characters").optional(),
};

/** Store an upload as a photo of the subject: checked, turned upright, shrunk, and without its metadata. */
export async function addPhotoToSubject<Result extends object>(
  ctx: Ctx<CompanyActor>,
  place: PhotoSubject,
  subject: HistorySubject,
  input: { photo: string; caption?: string },
  result: Result,
) {
  return commitWithPhoto(ctx, place, input, async (steps, file_name) =>
    ctx.commit(
      [
        ...steps,
        ...(await buildHistorySteps(ctx, subject, [
          { activity: "photo_added", details: { content: input.caption, file_name } },
        ])),
      ],
      { ...result, photo_id: selectInsertedId(photo) },
    ),
  );
}

/** Store a photo within another commit: `commit` receives the steps that store the photo, and the file's name. */
export async function commitWithPhoto<Result>(
  ctx: Ctx<CompanyActor>,
  place: PhotoSubject | { trip_ticket_id: SQL<number> },
  input: { photo: string; caption?: string },
  commit: (steps: Step[], fileName: string) => Promise<Result>,
): Promise<Result> {
  const upload = getUpload(input.photo);
  if (!upload) throw invalid({ photo: ["Photo is required"] });
  const { files, taken } = await storeBoth(ctx, upload);
  const now = ctx.now.toISOString();
  const idOf = (key: string | undefined) =>
    sql<number>`(SELECT id FROM stored_file WHERE storage_key = ${key ?? ""})`;
  const keys = files.map((file) => file.key);
  return commitWithFiles(keys, async () => {
    const quota = await buildQuotaCheckSteps(
      ctx,
      files.reduce((sum, file) => sum + file.bytes, 0),
    );
    const steps = [
      ...files.map((file) => fileStep(ctx, file, upload.file_name, now)),
      ...quota,
      expectOneRow(
        ctx.write.insert(photo).values({
          ...place,
          stored_file_id: idOf(files[0]?.key),
          thumbnail_file_id: idOf(files[1]?.key),
          caption: input.caption ?? null,
          ...taken,
          ...toCreator(ctx.actor),
          created_at: now,
        }),
      ),
    ];
    return commit(steps, upload.file_name);
  });
}

type Stored = PictureFacts & { key: string };

/** Convert an upload to the two stored pictures, large and small, and the time and position that the camera stored. */
async function storeBoth(ctx: Ctx, upload: Upload): Promise<{ files: Stored[]; taken: PhotoTaken | null }> {
  const to = await Promise.all(
    [1600, 320].map(async (size) => ({ size, path: await createTemporaryPath() })),
  );
  const created = await shrinkPhoto(getUsageAccount(ctx.actor), upload.path, to);
  if ("problem" in created) throw invalid({ photo: [created.problem] });
  const files = await Promise.all(
    created.made.map(async (facts, i) => ({ ...facts, key: await storeFile(to[i]?.path ?? "") })),
  );
  return { files, taken: created.taken };
}

function fileStep(ctx: Ctx, file: Stored, file_name: string, created_at: string): Step {
  const { key: storage_key, ...facts } = file;
  const row = {
    ...facts,
    storage_key,
    file_name,
    content_type: "image/webp",
    ...getFileOwner(ctx.actor),
    created_at,
  };
  return expectOneRow(ctx.write.insert(storedFile).values(row));
}

/** Load a photo of the subject, unless it was removed. */
export async function requirePhoto(ctx: Ctx, place: PhotoSubject, photoId: number): Promise<PhotoRow> {
  const [row] = await ctx.read
    .select()
    .from(photo)
    .where(and(eq(photo.id, photoId), isPhotoOf(place), eq(photo.is_deleted, false)));
  if (!row) throw notFound("This photo no longer exists.");
  return row;
}

/** Read the stored file of a photo, large or small. */
export async function readPhotoFile(ctx: Ctx, row: PhotoRow, small: boolean) {
  const id = small ? (row.thumbnail_file_id ?? row.stored_file_id) : row.stored_file_id;
  const [file] = await ctx.read.select().from(storedFile).where(eq(storedFile.id, id));
  if (!file) throw notFound();
  return file;
}

/** Build the steps that remove the user's own photo; its bytes stay until the history may drop them. */
export async function buildPhotoRemovalSteps(
  ctx: Ctx<CompanyActor>,
  subject: HistorySubject,
  row: PhotoRow,
  version: number,
): Promise<Step[]> {
  if (!isCreator(ctx.actor, row)) throw forbidden("Only the person who took a photo can remove it.");
  requireVersion(row, version, { caption: row.caption, version: row.version });
  return [
    updateWithVersion(ctx, photo, row, { is_deleted: true }, eq(photo.is_deleted, false)),
    ...(await buildHistorySteps(ctx, subject, [
      { activity: "photo_removed", details: { content: row.caption ?? undefined } },
    ])),
  ];
}
