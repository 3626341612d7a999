import type { LoaderFunctionArgs } from "@remix-run/node";
import { openStored } from "~/features/files/store.server";
import { getPhotoFile } from "~/features/photos/photos.server";
import { context } from "~/web/context.server";
import { missing } from "~/web/refusal";
import { asPage, call, idOf } from "~/web/respond.server";

/** A photo's bytes, for who may see its ticket. A stored file never changes, so a browser may keep it. */
export async function loader(args: LoaderFunctionArgs) {
  const input = {
    trip_ticket_id: idOf(args.params.ticketId),
    photo_id: idOf(args.params.photoId),
    small: new URL(args.request.url).searchParams.has("small"),
  };
  const file = await call(getPhotoFile, await context(args), input);
  const headers = {
    "Cache-Control": "private, max-age=86400",
    ETag: `"${file.sha256.slice(0, 32)}"`,
    "Content-Type": file.content_type,
    "Content-Disposition": "inline",
    // What one session has kept is not shown to the next one at the same browser.
    Vary: "Cookie",
  };
  if (args.request.headers.get("If-None-Match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  const stored = await openStored(file.storage_key);
  if (!stored) throw asPage(missing("Image failed to load."));
  return new Response(stored.body, { headers: { ...headers, "Content-Length": String(stored.bytes) } });
}
