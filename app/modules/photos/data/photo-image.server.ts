import type { storedFile } from "#db/schema";
import { openStoredFile } from "~/lib/files/store.server";
import { notFound } from "~/web/refusal";
import { type Call, runProcedure } from "~/web/run-procedure.server";
import { getJobPhotoFile } from "./job-photos.server";
import { getPhotoFile } from "./photos.server";

/** Return the bytes of a ticket's photo, for readers who may see the ticket. */
export async function createTicketPhotoResponse(
  request: Request,
  ctx: Call,
  ticketId: number,
  photoId: number,
) {
  const small = new URL(request.url).searchParams.has("small");
  return createImageResponse(
    request,
    await runProcedure(getPhotoFile, ctx, { trip_ticket_id: ticketId, photo_id: photoId, small }),
  );
}

/** Return the bytes of a job's photo, for readers who may see the job. */
export async function createJobPhotoResponse(request: Request, ctx: Call, job_id: number, photo_id: number) {
  const small = new URL(request.url).searchParams.has("small");
  return createImageResponse(request, await runProcedure(getJobPhotoFile, ctx, { job_id, photo_id, small }));
}

/** Return an image. The browser may cache it but must revalidate each time, so that it isn't shown after sign-out. */
export async function createImageResponse(request: Request, file: typeof storedFile.$inferSelect) {
  const headers = {
    "Cache-Control": "private, no-cache",
    ETag: `"${file.sha256.slice(0, 32)}"`,
    "Content-Type": file.content_type,
    "Content-Disposition": "inline",
    Vary: "Authorization, Cookie, X-Client-Key",
  };
  if (request.headers.get("If-None-Match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  const stored = await openStoredFile(file.storage_key);
  if (!stored) throw notFound("Image failed to load.");
  return new Response(stored.body, { headers: { ...headers, "Content-Length": String(stored.bytes) } });
}
