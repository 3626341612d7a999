import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeCompany } from "./factories";
import { company } from "./schema";
import { setQuota } from "./scripts/room";
import { openTestDatabase } from "./testing/test-database";

const run = promisify(execFile);

test.skipIf(process.env.TEST_TRANSPORT === "sqld")(
  "an operator raises a company's file quota and restores the default",
  async () => {
    const db = await openTestDatabase();
    const { id } = await makeCompany(db, { name: "Au Gres Timber" });
    const [file] = (await db.client.execute("PRAGMA database_list")).rows;
    const url = `file:${file?.file}`;
    const env = { ...process.env, DATABASE_URL: url, LIBSQL_PRIMARY_URL: "" };
    const quota = (...args: string[]) =>
      run(process.execPath, ["--import", "tsx", "db/scripts/quota.ts", ...args], { env }).then(
        ({ stdout }) => stdout.trim(),
        (error: { code: number; stderr: string }) => `${error.code}: ${error.stderr.trim()}`,
      );
    const room = async () =>
      (await db.read.select().from(company).where(eq(company.id, id)))[0]?.file_quota_megabytes;
    expect(await quota(String(id), "20000")).toBe("Au Gres Timber has room for 20000 MB of files.");
    expect(await room()).toBe(20_000);
    expect(await quota(String(id), "lots")).toMatch(/^1: Name the company's id and its room/);
    // Call the command's function directly, without starting a process.
    expect(await setQuota({ url }, [String(id), "default"])).toMatch(/as much as others/);
    expect(await room()).toBe(null);
    await expect(setQuota({ url }, ["987654", "5"])).rejects.toThrow(/^There is no company 987654\./);
  },
);
