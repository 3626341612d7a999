import { notFound } from "~/web/refusal";
import { openStoredFile } from "./store.server";

/**
 * Build a response with a file's bytes, to be downloaded and never shown in our pages; every response has nosniff
 * (server/headers.ts).
 */
export async function buildFileResponse(file: {
  storage_key: string;
  file_name: string;
  content_type: string;
}): Promise<Response> {
  const stored = await openStoredFile(file.storage_key);
  if (!stored) throw notFound("This file no longer exists.");
  const plain = file.file_name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  return new Response(stored.body, {
    headers: {
      "Content-Type": file.content_type,
      "Content-Length": String(stored.bytes),
      "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.file_name)}`,
      // Forbid compression in transit, because the length would differ from the header.
      "Cache-Control": "private, no-store, no-transform",
      "Content-Security-Policy": "sandbox",
    },
  });
}
