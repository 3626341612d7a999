import { rm } from "node:fs/promises";
import { unstable_parseMultipartFormData as parseMultipart } from "@remix-run/node";
import { receiveToDisk, TooLarge } from "./store.server";

export type Upload = { path: string; bytes: number; sha256: string; file_name: string };

const MB = 1024 * 1024;
export const tooLarge = (megabytes: number) =>
  `File size exceeds the limit. Please upload a file smaller than ${megabytes}MB.`;

/** Uploads of the requests that are under way, by the hash of their bytes. */
const received = new Map<string, Upload>();

/**
 * Reads a form with one file, streaming the file to disk. In the form it stands as its hash, so that the same
 * form sent again is the same form; `uploadOf` tells where the file is. Too large: the message instead.
 */
export async function readUpload(request: Request, field: string, megabytes: number) {
  let problem: string | null = null;
  const form = await parseMultipart(request, async ({ name, filename, data }) => {
    if (filename === undefined) return name === field ? undefined : await textOf(data);
    if (name !== field || filename === "") {
      for await (const _chunk of data);
      return undefined;
    }
    try {
      const upload = await receiveToDisk(data, megabytes * MB);
      if (upload.bytes === 0) {
        await rm(upload.path, { force: true });
        return undefined;
      }
      received.set(upload.sha256, { ...upload, file_name: filename.replace(/^.*[\\/]/, "").slice(0, 200) });
      return upload.sha256;
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      problem = tooLarge(megabytes);
      for await (const _chunk of data);
      return undefined;
    }
  });
  return { form, problem: problem as string | null };
}

async function textOf(data: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of data) {
    bytes += chunk.byteLength;
    if (bytes <= 64 * 1024) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The received file of this hash; it stays until its request is over, so that a procedure may be run again. */
export const uploadOf = (sha256: string): Upload | null => received.get(sha256) ?? null;

/** Removes what was received, once its request is over. */
export async function dropUpload(sha256: FormDataEntryValue | null) {
  const left = typeof sha256 === "string" ? received.get(sha256) : undefined;
  if (!left) return;
  received.delete(left.sha256);
  await rm(left.path, { force: true });
}
