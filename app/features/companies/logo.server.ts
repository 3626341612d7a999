import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { company, storedFile } from "#db/schema";
import { discard, keep, openStored, temporaryPath } from "~/features/files/store.server";
import { uploadOf } from "~/features/files/upload.server";
import { shrink } from "~/features/photos/shrink.server";
import { mustHit } from "~/web/commit.server";
import { type Call, perform } from "~/web/perform.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, missing } from "~/web/refusal";
import { findable } from "./public-face.server";

export const LOGO_MEGABYTES = 10;
/** Twice what the largest place on screen and paper shows. */
const LOGO_PIXELS = 240;
const NEEDED = "Choose a picture";

const pathOf = (companyId: number, key: string) => `/companies/${companyId}/logo/${key}`;
const keyOf = (path: string | null) => path?.split("/").at(-1) ?? null;

/** Gives the acting company a logo in place of the one before: read by its content, made small, stored anew. */
export const setLogo = procedure({
  name: "setLogo",
  may: "company.update",
  input: z.strictObject({ logo: z.string(NEEDED).max(200) }),
  async run(ctx, input) {
    const upload = uploadOf(input.logo);
    if (!upload) throw invalid({ logo: [NEEDED] });
    const path = await temporaryPath();
    const made = await shrink(upload.path, path, LOGO_PIXELS);
    if ("problem" in made) throw invalid({ logo: [made.problem] });
    const key = await keep(path);
    const file = ctx.write.insert(storedFile).values({
      ...made,
      storage_key: key,
      file_name: upload.file_name,
      content_type: "image/webp",
      created_at: ctx.now.toISOString(),
    });
    const me = ctx.actor.company.id;
    return replace(ctx, me, pathOf(me, key), [mustHit(file)]).catch(async (error: unknown) => {
      await discard(key);
      throw error;
    });
  },
});

/** Takes the acting company's logo away; its initials stand there again. */
export const removeLogo = procedure({
  name: "removeLogo",
  may: "company.update",
  input: z.strictObject({}),
  run: (ctx) => replace(ctx, ctx.actor.company.id, null, []),
});

/** Puts another logo, or none, where the one read now is; its bytes go once the change is there. */
async function replace(ctx: Ctx, id: number, logo_url: string | null, steps: Step[]) {
  const [row] = await ctx.read.select({ logo_url: company.logo_url }).from(company).where(eq(company.id, id));
  if (!row) throw missing();
  const before = row.logo_url;
  const change = ctx.write
    .update(company)
    .set({ logo_url })
    .where(
      and(eq(company.id, id), before === null ? isNull(company.logo_url) : eq(company.logo_url, before)),
    );
  const old = keyOf(before);
  const forget = sql`DELETE FROM stored_file WHERE storage_key = ${old}`;
  await ctx.commit([...steps, mustHit(change), ...(old ? [{ build: forget, mustHit: false }] : [])], { id });
  if (old) await discard(old);
  return { id };
}

/** Where a company's logo lies, for anybody who may find the company. */
export const getLogo = procedure({
  name: "getLogo",
  audience: "known",
  input: z.strictObject({ company_id: z.number().int(), key: z.string().max(60) }),
  async run(ctx, { company_id, key }) {
    const [row] = await ctx.read
      .select({ id: company.id })
      .from(company)
      .where(
        and(eq(company.id, company_id), eq(company.logo_url, pathOf(company_id, key)), findable(ctx.actor)),
      );
    if (!row) throw missing();
    const [file] = await ctx.read.select().from(storedFile).where(eq(storedFile.storage_key, key));
    if (!file) throw missing();
    return file;
  },
});

/** A logo's bytes. Another logo has another address, so a browser may keep it. */
export async function logoImage(ctx: Call, companyId: number, key: string): Promise<Response> {
  const file = await perform(getLogo, ctx, { company_id: companyId, key });
  const stored = await openStored(file.storage_key);
  if (!stored) throw missing("Image failed to load.");
  return new Response(stored.body, {
    headers: {
      "Content-Type": file.content_type,
      "Content-Length": String(stored.bytes),
      "Content-Disposition": "inline",
      "Cache-Control": "private, max-age=86400",
      Vary: "Authorization, Cookie, X-Client-Key",
    },
  });
}
