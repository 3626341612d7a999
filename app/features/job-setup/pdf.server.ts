import { copyFile, open } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { storedFile } from "#db/schema";
import { discard, keep, temporaryPath } from "~/features/files/store.server";
import { uploadOf } from "~/features/files/upload.server";
import { mustHit } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { invalid } from "~/web/refusal";

/** PDFs up to this many megabytes (decisions, section 9). */
export const PDF_MEGABYTES = 25;
export const FILE_NEEDED = "File is required";
export const PDF_FAILED = "Sorry, an error occurred uploading the pdf.";
const NOT_A_PDF = "This is no PDF. Choose a PDF file.";

/** Whether a file begins as every PDF does; some writers put a few bytes before it. */
async function isPdf(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.subarray(0, bytesRead).includes("%PDF-");
  } finally {
    await file.close();
  }
}

/**
 * Takes an uploaded PDF into the store, read by its content. Gives the step that notes it down and the SQL that finds
 * its id in the same batch; `undo` takes the bytes back where the batch failed.
 */
export async function storePdf(ctx: Ctx, field: string, sent: string) {
  const upload = uploadOf(sent);
  if (!upload) throw invalid({ [field]: [FILE_NEEDED] });
  if (!(await isPdf(upload.path))) throw invalid({ [field]: [NOT_A_PDF] });
  // A copy: the upload stays until its request is over, so that a procedure that lost a race can run again.
  const path = await temporaryPath();
  await copyFile(upload.path, path);
  const key = await keep(path);
  const step: Step = mustHit(
    ctx.write.insert(storedFile).values({
      storage_key: key,
      file_name: upload.file_name,
      content_type: "application/pdf",
      bytes: upload.bytes,
      sha256: upload.sha256,
      created_at: ctx.now.toISOString(),
    }),
  );
  return {
    step,
    file_name: upload.file_name,
    id: sql<number>`(SELECT id FROM stored_file WHERE storage_key = ${key})`,
    undo: () => discard(key),
  };
}
