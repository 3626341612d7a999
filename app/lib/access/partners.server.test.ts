import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeCompany, makeJob, makeJobCompany } from "#db/factories";
import { createRandom } from "#db/random";
import { company } from "#db/schema";
import { openTestDatabase } from "#db/testing/test-database";
import { buildIsPartnerCondition, buildPartnersQuery } from "./partners.server";

const AT = "2026-08-01T00:00:00.000Z";
const db = await openTestDatabase();

test("the isPartner condition agrees with the list of partners for every company", async () => {
  const random = createRandom(15);
  const companies: number[] = [];
  for (let i = 0; i < 12; i++) companies.push((await makeCompany(db)).id);
  for (let i = 0; i < 16; i++) {
    const job = await makeJob(db, random.pick(companies), { is_deleted: random.chance(0.2) });
    for (const id of companies)
      if (random.chance(0.15))
        await makeJobCompany(
          db,
          job,
          id,
          { is_hauler: true },
          random.pick([{}, {}, { accepted_at: null }, { declined_at: AT }, { removed_at: AT }]),
        );
  }
  let partners = 0;
  for (const me of companies) {
    const ids = async (where: ReturnType<typeof sql>) =>
      (await db.read.select({ id: company.id }).from(company).where(where)).map(({ id }) => id);
    const listed = await ids(sql`${company.id} IN (${buildPartnersQuery(me)})`);
    expect(await ids(buildIsPartnerCondition(me, sql`${company.id}`))).toEqual(listed);
    partners += listed.length;
  }
  expect(partners).toBeGreaterThan(20);
  expect(partners).toBeLessThan(130);
});
