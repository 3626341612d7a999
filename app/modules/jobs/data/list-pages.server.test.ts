import { expect, test } from "vitest";
import { makeCompany, makeJob, makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { JOBS_PAGE_SIZE, listJobs } from "../shared/list.server";

test("returns every page of a company's jobs correctly, whether read from the start or from the end", async () => {
  const db = await openTestDatabase();
  const [own, other] = [await makeCompany(db), await makeCompany(db)];
  const person = await actAs(db, await makeUser(db, {}, [own.admins]), own.id);
  const created: { id: number; created_at: string; status: number }[] = [];
  for (let n = 0; n < 47; n++) {
    // Some jobs have the same creation time and are sorted by id.
    const created_at = new Date(Date.UTC(2026, 0, 1 + (n % 19))).toISOString();
    const status = n % 3 ? 1 : 2;
    created.push({
      id: await makeJob(db, own.id, { created_at, job_status_id: status }),
      created_at,
      status,
    });
    if (n % 5 === 0) await makeJob(db, other.id, { created_at, job_status_id: status });
  }
  const order = (a: (typeof created)[number], b: (typeof created)[number]) =>
    a.created_at === b.created_at ? a.id - b.id : a.created_at < b.created_at ? 1 : -1;
  for (const status_ids of [undefined, [1], [2], [1, 2]]) {
    const expected = created
      .filter(({ status }) => !status_ids || status_ids.includes(status))
      .sort(order)
      .map(({ id }) => id);
    const pages = Math.ceil(expected.length / JOBS_PAGE_SIZE);
    for (const page of [...Array(pages).keys(), pages + 7]) {
      const last = Math.min(page, pages - 1);
      const list = await person.call(listJobs, { page, status_ids });
      expect({ page: list.page, total: list.total, ids: list.rows.map(({ id }) => id) }).toEqual({
        page: last,
        total: expected.length,
        ids: expected.slice(last * JOBS_PAGE_SIZE, (last + 1) * JOBS_PAGE_SIZE),
      });
    }
  }
  expect((await person.call(listJobs, { status_ids: [9] })).rows).toEqual([]);
});
