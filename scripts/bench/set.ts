import "../help.mjs";
import { renameSync, rmSync } from "node:fs";
import { eq } from "drizzle-orm";
import { hashPassword } from "~/modules/people/data/hash.server";
import { type Database, openDatabase } from "../../db/client.server";
import { insertRow, makeUser } from "../../db/factories";
import { seedBulk } from "../../db/large-seed/bulk";
import { migrateDatabase } from "../../db/migrate.server";
import * as t from "../../db/schema";
import { BENCH_SIGN_IN } from "./person";

/**
 * `tsx scripts/bench/set.ts <file> <tickets>`: creates the database to measure, in a separate process. The file gets
 * its final name only when complete, so that a stopped process leaves nothing that looks like a complete database.
 */
const [path = "", tickets = ""] = process.argv.slice(2);
const unfinished = `${path}.unfinished`;
for (const end of ["", "-wal", "-shm"]) rmSync(unfinished + end, { force: true });
const empty = await openDatabase({ url: `file:${unfinished}` });
await migrateDatabase(empty);
await empty.close();
await seedBulk(unfinished, Number(tickets), new Date(), () => {});
const db = await openDatabase({ url: `file:${unfinished}` });
await addPerson(db);
await db.client.execute("ANALYZE");
await db.client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
await db.close();
renameSync(unfinished, path);

/**
 * Add a user to the company that sees the most tickets. The user is in an ordinary crew, not among the admins, so that
 * every page has to read their permissions, as for most people.
 */
async function addPerson(db: Database) {
  const { rows } = await db.client.execute(
    "SELECT c.id AS crew, c.company_id AS company FROM crew c WHERE NOT c.is_primary AND c.company_id = (SELECT company_id FROM company_status_count GROUP BY company_id ORDER BY sum(n) DESC LIMIT 1)",
  );
  const crew_id = Number(rows[0]?.crew);
  const password_hash = await hashPassword(BENCH_SIGN_IN.password);
  await makeUser(
    db,
    {
      first_name: "Ida",
      last_name: "Measures",
      email: BENCH_SIGN_IN.email,
      password_hash,
      default_company_id: Number(rows[0]?.company),
    },
    [crew_id],
  );
  const entities = await db.read
    .select({ id: t.permissionEntity.id })
    .from(t.permissionEntity)
    .where(eq(t.permissionEntity.is_company_entity, true));
  const all = { can_create: true, can_read: true, can_update: true, can_delete: true };
  for (const { id } of entities) await insertRow(db, t.crewPermission, { crew_id, entity_id: id, ...all });
}
