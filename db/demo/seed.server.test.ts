import { expect, test } from "vitest";
import { makeUser } from "../factories";
import { openTestDatabase } from "../testing/test-database";
import { seedDemo } from "./seed";

test("refuses a database that has part of the demo, instead of taking it for complete", async () => {
  const db = await openTestDatabase();
  await makeUser(db, { email: "manager@demo.test" });
  await expect(seedDemo(db, new Date())).rejects.toThrow("This database has only part of the demo");
});
