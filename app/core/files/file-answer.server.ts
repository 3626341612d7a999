import { missing } from "~/web/refusal";
import { openStored } from "./store.server";

/** A file's bytes, to be saved and never to be shown in a page of ours; every answer says nosniff (server/headers.ts). */
export async function fileAnswer(file: {
  storage_key: string;
  file_name: string;
  content_type: string;
}): Promise<Response> {
  const stored = await openStored(file.storage_key);
  if (!stored) throw missing("This file no longer exists.");
  const plain = file.file_name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  return new Response(stored.body, {
    headers: {
      "Content-Type": file.content_type,
      "Content-Length": String(stored.bytes),
      "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.file_name)}`,
      // Compressed on its way it would be of another length than it says.
      "Cache-Control": "private, no-store, no-transform",
      "Content-Security-Policy": "sandbox",
    },
  });
}
