import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { getCompanyForAdmin } from "./company.server";
import { renameCompany } from "./company-acts.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

test("only a super user can rename a company, and the reason is recorded", async () => {
  const own = await makeCompany(db, { name: "North Woods Logging" });
  const boss = await actAs(db, await makeUser(db, { is_super_user: true }), null);
  const admin = await actAs(db, await makeUser(db, {}, [own.admins]), own.id);
  const input = { company_id: own.id, version: 2, name: "North Woods Logging of Escanaba", reason: "A copy" };
  expect((await catchError(admin.call(renameCompany, input))).kind).toBe("missing");
  await boss.call(renameCompany, input);
  const { name, acts } = await boss.call(getCompanyForAdmin, { company_id: own.id });
  expect(name).toBe(input.name);
  expect(acts.map((act) => act.reason)).toEqual(["A copy"]);
  expect((await catchError(boss.call(renameCompany, input))).kind).toBe("stale");
  const same = await catchError(boss.call(renameCompany, { ...input, version: 3 }));
  expect(same.refusal.facts.fields).toHaveProperty("name");
});
