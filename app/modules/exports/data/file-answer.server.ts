import { openStoredFile } from "~/lib/files/store.server";
import { getFileHeaders } from "~/lib/files/stream-answer.server";
import { notFound } from "~/web/refusal";

/** Error message if the file hasn't expired but isn't on this server. */
const ELSEWHERE = "This export is on another server or was lost. Try again, or start it over.";

/**
 * Return a stored file, entirely or from the byte where a broken download stopped (RFC 9110, one range). For an invalid
 * range, or a range of another version, return the whole file; for a range past the end, return status 416.
 */
export async function buildStoredFileResponse(
  request: Request,
  file: { name: string; contentType: string; storage_key: string; etag: string },
): Promise<Response> {
  const stored = await openStoredFile(file.storage_key);
  if (!stored) throw notFound(ELSEWHERE);
  // Prevent compression in transit: compressed bytes wouldn't match the length, ranges and ETag.
  const headers = {
    ...getFileHeaders(file),
    "Cache-Control": "private, no-store, no-transform",
    "Accept-Ranges": "bytes",
    ETag: file.etag,
  };
  const header = request.headers.get("If-Range");
  const range =
    header && header !== file.etag ? null : parseByteRange(request.headers.get("Range"), stored.bytes);
  if (range === null)
    return new Response(stored.body, { headers: { ...headers, "Content-Length": `${stored.bytes}` } });
  await stored.body.cancel();
  if (range === "none")
    return new Response(null, {
      status: 416,
      headers: { ...headers, "Content-Range": `bytes */${stored.bytes}` },
    });
  const part = await openStoredFile(file.storage_key, range);
  if (!part) throw notFound(ELSEWHERE);
  return new Response(part.body, {
    status: 206,
    headers: {
      ...headers,
      "Content-Length": `${range.end - range.start + 1}`,
      "Content-Range": `bytes ${range.start}-${range.end}/${stored.bytes}`,
    },
  });
}

/** Parse a Range header to the requested bytes: null for the whole file, "none" if the file has no such bytes. */
export function parseByteRange(
  header: string | null,
  bytes: number,
): { start: number; end: number } | "none" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const start = match[1] === "" ? Math.max(0, bytes - Number(match[2])) : Number(match[1]);
  const end = match[1] === "" || match[2] === "" ? bytes - 1 : Math.min(Number(match[2]), bytes - 1);
  return start > end || start >= bytes ? "none" : { start, end };
}
