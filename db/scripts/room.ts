import { and, eq } from "drizzle-orm";
import { openDatabase } from "../client.server";
import { DatabaseOpenError } from "../database";
import { company } from "../schema";
import type { DatabaseLocation } from "./environment";

/**
 * Set a company's file quota to the megabytes or `default` on the command line; return a message with the current
 * quota.
 */
export async function setQuota(place: DatabaseLocation, words: readonly string[]): Promise<string> {
  const [companyId, megabytes, ...more] = words;
  const id = /^[1-9]\d{0,14}$/.test(companyId ?? "") ? Number(companyId) : null;
  const room =
    megabytes === "default" ? null : /^\d{1,9}$/.test(megabytes ?? "") ? Number(megabytes) : undefined;
  if (!id || room === undefined || more.length)
    throw new DatabaseOpenError(
      "Name the company's id and its room: npx tsx db/scripts/quota.ts 1 20000, or npx tsx db/scripts/quota.ts 1 default",
    );
  const db = await openDatabase({ ...place, timeLimit: 60_000 });
  try {
    const known = and(eq(company.id, id), eq(company.is_deleted, false));
    const [named] = await db.read.select({ name: company.name }).from(company).where(known);
    if (!named) throw new DatabaseOpenError(`There is no company ${id}.`);
    await db.batch([db.write.update(company).set({ file_quota_megabytes: room }).where(known).toSQL()]);
    return `${named.name} has room for ${room === null ? "as much as others" : `${room} MB`} of files.`;
  } finally {
    await db.close();
  }
}
