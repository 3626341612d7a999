import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { and, eq, isNull, type SQL, sql, sum } from "drizzle-orm";
import { outliving } from "#db/outliving";
import { company, storedFile } from "#db/schema";
import type { Actor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import type { Ctx, Step } from "~/web/procedure";
import { isRecentSql } from "~/web/recent.server";
import { Refusal } from "~/web/refusal";
import { formatSpace } from "./space";

const MB = 1024 * 1024;
const DAY = 86_400_000;
/** The free space of the disk is asked for again after so many bytes. */
const LOOK_EVERY = 8 * MB;

type Asking = Pick<Ctx, "read" | "now"> & { actor: Actor };

/** What the files, photos, statements, imports and exports of a company take, as SQL. */
const usedBy = (companyId: number): SQL<number> => sql<number>`(
  SELECT coalesce(sum(bytes), 0) FROM stored_file WHERE company_id = ${companyId}) + (
  SELECT coalesce(sum(bytes), 0) FROM mill_statement WHERE company_id = ${companyId}) + (
  SELECT coalesce(sum(bytes), 0) FROM load_import WHERE company_id = ${companyId}) + (
  SELECT coalesce(sum(bytes), 0) FROM export_run WHERE company_id = ${companyId} AND storage_key IS NOT NULL)`;

/** What a company may take: what the operator gave it, else what the server gives everybody. */
const quotaOf = (companyId: number): SQL<number> =>
  sql<number>`(SELECT coalesce(file_quota_megabytes, ${env().FILE_QUOTA_MB}) * ${MB} FROM company WHERE id = ${companyId})`;

/** How many bytes a company's files take, and how many they may. */
export async function usageOf(ctx: Pick<Ctx, "read">, companyId: number) {
  const [row] = await ctx.read
    .select({ used: usedBy(companyId), quota: quotaOf(companyId) })
    .from(company)
    .where(eq(company.id, companyId));
  return { used: Number(row?.used ?? 0), quota: Number(row?.quota ?? 0) };
}

/** What a person, or a key's company, has sent since this time yesterday. */
async function sentToday(ctx: Asking): Promise<number> {
  const { user, company: acting } = ctx.actor;
  const whose = user
    ? eq(storedFile.user_id, user.id)
    : and(eq(storedFile.company_id, acting?.id ?? 0), isNull(storedFile.user_id));
  const [row] = await ctx.read
    .select({ bytes: sum(storedFile.bytes) })
    .from(storedFile)
    .where(and(whose, isRecentSql(storedFile.created_at, ctx.now, DAY)));
  return Number(row?.bytes ?? 0);
}

const noRoom = (message: string) => new Refusal("noRoom", message);

const full = (used: number, quota: number) =>
  noRoom(
    `Your company's files take ${formatSpace(used)} of ${formatSpace(quota)}. There's no room for this one. Ask Timbertally for more space.`,
  );
const dayIsFull = () =>
  noRoom(
    `You've sent ${formatSpace(env().FILE_DAILY_MB * MB)} of files since yesterday. Send this one tomorrow.`,
  );
export const diskIsFull = () =>
  noRoom("Timbertally can't store files right now. Everything else works. Try again later.");

/** Refuse, in words, to write files when the disk only has what the database needs left. */
export async function checkDisk(): Promise<void> {
  const free = await freeBytes();
  if (free !== null && free < env().DISK_RESERVE_MB * MB) throw diskIsFull();
}

/** Free bytes of the disk that files lie on; null where the system does not say. */
async function freeBytes(): Promise<number | null> {
  for (const folder of [resolve(env().FILES_DIR), process.cwd()]) {
    const found = await statfs(folder).catch(() => null);
    if (found) return found.bavail * found.bsize;
  }
  return null;
}

/** Bytes that requests under way have written, by company and by person: nobody sends ten files into the room for one. */
const underWay = outliving(new Map<string, number>());
const add = (name: string, bytes: number) => {
  const now = (underWay.get(name) ?? 0) + bytes;
  if (now > 0) underWay.set(name, now);
  else underWay.delete(name);
  return now;
};

/** Room for an upload that is being received. */
export type Room = {
  /** Count bytes before they are written; throw a refusal where they would be too many. */
  take(bytes: number): Promise<void>;
  /** Say that the request is over: what it wrote is in the database now, or gone. */
  leave(): void;
};

/** The room that who sends an upload has, counted while it arrives, so that the disk is never written beyond it. */
export async function roomFor(ctx: Asking): Promise<Room> {
  const { user, company: acting } = ctx.actor;
  const [usage, today] = await Promise.all([acting ? usageOf(ctx, acting.id) : null, sentToday(ctx)]);
  const names = {
    company: acting ? `company:${acting.id}` : null,
    person: user ? `user:${user.id}` : `key:${acting?.id}`,
  };
  let taken = 0;
  let looked = Number.NEGATIVE_INFINITY;
  return {
    async take(bytes) {
      taken += bytes;
      const mine = add(names.person, bytes);
      const ours = names.company ? add(names.company, bytes) : 0;
      if (usage && usage.used + ours > usage.quota) throw full(usage.used, usage.quota);
      if (today + mine > env().FILE_DAILY_MB * MB) throw dayIsFull();
      if (taken - looked < LOOK_EVERY) return;
      looked = taken;
      await checkDisk();
    },
    leave() {
      add(names.person, -taken);
      if (names.company) add(names.company, -taken);
      taken = 0;
    },
  };
}

/** Who a stored file counts for. */
export const ownerOf = (actor: Actor) => ({
  company_id: actor.company?.id ?? null,
  user_id: actor.user?.id ?? null,
});

/**
 * The step that undoes a commit whose files exceed their company's quota, counting what others wrote in the meantime.
 * Put it after the steps that record the files. Refuses at once if there's no room already.
 */
export async function withinQuota(ctx: Asking, bytes: number): Promise<Step[]> {
  const { company: acting } = ctx.actor;
  if (!acting) return [];
  const { used, quota } = await usageOf(ctx, acting.id);
  if (used + bytes > quota) throw full(used, quota);
  return [
    mustHit(
      sql`UPDATE company SET is_deleted = is_deleted WHERE id = ${acting.id} AND ${usedBy(acting.id)} <= ${quotaOf(acting.id)}`,
    ),
  ];
}
