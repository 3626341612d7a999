import { expect, test } from "vitest";
import { makeCompany, makeJob, makeJobCompany, makeUser } from "#db/factories";
import { createRandom } from "#db/random";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { find } from "./find.server";

/** Number of jobs; more than the search first checks for visibility (`FIRST` in find-jobs.server.ts). */
const JOBS = 90;

test("finds the first jobs with a common name among those visible to the company", async () => {
  const db = await openTestDatabase();
  const random = createRandom(60);
  const requester = await makeCompany(db);
  const haulers = await Promise.all([0, 1, 2, 3].map(() => makeCompany(db)));
  const jobs: { id: number; name: string; status: number }[] = [];
  for (let i = 0; i < JOBS; i++) {
    // A name with the same word twice gives two word rows for one job.
    const name = `Huron ${random.between(10, 60)} ${random.chance(0.3) ? "Huron" : "Bay"} ${i}`;
    const status = random.chance(0.8) ? 1 : 2;
    jobs.push({ id: await makeJob(db, requester.id, { name, job_status_id: status }), name, status });
  }
  const order = (a: (typeof jobs)[0], b: (typeof jobs)[0]) =>
    a.status - b.status || (a.name < b.name ? -1 : Number(a.name > b.name)) || a.id - b.id;
  jobs.sort(order);
  const places = [
    jobs.filter((_, i) => i % 3 === 1),
    // One company has only jobs beyond those checked first. The next company also has jobs among those checked first,
    // but too few for a full result.
    jobs.slice(-9),
    [...jobs.slice(10, 13), ...jobs.slice(-4)],
    [],
  ];
  for (const [i, hauler] of haulers.entries())
    for (const { id } of places[i] ?? []) await makeJobCompany(db, id, hauler.id, { is_hauler: true });
  // Pretend that each company has many other jobs, so that its jobs aren't checked one by one.
  await db.client.execute("UPDATE company_job_count SET n = 1000");
  for (const { id } of haulers)
    await db.client.execute({
      sql: "INSERT OR REPLACE INTO company_job_count (company_id, is_pending, status, n) VALUES (?, 0, 1, 1000)",
      args: [id],
    });
  for (const [who, seen] of [
    [requester, jobs],
    ...haulers.map((h, i) => [h, places[i] ?? []] as const),
  ] as const) {
    const person = await actAs(db, await makeUser(db, {}, [who.admins]), who.id);
    for (const q of ["huron", "Huron 3", "bay"]) {
      const { groups } = await person.call(find, { q });
      const hits = groups.find(({ kind }) => kind === "job")?.hits.map(({ title }) => title) ?? [];
      const matches = seen.filter(({ name }) => ` ${name}`.toLowerCase().includes(` ${q.toLowerCase()}`));
      expect([q, who.id, hits]).toEqual([q, who.id, matches.slice(0, 6).map(({ name }) => name)]);
    }
  }
});
