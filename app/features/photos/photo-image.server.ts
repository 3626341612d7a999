import type { storedFile } from "#db/schema";
import { openStored } from "~/core/files/store.server";
import { type Call, perform } from "~/web/perform.server";
import { missing } from "~/web/refusal";
import { getJobPhotoFile } from "./job-photos.server";
import { getPhotoFile } from "./photos.server";

/** A photo's bytes, for who may see its ticket. */
export async function photoImage(request: Request, ctx: Call, ticketId: number, photoId: number) {
  const small = new URL(request.url).searchParams.has("small");
  return imageAnswer(
    request,
    await perform(getPhotoFile, ctx, { trip_ticket_id: ticketId, photo_id: photoId, small }),
  );
}

/** The same of a job's photo, for who may see its job. */
export async function jobPhotoImage(request: Request, ctx: Call, job_id: number, photo_id: number) {
  const small = new URL(request.url).searchParams.has("small");
  return imageAnswer(request, await perform(getJobPhotoFile, ctx, { job_id, photo_id, small }));
}

/** A browser may keep it, and asks each time whether it still may be shown: who has signed out sees nothing of it. */
export async function imageAnswer(request: Request, file: typeof storedFile.$inferSelect) {
  const headers = {
    "Cache-Control": "private, no-cache",
    ETag: `"${file.sha256.slice(0, 32)}"`,
    "Content-Type": file.content_type,
    "Content-Disposition": "inline",
    Vary: "Authorization, Cookie, X-Client-Key",
  };
  if (request.headers.get("If-None-Match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  const stored = await openStored(file.storage_key);
  if (!stored) throw missing("Image failed to load.");
  return new Response(stored.body, { headers: { ...headers, "Content-Length": String(stored.bytes) } });
}
