import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { photo, storedFile } from "#db/schema";
import type { PictureFacts } from "~/core/files/picture-task.mjs";
import { ownerOf, withinQuota } from "~/core/files/quota.server";
import { committedWith } from "~/core/files/settle.server";
import { shrink } from "~/core/files/shrink.server";
import { keep, temporaryPath } from "~/core/files/store.server";
import { type Upload, uploadOf } from "~/core/files/upload.server";
import { historySteps, type Subject } from "~/core/history/history.server";
import { type CompanyActor, creatorOf, isCreator } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { forbidden, invalid, missing } from "~/web/refusal";
import { asRead, revise } from "~/web/revise.server";
import { accountOf } from "~/web/work-limit.server";

/** What a photo is of: a ticket or a job that the caller has been checked to see. */
export type PhotoPlace = { trip_ticket_id: number } | { job_id: number };
export type PhotoRow = typeof photo.$inferSelect;

const isOf = (place: PhotoPlace) =>
  "job_id" in place ? eq(photo.job_id, place.job_id) : eq(photo.trip_ticket_id, place.trip_ticket_id);

/** A new photo, as forms and programs send it: the upload's name, and a caption. */
export const photoInput = {
  photo: z.string("Photo is required").max(200),
  caption: z.string().trim().max(200, "A caption can be at most 200 characters").optional(),
};

/** Keeps an upload as a photo of the place: checked, turned upright, made small, its metadata left behind. */
export async function addTo<Result extends object>(
  ctx: Ctx<CompanyActor>,
  place: PhotoPlace,
  subject: Subject,
  input: { photo: string; caption?: string },
  result: Result,
) {
  return withPhoto(ctx, place, input, async (steps, file_name) =>
    ctx.commit(
      [
        ...steps,
        ...(await historySteps(ctx, subject, [
          { activity: "photo_added", details: { content: input.caption, file_name } },
        ])),
      ],
      { ...result, photo_id: newest(photo) },
    ),
  );
}

/** The same in a commit of its own kind: `commit` is given the steps that keep the photo, and the file's name. */
export async function withPhoto<Result>(
  ctx: Ctx<CompanyActor>,
  place: PhotoPlace | { trip_ticket_id: SQL<number> },
  input: { photo: string; caption?: string },
  commit: (steps: Step[], fileName: string) => Promise<Result>,
): Promise<Result> {
  const upload = uploadOf(input.photo);
  if (!upload) throw invalid({ photo: ["Photo is required"] });
  const files = await storeBoth(ctx, upload);
  const now = ctx.now.toISOString();
  const idOf = (key: string | undefined) =>
    sql<number>`(SELECT id FROM stored_file WHERE storage_key = ${key ?? ""})`;
  const keys = files.map((file) => file.key);
  return committedWith(keys, async () => {
    const quota = await withinQuota(
      ctx,
      files.reduce((sum, file) => sum + file.bytes, 0),
    );
    const kept = [
      ...files.map((file) => fileStep(ctx, file, upload.file_name, now)),
      ...quota,
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
    ];
    return commit(kept, upload.file_name);
  });
}

type Stored = PictureFacts & { key: string };

/** An upload as the two pictures that are kept of it, large and small. */
async function storeBoth(ctx: Ctx, upload: Upload): Promise<Stored[]> {
  const to = await Promise.all([1600, 320].map(async (size) => ({ size, path: await temporaryPath() })));
  const made = await shrink(accountOf(ctx.actor), upload.path, to);
  if ("problem" in made) throw invalid({ photo: [made.problem] });
  return Promise.all(made.map(async (facts, i) => ({ ...facts, key: await keep(to[i]?.path ?? "") })));
}

function fileStep(ctx: Ctx, file: Stored, file_name: string, created_at: string): Step {
  const { key: storage_key, ...facts } = file;
  const row = {
    ...facts,
    storage_key,
    file_name,
    content_type: "image/webp",
    ...ownerOf(ctx.actor),
    created_at,
  };
  return mustHit(ctx.write.insert(storedFile).values(row));
}

/** A photo of the place that is still there. */
export async function photoOf(ctx: Ctx, place: PhotoPlace, photoId: number): Promise<PhotoRow> {
  const [row] = await ctx.read
    .select()
    .from(photo)
    .where(and(eq(photo.id, photoId), isOf(place), eq(photo.is_deleted, false)));
  if (!row) throw missing("This photo no longer exists.");
  return row;
}

/** Where a photo's bytes lie, large or small. */
export async function photoFileOf(ctx: Ctx, row: PhotoRow, small: boolean) {
  const id = small ? (row.thumbnail_file_id ?? row.stored_file_id) : row.stored_file_id;
  const [file] = await ctx.read.select().from(storedFile).where(eq(storedFile.id, id));
  if (!file) throw missing();
  return file;
}

/** Takes away a photo of one's own; its bytes stay until the history may forget them. */
export async function photoRemovalSteps(
  ctx: Ctx<CompanyActor>,
  subject: Subject,
  row: PhotoRow,
  version: number,
): Promise<Step[]> {
  if (!isCreator(ctx.actor, row)) throw forbidden("Only the person who took a photo can remove it.");
  asRead(row, version, { caption: row.caption, version: row.version });
  return [
    revise(ctx, photo, row, { is_deleted: true }, eq(photo.is_deleted, false)),
    ...(await historySteps(ctx, subject, [
      { activity: "photo_removed", details: { content: row.caption ?? undefined } },
    ])),
  ];
}
