import { expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { REFILL_DERIVED } from "#db/derived-tables";
import { FIXED_INSTANT, makeCompany, makeJob, makeUser } from "#db/factories";
import { migrateDatabase } from "#db/migrate.server";
import { createRandom } from "#db/random";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { find } from "./find.server";

/** Words for names: capitals, repeated blanks, accents, mixed case, and characters that could break LIKE and sorting. */
const PARTS = [
  ...[
    "Huron",
    "hurON",
    "Au",
    "Train",
    "Éclair",
    "éclair",
    "ÉCLAIR",
    "Straße",
    "İnce",
    "ÅNGERMAN",
    "åker",
    "Ωmega",
  ],
  ...[
    "100%",
    "a_b",
    "back\\slash",
    "O'Neil",
    "LP-7/26",
    "7",
    "26",
    "x",
    "X",
    "ab",
    "Ab",
    "🌲",
    "🌲pine",
    "\u{10fffd}",
    "%",
    "_",
  ],
];
let random = createRandom(26);
const words = (least: number) =>
  Array.from({ length: random.between(least, 4) }, () => random.pick(PARTS)).join(
    random.pick([" ", " ", " ", "  ", "-"]),
  );

type Place = { company: number; contracts: (string | null)[] };
type Job = { id: number; requester: number; name: string; contract: string | null; places: Place[] };

/** Lowercase only A to Z, as SQLite does. */
const plain = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Return the rest of the text from the start of each word. */
function tailsOf(text: string): string[] {
  const letters = [...plain(text)];
  const starts = [0, ...letters.keys()].filter((index) => index === 0 || letters[index - 1] === " ");
  return starts.map((index) => letters.slice(index).join(""));
}
const cache = new Map<string, string[]>();

/** Check whether a word of a text begins with the query, without LIKE and without the word table. */
function fits(text: string | null, q: string): boolean {
  if (text === null) return false;
  const tails = cache.get(text) ?? tailsOf(text);
  cache.set(text, tails);
  return tails.some((tail) => tail.startsWith(plain(q)));
}

const sees = (job: Job, me: number) =>
  job.requester === me || job.places.some(({ company }) => company === me);
/** Return the jobs that a company should find, sorted by name. */
function expected(jobs: readonly Job[], me: number, q: string, reads: boolean): number[] {
  const contracts = ({ requester, places }: Job) =>
    places.flatMap(({ company, contracts: names }) => (requester === me || company === me ? names : []));
  const matches = jobs.filter(
    (job) =>
      sees(job, me) &&
      [job.name, job.contract, ...(reads ? contracts(job) : [])].some((text) => fits(text, q)),
  );
  const bytes = new Map(matches.map((job) => [job.id, Buffer.from(job.name)]));
  const order = (a: Job, b: Job) =>
    Buffer.compare(bytes.get(a.id) ?? Buffer.of(), bytes.get(b.id) ?? Buffer.of()) || a.id - b.id;
  return matches.sort(order).map(({ id }) => id);
}

const put = (db: Database, sql: string, ...args: (string | number | null)[]) =>
  db.client.execute({ sql, args });

async function addJob(db: Database, requester: number, companies: readonly number[]): Promise<Job> {
  const name = words(1);
  const contract = random.chance(0.4) ? words(1) : null;
  const id = await makeJob(db, requester, { name, contract_number: contract });
  const places: Place[] = [];
  for (const company of companies) {
    if (company === requester || !random.chance(0.5)) continue;
    const contracts = [0, 1, 2].map(() => (random.chance(0.2) ? words(1) : null));
    places.push({ company, contracts });
    await put(
      db,
      `INSERT INTO job_company (job_id, company_id, is_hauler, invited_at, accepted_at, cut_contract_name, skid_contract_name, haul_contract_name)
        VALUES (?, ?, 1, ?, ?, ?, ?, ?)`,
      ...[id, company, FIXED_INSTANT, FIXED_INSTANT, ...contracts],
    );
  }
  return { id, requester, name, contract, places };
}

/**
 * Change a name or contract, remove a company from a job, or change a company's contract, and update the model the same
 * way.
 */
async function change(db: Database, jobs: Job[]): Promise<void> {
  const job = random.pick(jobs);
  const place = job.places.length ? random.pick(job.places) : null;
  const act = random.between(0, 3);
  if (act === 0) {
    job.name = words(1);
    await put(db, "UPDATE job SET name = ? WHERE id = ?", job.name, job.id);
  } else if (act === 1) {
    job.contract = random.chance(0.3) ? null : words(1);
    await put(db, "UPDATE job SET contract_number = ? WHERE id = ?", job.contract, job.id);
  } else if (act === 2 && place) {
    const index = random.between(0, 2);
    const column = ["cut_contract_name", "skid_contract_name", "haul_contract_name"][index];
    place.contracts[index] = random.chance(0.3) ? null : words(1);
    await put(
      db,
      `UPDATE job_company SET ${column} = ? WHERE job_id = ? AND company_id = ?`,
      ...[place.contracts[index] ?? null, job.id, place.company],
    );
  } else if (place) {
    job.places = job.places.filter((other) => other !== place);
    await put(db, "DELETE FROM job_company WHERE job_id = ? AND company_id = ?", job.id, place.company);
  }
}

const fresh = Array.from({ length: 3 }, () => Math.floor(Math.random() * 2 ** 31));
test.each([26, ...fresh])(
  "search by word prefixes and contracts finds the same jobs as a scan of all jobs (seed %i)",
  async (seed) => {
    random = createRandom(seed);
    const db = await openTestDatabase();
    const companies: number[] = [];
    const people: Awaited<ReturnType<typeof actAs>>[] = [];
    for (let i = 0; i < 4; i++) {
      const company = await makeCompany(db);
      companies.push(company.id);
      people.push(await actAs(db, await makeUser(db, {}, [company.admins]), company.id));
    }
    const [large = 0, other = 0] = companies;
    const jobs: Job[] = [];
    const rounds = seed === 26 ? 8 : 3;
    for (let i = 0; i < 90; i++)
      jobs.push(await addJob(db, i < 70 ? large : other, i % 3 ? companies.slice(0, 2) : companies));
    let count = 0;
    const compare = async (queries: readonly string[]) => {
      for (const q of queries)
        for (const person of people) {
          const { groups } = await person.call(find, { q });
          const hits =
            groups
              .find(({ kind }) => kind === "job")
              ?.hits.map(({ href }) => Number(href.split("/").at(-1))) ?? [];
          expect([q, person.actor.company?.id, hits]).toEqual([
            q,
            person.actor.company?.id,
            expected(jobs, person.actor.company?.id ?? 0, q.trim(), true).slice(0, 6),
          ]);
          count += hits.length;
        }
    };
    const beginnings = () => {
      const from = [...random.pick([words(1), random.pick(jobs).name, random.pick(jobs).contract ?? "ab"])];
      const index = random.chance(0.5) ? 0 : random.between(0, from.length - 1);
      return (
        from
          .slice(index, index + random.between(1, 8))
          .join("")
          .trim() || "x"
      );
    };
    await compare([
      ...(seed === 26 ? PARTS : []),
      ...Array.from({ length: seed === 26 ? 60 : 20 }, beginnings),
    ]);
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < 12; i++) await change(db, jobs);
      await compare(Array.from({ length: 20 }, beginnings));
    }
    if (seed === 26) expect(count).toBeGreaterThan(500);
    // The search finds words again after they were deleted and restored by a migration.
    await db.client.execute("DELETE FROM job_search_word");
    await migrateDatabase(db);
    await compare(Array.from({ length: 20 }, beginnings));
    for (const statement of REFILL_DERIVED) await db.client.execute(statement);
    await compare(Array.from({ length: 20 }, beginnings));
    await put(db, "DELETE FROM job_company WHERE job_id = ?", jobs[0]?.id ?? 0);
    await put(db, "DELETE FROM job WHERE id = ?", jobs[0]?.id ?? 0);
    expect((await put(db, "SELECT 1 FROM job_search_word WHERE job_id = ?", jobs[0]?.id ?? 0)).rows).toEqual(
      [],
    );
  },
  120_000,
);
