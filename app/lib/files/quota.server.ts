import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { and, eq, isNull, type SQL, sql, sum } from "drizzle-orm";
import { company, storedFile } from "#db/schema";
import { registerResettable } from "~/lib/process-state";
import type { Actor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { env } from "~/web/env.server";
import type { Ctx, Step } from "~/web/procedure";
import { isRecentSql } from "~/web/recent.server";
import { AppError } from "~/web/refusal";
import { formatBytes } from "./format-bytes";

const MB = 1024 * 1024;
const DAY = 86_400_000;
/** Number of bytes after which the disk's free space is checked again. */
const LOOK_EVERY = 8 * MB;

type Asking = Pick<Ctx, "read" | "now"> & { actor: Actor };

/** SQL for the bytes of a company's files, photos, statements, imports and exports. */
const usedBy = (companyId: number): SQL<number> => sql<number>`(
  SELECT coalesce(sum(bytes), 0) FROM stored_file WHERE company_id = ${companyId}) + (
  SELECT coalesce(sum(bytes), 0) FROM mill_statement WHERE company_id = ${companyId}) + (
  SELECT coalesce(sum(bytes), 0) FROM load_import WHERE company_id = ${companyId}) + (
  SELECT coalesce(sum(bytes), 0) FROM export_run WHERE company_id = ${companyId} AND storage_key IS NOT NULL)`;

/** Quota of a company in bytes: set by the operator, or else the server's default. */
const quotaOf = (companyId: number): SQL<number> =>
  sql<number>`(SELECT coalesce(file_quota_megabytes, ${env().FILE_QUOTA_MB}) * ${MB} FROM company WHERE id = ${companyId})`;

/** Return the bytes that a company's files use, and the company's quota. */
export async function readStorageUsage(ctx: Pick<Ctx, "read">, companyId: number) {
  const [row] = await ctx.read
    .select({ used: usedBy(companyId), quota: quotaOf(companyId) })
    .from(company)
    .where(eq(company.id, companyId));
  return { used: Number(row?.used ?? 0), quota: Number(row?.quota ?? 0) };
}

/** Return the bytes that a user, or an API key's company, has sent in the last 24 hours. */
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

const noRoom = (message: string) => new AppError("noRoom", message);

const full = (used: number, quota: number) =>
  noRoom(
    `Your company's files take ${formatBytes(used)} of ${formatBytes(quota)}. There's no room for this one. Ask Timbertally for more space.`,
  );
const dayIsFull = () =>
  noRoom(
    `You've sent ${formatBytes(env().FILE_DAILY_MB * MB)} of files since yesterday. Send this one tomorrow.`,
  );
export const createDiskFullError = () =>
  noRoom("Timbertally can't store files right now. Everything else works. Try again later.");

/** Reject writing files, with a message, if the disk has only the database's reserve left. */
export async function requireDiskSpace(): Promise<void> {
  const free = await freeBytes();
  if (free !== null && free < env().DISK_RESERVE_MB * MB) throw createDiskFullError();
}

/** Return the free bytes on the disk with the files; null if the system doesn't report this. */
async function freeBytes(): Promise<number | null> {
  for (const folder of [resolve(env().FILES_DIR), process.cwd()]) {
    const statsFs = await statfs(folder).catch(() => null);
    if (statsFs) return statsFs.bavail * statsFs.bsize;
  }
  return null;
}

/**
 * Bytes written by pending requests, by company and by user, so that nobody can send ten files into the space for one
 * file.
 */
const underWay = registerResettable(new Map<string, number>());
const add = (name: string, bytes: number) => {
  const now = (underWay.get(name) ?? 0) + bytes;
  if (now > 0) underWay.set(name, now);
  else underWay.delete(name);
  return now;
};

/** Space for an upload that is being received. */
export type StorageQuota = {
  /** Count bytes before they are written; throw an error if they exceed the space. */
  take(bytes: number): Promise<void>;
  /** Mark the request as finished: its bytes are now in the database, or deleted. */
  leave(): void;
};

/**
 * Return the space available to the sender of an upload. Bytes are counted while the upload arrives, so that the disk
 * is never overfilled.
 */
export async function readQuota(ctx: Asking): Promise<StorageQuota> {
  const { user, company: acting } = ctx.actor;
  const [usage, today] = await Promise.all([
    acting ? readStorageUsage(ctx, acting.id) : null,
    sentToday(ctx),
  ]);
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
      await requireDiskSpace();
    },
    leave() {
      add(names.person, -taken);
      if (names.company) add(names.company, -taken);
      taken = 0;
    },
  };
}

/** Return the company and user whose usage a stored file counts toward. */
export const getFileOwner = (actor: Actor) => ({
  company_id: actor.company?.id ?? null,
  user_id: actor.user?.id ?? null,
});

/**
 * Build a step that undoes a commit whose files exceed the company's quota, including files written by others in the
 * meantime. Put the step after the steps that record the files. Throws at once if there is no space already.
 */
export async function buildQuotaCheckSteps(ctx: Asking, bytes: number): Promise<Step[]> {
  const { company: acting } = ctx.actor;
  if (!acting) return [];
  const { used, quota } = await readStorageUsage(ctx, acting.id);
  if (used + bytes > quota) throw full(used, quota);
  return [
    expectOneRow(
      sql`UPDATE company SET is_deleted = is_deleted WHERE id = ${acting.id} AND ${usedBy(acting.id)} <= ${quotaOf(acting.id)}`,
    ),
  ];
}
