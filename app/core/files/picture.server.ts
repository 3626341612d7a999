import { eq, sql } from "drizzle-orm";
import { storedFile } from "#db/schema";
import { mayMiss, mustHit } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { invalid, missing } from "~/web/refusal";
import { accountOf } from "~/web/work-limit.server";
import { ownerOf, withinQuota } from "./quota.server";
import { committedWith } from "./settle.server";
import { shrink } from "./shrink.server";
import { discard, keep, openStored, temporaryPath } from "./store.server";
import { uploadOf } from "./upload.server";

/** Twice what the largest place on screen and paper shows. */
const PIXELS = 240;
const NEEDED = "Choose a picture";

/** The key of the stored file that a picture's address ends in. */
const keyIn = (address: string | null) => address?.split("/").at(-1) ?? null;

/**
 * Replace the picture at `before` with the one that was sent, or remove it if none was. The new one is checked by its
 * content, scaled down and stored at its own address. `change` writes the new address where the old one still is; the
 * old bytes are deleted after that.
 */
export async function replacePicture(
  ctx: Ctx,
  field: string,
  sent: string | null,
  before: string | null,
  change: (addressOf: (base: string) => string | null) => Step,
): Promise<void> {
  const made = sent === null ? null : await storeSmall(ctx, field, sent);
  const old = keyIn(before);
  const steps: Step[] = [change((base) => made && `${base}/${made.key}`)];
  if (made) {
    const { key: storage_key, ...facts } = made;
    const file = {
      ...facts,
      storage_key,
      content_type: "image/webp",
      ...ownerOf(ctx.actor),
      created_at: ctx.now.toISOString(),
    };
    steps.push(mustHit(ctx.write.insert(storedFile).values(file)));
  }
  if (old) steps.push(mayMiss(ctx.write.delete(storedFile).where(eq(storedFile.storage_key, old))));
  await committedWith(made ? [made.key] : [], async () => {
    const quota = made ? await withinQuota(ctx, made.bytes) : [];
    return ctx.commit([...steps, ...quota], { ok: true });
  });
  if (old) await discard(old);
}

async function storeSmall(ctx: Ctx, field: string, sent: string) {
  const upload = uploadOf(sent);
  if (!upload) throw invalid({ [field]: [NEEDED] });
  const path = await temporaryPath();
  const made = await shrink(accountOf(ctx.actor), upload.path, [{ path, size: PIXELS }]);
  if ("problem" in made) throw invalid({ [field]: [made.problem] });
  return { ...made[0], file_name: upload.file_name, key: await keep(path) };
}

/** A condition on a column that holds an address or nothing. */
export const columnIs = (column: Parameters<typeof eq>[0], address: string | null) =>
  sql`${column} IS ${address}`;

/** A picture's bytes. A browser may keep them, and asks each time whether they may still be shown. */
export async function pictureBytes(
  ctx: Pick<Ctx, "read">,
  key: string,
  request?: Request,
): Promise<Response> {
  const [file] = await ctx.read.select().from(storedFile).where(eq(storedFile.storage_key, key));
  if (!file) throw missing("Image failed to load.");
  const headers = {
    "Content-Type": file.content_type,
    "Content-Disposition": "inline",
    "Cache-Control": "private, no-cache",
    ETag: `"${file.sha256.slice(0, 32)}"`,
    Vary: "Authorization, Cookie, X-Client-Key",
  };
  if (request?.headers.get("If-None-Match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  const stored = await openStored(key);
  if (!stored) throw missing("Image failed to load.");
  return new Response(stored.body, { headers: { ...headers, "Content-Length": String(stored.bytes) } });
}
