import { link } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { storedFile } from "#db/schema";
import { tooLargeMessage } from "~/domain/files/file-sizes";
import { mustHit } from "~/web/commit.server";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { FILE_KINDS, type FileKind, isWholePdf, kindOfFile, safeName } from "./kind.server";
import { ownerOf, withinQuota } from "./quota.server";
import { keep, temporaryPath } from "./store.server";
import { uploadOf } from "./upload.server";

export const FILE_NEEDED = "File is required";
/** The specification's word for an upload that failed (spec 1, section 8). */
export const PDF_FAILED = "Sorry, an error occurred uploading the pdf.";
const NOT_A_PDF = "This isn't a PDF. Choose a PDF file.";
const CUT_OFF =
  "This PDF is cut off: its end is missing. Save it again, or download it again, and send that.";
const WRONG_KIND = "Only PDF and MP4 files can be added. This file is neither.";

/**
 * Takes an upload into the store: of a kind that is allowed, no larger than its kind may be, under the name that it is
 * `called` or came with. Gives the steps that note it down, the id that it will have in the same batch, and the `keys`
 * of its bytes, for `committedWith`.
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
  const upload = uploadOf(sent);
  if (!upload) throw invalid({ [field]: [FILE_NEEDED] });
  const kind = await kindOfFile(upload.path);
  if (!kind || !allowed.includes(kind))
    throw invalid({ [field]: [allowed.length === 1 ? NOT_A_PDF : WRONG_KIND] });
  if (upload.bytes > FILE_KINDS[kind].megabytes * 1024 * 1024)
    throw invalid({ [field]: [tooLargeMessage(FILE_KINDS[kind].megabytes)] });
  if (kind === "pdf" && !(await isWholePdf(upload.path))) throw invalid({ [field]: [CUT_OFF] });
  const quota = await withinQuota(ctx, upload.bytes);
  // Linked, not moved: the procedure may be run again, and then it needs the upload once more.
  const path = await temporaryPath();
  await link(upload.path, path);
  const key = await keep(path);
  const file_name = safeName(called || upload.file_name, kind);
  return {
    file_name,
    steps: [
      mustHit(
        ctx.write.insert(storedFile).values({
          storage_key: key,
          file_name,
          content_type: FILE_KINDS[kind].type,
          bytes: upload.bytes,
          sha256: upload.sha256,
          ...ownerOf(ctx.actor),
          created_at: ctx.now.toISOString(),
        }),
      ),
      ...quota,
    ],
    id: sql<number>`(SELECT id FROM stored_file WHERE storage_key = ${key})`,
    keys: [key],
  };
}
