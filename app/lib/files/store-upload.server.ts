import { link } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { storedFile } from "#db/schema";
import { formatTooLargeMessage } from "~/lib/files/file-sizes";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { detectFileKindAtPath, FILE_KINDS, type FileKind, isWholePdf, toSafeFileName } from "./kind.server";
import { buildQuotaCheckSteps, getFileOwner } from "./quota.server";
import { createTemporaryPath, storeFile } from "./store.server";
import { getUpload } from "./upload.server";

export const FILE_REQUIRED_MESSAGE = "File is required";
/** Message for a failed upload. */
export const PDF_UPLOAD_FAILED_MESSAGE = "Sorry, an error occurred uploading the pdf.";
const NOT_A_PDF = "This isn't a PDF. Choose a PDF file.";
const CUT_OFF =
  "This PDF is cut off: its end is missing. Save it again, or download it again, and send that.";
const WRONG_KIND = "Only PDF and MP4 files can be added. This file is neither.";

/**
 * Store an upload of an allowed kind, no larger than that kind's limit, under the name in `called` or its original
 * name. Returns the steps that record the file, the id that it will have in the same batch, and the `keys` of its
 * bytes, for `commitWithFiles`.
 */
export async function storeUpload(
  ctx: Ctx,
  {
    field,
    sent,
    allowed,
    called,
  }: { field: string; sent: string; allowed: readonly FileKind[]; called?: string },
) {
  const upload = getUpload(sent);
  if (!upload) throw invalid({ [field]: [FILE_REQUIRED_MESSAGE] });
  const kind = await detectFileKindAtPath(upload.path);
  if (!kind || !allowed.includes(kind))
    throw invalid({ [field]: [allowed.length === 1 ? NOT_A_PDF : WRONG_KIND] });
  if (upload.bytes > FILE_KINDS[kind].megabytes * 1024 * 1024)
    throw invalid({ [field]: [formatTooLargeMessage(FILE_KINDS[kind].megabytes)] });
  if (kind === "pdf" && !(await isWholePdf(upload.path))) throw invalid({ [field]: [CUT_OFF] });
  const quota = await buildQuotaCheckSteps(ctx, upload.bytes);
  // Link the file instead of moving it, because a retry of the procedure needs the upload again.
  const path = await createTemporaryPath();
  await link(upload.path, path);
  const key = await storeFile(path);
  const file_name = toSafeFileName(called || upload.file_name, kind);
  return {
    file_name,
    steps: [
      expectOneRow(
        ctx.write.insert(storedFile).values({
          storage_key: key,
          file_name,
          content_type: FILE_KINDS[kind].type,
          bytes: upload.bytes,
          sha256: upload.sha256,
          ...getFileOwner(ctx.actor),
          created_at: ctx.now.toISOString(),
        }),
      ),
      ...quota,
    ],
    id: sql<number>`(SELECT id FROM stored_file WHERE storage_key = ${key})`,
    keys: [key],
  };
}
