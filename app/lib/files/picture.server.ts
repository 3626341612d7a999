import { eq, sql } from "drizzle-orm";
import { storedFile } from "#db/schema";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { getUsageAccount } from "~/web/usage-limit.server";
import { commitWithFiles } from "./commit-upload.server";
import { buildQuotaCheckSteps, getFileOwner } from "./quota.server";
import { shrinkPhoto } from "./shrink.server";
import { createTemporaryPath, deleteStoredFile, openStoredFile, storeFile } from "./store.server";
import { getUpload } from "./upload.server";

/** Pixels per side: twice the largest size on screen and paper. */
const PIXELS = 240;
const NEEDED = "Choose a picture";

/** Return the stored file's key, from the end of a picture's address. */
const keyIn = (address: string | null) => address?.split("/").at(-1) ?? null;

/**
 * Replace the picture at `before` with the uploaded picture, or remove it if nothing was uploaded. The new picture is
 * checked by its content, scaled down and stored at its own address. `change` writes the new address if the old address
 * is unchanged; then the old bytes are deleted.
 */
export async function replacePicture(
  ctx: Ctx,
  field: string,
  sent: string | null,
  before: string | null,
  change: (addressOf: (base: string) => string | null) => Step,
): Promise<void> {
  const created = sent === null ? null : await storeSmall(ctx, field, sent);
  const old = keyIn(before);
  const steps: Step[] = [change((base) => created && `${base}/${created.key}`)];
  if (created) {
    const { key: storage_key, ...facts } = created;
    const file = {
      ...facts,
      storage_key,
      content_type: "image/webp",
      ...getFileOwner(ctx.actor),
      created_at: ctx.now.toISOString(),
    };
    steps.push(expectOneRow(ctx.write.insert(storedFile).values(file)));
  }
  if (old) steps.push(allowAnyRows(ctx.write.delete(storedFile).where(eq(storedFile.storage_key, old))));
  await commitWithFiles(created ? [created.key] : [], async () => {
    const quota = created ? await buildQuotaCheckSteps(ctx, created.bytes) : [];
    return ctx.commit([...steps, ...quota], { ok: true });
  });
  if (old) await deleteStoredFile(old);
}

async function storeSmall(ctx: Ctx, field: string, sent: string) {
  const upload = getUpload(sent);
  if (!upload) throw invalid({ [field]: [NEEDED] });
  const path = await createTemporaryPath();
  const created = await shrinkPhoto(getUsageAccount(ctx.actor), upload.path, [{ path, size: PIXELS }]);
  if ("problem" in created) throw invalid({ [field]: [created.problem] });
  return { ...created.made[0], file_name: upload.file_name, key: await storeFile(path) };
}

/** Build the condition that a column equals an address, or is null if the address is null. */
export const buildColumnEquals = (column: Parameters<typeof eq>[0], address: string | null) =>
  sql`${column} IS ${address}`;

/** Respond with a picture's bytes. A browser may cache them but must revalidate each time. */
export async function buildPictureResponse(
  ctx: Pick<Ctx, "read">,
  key: string,
  request?: Request,
): Promise<Response> {
  const [file] = await ctx.read.select().from(storedFile).where(eq(storedFile.storage_key, key));
  if (!file) throw notFound("Image failed to load.");
  const headers = {
    "Content-Type": file.content_type,
    "Content-Disposition": "inline",
    "Cache-Control": "private, no-cache",
    ETag: `"${file.sha256.slice(0, 32)}"`,
    Vary: "Authorization, Cookie, X-Client-Key",
  };
  if (request?.headers.get("If-None-Match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  const stored = await openStoredFile(key);
  if (!stored) throw notFound("Image failed to load.");
  return new Response(stored.body, { headers: { ...headers, "Content-Length": String(stored.bytes) } });
}
