import { openStored } from "~/core/files/store.server";
import { headersOf } from "~/core/files/stream-answer.server";
import { missing } from "~/web/refusal";

/** Of a file that is still kept, but not on this server. */
const ELSEWHERE = "This export is on another server or was lost. Try again, or start it over.";

/**
 * A stored file, whole or from where a broken download stopped (RFC 9110, one range). A range of another version,
 * or one that makes no sense, is answered whole; one past the end by 416.
 */
export async function storedAnswer(
  request: Request,
  file: { name: string; contentType: string; storage_key: string; etag: string },
): Promise<Response> {
  const stored = await openStored(file.storage_key);
  if (!stored) throw missing(ELSEWHERE);
  // Compressed on its way it would have other bytes than its length, its ranges and its ETag speak of.
  const headers = {
    ...headersOf(file),
    "Cache-Control": "private, no-store, no-transform",
    "Accept-Ranges": "bytes",
    ETag: file.etag,
  };
  const wanted = request.headers.get("If-Range");
  const range = wanted && wanted !== file.etag ? null : rangeOf(request.headers.get("Range"), stored.bytes);
  if (range === null)
    return new Response(stored.body, { headers: { ...headers, "Content-Length": `${stored.bytes}` } });
  await stored.body.cancel();
  if (range === "none")
    return new Response(null, {
      status: 416,
      headers: { ...headers, "Content-Range": `bytes */${stored.bytes}` },
    });
  const part = await openStored(file.storage_key, range);
  if (!part) throw missing(ELSEWHERE);
  return new Response(part.body, {
    status: 206,
    headers: {
      ...headers,
      "Content-Length": `${range.end - range.start + 1}`,
      "Content-Range": `bytes ${range.start}-${range.end}/${stored.bytes}`,
    },
  });
}

/** The bytes that a Range header asks for: null for all, "none" if they don't exist. */
export function rangeOf(
  header: string | null,
  bytes: number,
): { start: number; end: number } | "none" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const start = match[1] === "" ? Math.max(0, bytes - Number(match[2])) : Number(match[1]);
  const end = match[1] === "" || match[2] === "" ? bytes - 1 : Math.min(Number(match[2]), bytes - 1);
  return start > end || start >= bytes ? "none" : { start, end };
}
