import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { photo, storedFile } from "#db/schema";
import { committedWith } from "~/features/files/settle.server";
import { discard, keep, temporaryPath } from "~/features/files/store.server";
import { type Upload, uploadOf } from "~/features/files/upload.server";
import { historySteps, type Subject } from "~/features/history/history.server";
import { type CompanyActor, creatorOf, isCreator } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { forbidden, invalid, missing, stale } from "~/web/refusal";
import { shrink } from "./shrink.server";

/** What a photo is of: a ticket or a job, which whoever asks has found to be theirs to see. */
export type PhotoPlace = { trip_ticket_id: number } | { job_id: number };
export type PhotoRow = typeof photo.$inferSelect;

const isOf = (place: PhotoPlace) =>
  "job_id" in place ? eq(photo.job_id, place.job_id) : eq(photo.trip_ticket_id, place.trip_ticket_id);

/** A new photo, as forms and programs send it: the upload's name, and a caption. */
export const photoInput = {
  photo: z.string("Photo is required").max(200),
  caption: z.string().trim().max(200, "A caption has 200 characters at most").optional(),
};

/** Keeps an upload as a photo of the place: checked, turned upright, made small, its metadata left behind. */
export async function addTo<Result extends object>(
  ctx: Ctx<CompanyActor>,
  place: PhotoPlace,
  subject: Subject,
  input: { photo: string; caption?: string },
  result: Result,
) {
  const upload = uploadOf(input.photo);
  if (!upload) throw invalid({ photo: ["Photo is required"] });
  const files = await storeBoth(upload);
  const now = ctx.now.toISOString();
  const idOf = (key: string | undefined) =>
    sql<number>`(SELECT id FROM stored_file WHERE storage_key = ${key ?? ""})` as unknown as number;
  const keys = files.map((file) => file.key);
  return committedWith(keys, async () =>
    ctx.commit(
      [
        ...files.map((file) => fileStep(ctx, file, upload.file_name, now)),
        mustHit(
          ctx.write.insert(photo).values({
            ...place,
            stored_file_id: idOf(files[0]?.key),
            thumbnail_file_id: idOf(files[1]?.key),
            caption: input.caption ?? null,
            ...creatorOf(ctx.actor),
            created_at: now,
          }),
        ),
        ...(await historySteps(ctx, subject, [
          { activity: "photo_added", details: { content: input.caption, file_name: upload.file_name } },
        ])),
      ],
      { ...result, photo_id: sql<number>`(SELECT max(id) FROM photo)` },
    ),
  );
}

type Stored = { key: string; bytes: number; sha256: string; width: number; height: number };

/** An upload as the two pictures that are kept of it, large and small. */
async function storeBoth(upload: Upload): Promise<Stored[]> {
  const made: Stored[] = [];
  try {
    for (const size of [1600, 320]) {
      const path = await temporaryPath();
      const result = await shrink(upload.path, path, size);
      if ("problem" in result) throw invalid({ photo: [result.problem] });
      made.push({ ...result, key: await keep(path) });
    }
    return made;
  } catch (error) {
    await Promise.all(made.map((file) => discard(file.key)));
    throw error;
  }
}

function fileStep(ctx: Ctx, file: Stored, file_name: string, created_at: string): Step {
  const { key: storage_key, ...facts } = file;
  const row = { ...facts, storage_key, file_name, content_type: "image/webp", created_at };
  return mustHit(ctx.write.insert(storedFile).values(row));
}

/** A photo of the place that is still there. */
export async function photoOf(ctx: Ctx, place: PhotoPlace, photoId: number): Promise<PhotoRow> {
  const [row] = await ctx.read
    .select()
    .from(photo)
    .where(and(eq(photo.id, photoId), isOf(place), eq(photo.is_deleted, false)));
  if (!row) throw missing("This photo does not exist any more.");
  return row;
}

/** Where a photo's bytes lie, large or small. */
export async function fileOf(ctx: Ctx, row: PhotoRow, small: boolean) {
  const id = small ? (row.thumbnail_file_id ?? row.stored_file_id) : row.stored_file_id;
  const [file] = await ctx.read.select().from(storedFile).where(eq(storedFile.id, id));
  if (!file) throw missing();
  return file;
}

/** Takes away a photo of one's own; its bytes stay until the history may forget them. */
export async function removalSteps(
  ctx: Ctx<CompanyActor>,
  subject: Subject,
  row: PhotoRow,
  version: number,
): Promise<Step[]> {
  if (!isCreator(ctx.actor, row)) throw forbidden("Only who took a photo can remove it.");
  if (row.version !== version - 1) throw stale({ caption: row.caption, version: row.version });
  return [
    mustHit(
      ctx.write
        .update(photo)
        .set({ is_deleted: true, version })
        .where(and(eq(photo.id, row.id), eq(photo.version, version - 1), eq(photo.is_deleted, false))),
    ),
    ...(await historySteps(ctx, subject, [
      { activity: "photo_removed", details: { content: row.caption ?? undefined } },
    ])),
  ];
}
