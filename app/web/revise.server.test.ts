import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeCompany } from "#db/factories";
import { crew } from "#db/schema";
import { openTestDatabase } from "#db/testing/test-database";
import { ConcurrentWriteError, commitSteps } from "./commit.server";
import { AppError } from "./refusal";
import { requireVersion, updateWithVersion } from "./revise.server";

test("an edit must send the read version plus one; any other version is refused with the current values", () => {
  expect(requireVersion({ version: 4 }, 5, {})).toBeUndefined();
  for (const sent of [3, 4, 6])
    try {
      requireVersion({ version: 4 }, sent, { name: "Now" });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ kind: "stale", facts: { current: { name: "Now" } } });
    }
});

test("a row is updated only once per version, and only while the conditions are true", async () => {
  const db = await openTestDatabase();
  const { crew: id } = await makeCompany(db);
  const read = async () => {
    const [row] = await db.read.select().from(crew).where(eq(crew.id, id));
    if (!row) throw new Error("no crew");
    return row;
  };
  const row = await read();
  const rename = (name: string, ...still: Parameters<typeof updateWithVersion>[4][]) =>
    commitSteps(db, [updateWithVersion(db, crew, row, { name }, ...still)], {}, null);
  await expect(rename("Deleted", eq(crew.is_deleted, true))).rejects.toBeInstanceOf(ConcurrentWriteError);
  await rename("First");
  await expect(rename("Second")).rejects.toBeInstanceOf(ConcurrentWriteError);
  expect(await read()).toMatchObject({ name: "First", version: row.version + 1 });
});
