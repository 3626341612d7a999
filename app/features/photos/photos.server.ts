import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { photo, storedFile } from "#db/schema";
import { discard, keep, temporaryPath } from "~/features/files/store.server";
import { type Upload, uploadOf } from "~/features/files/upload.server";
import { historySteps } from "~/features/history/history.server";
import { visibleTicket } from "~/features/trip-tickets/ticket-row.server";
import { subjectOf } from "~/features/trip-tickets/write.server";
import { type CompanyActor, creatorOf, isCreator } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { forbidden, invalid, missing } from "~/web/refusal";
import { shrink } from "./shrink.server";

/** Photos up to this many megabytes (decisions, section 9). */
export const PHOTO_MEGABYTES = 10;
const CLOSED = "Your company cannot add photos to this ticket as it stands now.";

/** Adds a photo to a ticket: checked, turned upright, made small, its metadata left behind. */
export const addPhoto = procedure({
  name: "addPhoto",
  may: "photo.create",
  input: z.strictObject({
    trip_ticket_id: z.number().int(),
    photo: z.string("Photo is required").max(200),
    caption: z.string().trim().max(200, "A caption has 200 characters at most").optional(),
  }),
  async run(ctx, input) {
    const ticket = await visibleTicket(ctx, input.trip_ticket_id);
    if (!ticket.can_edit.photo) throw forbidden(CLOSED);
    const upload = uploadOf(input.photo);
    if (!upload) throw invalid({ photo: ["Photo is required"] });
    const files = await storeBoth(upload);
    const now = ctx.now.toISOString();
    const [large, small] = files.map((f) => fileStep(ctx, f, upload.file_name, now));
    const idOf = (key: string | undefined) =>
      sql<number>`(SELECT id FROM stored_file WHERE storage_key = ${key ?? ""})` as unknown as number;
    const next = sql<number>`(SELECT max(id) FROM photo)`;
    try {
      return await ctx.commit(
        [
          ...(large && small ? [large, small] : []),
          mustHit(
            ctx.write.insert(photo).values({
              trip_ticket_id: input.trip_ticket_id,
              stored_file_id: idOf(files[0]?.key),
              thumbnail_file_id: idOf(files[1]?.key),
              caption: input.caption ?? null,
              ...creatorOf(ctx.actor),
              created_at: now,
            }),
          ),
          ...(await historySteps(ctx, subjectOf(ticket), [
            { activity: "photo_added", details: { content: input.caption, file_name: upload.file_name } },
          ])),
        ],
        { id: input.trip_ticket_id, photo_id: next },
      );
    } catch (error) {
      await Promise.all(files.map((f) => discard(f.key)));
      throw error;
    }
  },
});

export type Stored = { key: string; bytes: number; sha256: string; width: number; height: number };

/** An upload as the two pictures that are kept of it, large and small. */
export async function storeBoth(upload: Upload): Promise<Stored[]> {
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
    await Promise.all(made.map((f) => discard(f.key)));
    throw error;
  }
}

export function fileStep(ctx: Ctx, file: Stored, file_name: string, created_at: string): Step {
  const { key: storage_key, ...facts } = file;
  return mustHit(
    ctx.write
      .insert(storedFile)
      .values({ ...facts, storage_key, file_name, content_type: "image/webp", created_at }),
  );
}

const named = { trip_ticket_id: z.number().int(), photo_id: z.number().int() };

async function visiblePhoto(ctx: Ctx<CompanyActor>, ticketId: number, photoId: number) {
  const ticket = await visibleTicket(ctx, ticketId);
  const [row] = await ctx.read
    .select()
    .from(photo)
    .where(and(eq(photo.id, photoId), eq(photo.trip_ticket_id, ticketId), eq(photo.is_deleted, false)));
  if (!row) throw missing("This photo does not exist any more.");
  return { ticket, row };
}

/** Where a photo's bytes lie, large or small, for who may see its ticket. */
export const getPhotoFile = procedure({
  name: "getPhotoFile",
  may: "photo.read",
  input: z.strictObject({ ...named, small: z.boolean() }),
  async run(ctx, input) {
    const { row } = await visiblePhoto(ctx, input.trip_ticket_id, input.photo_id);
    const id = input.small ? (row.thumbnail_file_id ?? row.stored_file_id) : row.stored_file_id;
    const [file] = await ctx.read.select().from(storedFile).where(eq(storedFile.id, id));
    if (!file) throw missing();
    return file;
  },
});

/** Removes a photo of one's own; its bytes stay until the history may forget them. */
export const removePhoto = procedure({
  name: "removePhoto",
  may: "photo.delete",
  input: z.strictObject({ ...named, version: z.number().int() }),
  async run(ctx, input) {
    const { ticket, row } = await visiblePhoto(ctx, input.trip_ticket_id, input.photo_id);
    if (!isCreator(ctx.actor, row)) throw forbidden("Only who took a photo can remove it.");
    if (!ticket.can_edit.photo) throw forbidden(CLOSED);
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
        ...(await historySteps(ctx, subjectOf(ticket), [
          { activity: "photo_removed", details: { content: row.caption ?? undefined } },
        ])),
      ],
      { id: input.trip_ticket_id },
    );
  },
});
