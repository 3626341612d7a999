import { createHash } from "node:crypto";
import type BetterSqlite from "better-sqlite3";
import { formatHashInput } from "~/modules/history/rules/history";
import { diffRecordedColumns } from "~/modules/history/shared/columns.server";
import { getStatusLabel, STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { REFILL_DERIVED } from "../derived-tables";
import { readDerivedStatements } from "../migrate.server";
import { createRandom, type Random } from "../random";
import { loadBetterSqlite } from "./better-sqlite";
import { priceLoads } from "./claims";
import { type BulkJobs, createBulkJobs, getBulkJobCount } from "./generator";
import { createBulkStatements } from "./statements";

const PICKED_UP: readonly number[] = [STATUS.inTransit, STATUS.completed, STATUS.paused];
const HAULED: readonly number[] = [STATUS.claimed, ...PICKED_UP];
const { available, inYard, claimed, inTransit, paused, completed } = STATUS;
const RECENT = [available, available, inYard, claimed, inTransit, paused, completed];

/**
 * Create a large, realistic data set for measuring: tickets are distributed over companies and jobs as unevenly as in
 * reality. better-sqlite3 writes it in its own process, without triggers; the tables that triggers maintain are filled
 * afterward. Loads are priced, and all but the last week's are on statements (`claims.ts`, `statements.ts`).
 */
export async function seedBulk(
  path: string,
  tickets: number,
  now: Date,
  progress: (done: number, total: number) => void,
) {
  const Sqlite = loadBetterSqlite();
  const db: BetterSqlite.Database = new Sqlite(path);
  try {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = OFF");
    db.pragma("foreign_keys = OFF");
    db.pragma("cache_size = -200000");
    const triggers = db
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'trigger'")
      .pluck()
      .all();
    for (const name of triggers) db.exec(`DROP TRIGGER "${name}"`);
    const random = createRandom(tickets);
    const world = createBulkJobs(db, random, now, getBulkJobCount(tickets));
    const before = db.prepare<[], number>("SELECT ifnull(max(id), 0) FROM trip_ticket").pluck().get() ?? 0;
    writeTickets(db, random, world, tickets, now.getTime(), progress);
    priceLoads(db, before);
    createBulkStatements(db, now, before);
    for (const statement of await readDerivedStatements()) db.exec(statement);
    for (const name of REFILLED) db.exec(`DROP TRIGGER ${name}`);
    for (const statement of REFILL_DERIVED) db.exec(statement);
    for (const statement of await readDerivedStatements()) db.exec(statement);
    db.exec("ANALYZE");
    db.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    db.close();
  }
}

/** Triggers that are off while the data set is inserted, because the tables they maintain are filled afterward. */
const REFILLED = [
  "company_status_count_add",
  "company_delivery_add",
  "company_delivery_remove",
  "company_job_total_add",
  "company_job_total_subtract",
  "company_late_add",
  "company_late_remove",
];

const BATCH = 20_000;
const DAY = 86_400_000;
const sha = (text: string) => createHash("sha256").update(text).digest("hex");

const TICKET_COLUMNS = [
  "id",
  "uid",
  "job_id",
  "numbering_company_id",
  "trip_ticket_number",
  "load_number",
  "trip_ticket_status_id",
  "trip_ticket_priority_id",
  "job_destination_id",
  "product_type_id",
  "wood_species_id",
  "estimated_volume",
  "estimated_wood_unit_type_id",
  "scaled_volume",
  "scaled_wood_unit_type_id",
  "scale_ticket_number",
  "gross_pounds",
  "tare_pounds",
  "net_pounds",
  "cutter_company_id",
  "skidder_company_id",
  "hauler_company_id",
  "creator_company_id",
  "created_at",
  "last_modified_at",
  "picked_up_at",
  "dropped_off_at",
  "scaled_at",
];

/** Values of a ticket before a hauler claims it. */
const UNTOUCHED = {
  trip_ticket_status_id: STATUS.available,
  hauler_company_id: null,
  scaled_volume: null,
  scaled_wood_unit_type_id: null,
  scale_ticket_number: null,
  gross_pounds: null,
  tare_pounds: null,
  net_pounds: null,
  picked_up_at: null,
  dropped_off_at: null,
  scaled_at: null,
};

function writeTickets(
  db: BetterSqlite.Database,
  random: Random,
  world: BulkJobs,
  total: number,
  now: number,
  progress: (done: number, total: number) => void,
) {
  const marks = TICKET_COLUMNS.map(() => "?").join(", ");
  const insert = db.prepare(`INSERT INTO trip_ticket (${TICKET_COLUMNS.join(", ")}) VALUES (${marks})`);
  const audit = db.prepare(
    "INSERT INTO audit_entry (job_id, trip_ticket_id, seq, activity, creator_company_id, created_at, details, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const start =
    db.prepare<[], number>("SELECT coalesce(max(id), 0) AS id FROM trip_ticket").pluck().get() ?? 0;
  const iso = (ms: number) => new Date(ms).toISOString();
  const one = (i: number) => {
    const job = world.pickJob(random);
    const destination = random.pick(job.destinations);
    const hauler = random.pick(job.haulers);
    // Create the oldest tickets first, over three years; only the newest half percent may be unfinished.
    const created = now - ((total - i) / total) * 3 * 365 * DAY;
    const recent = i > total * 0.995;
    const status = recent ? random.pick(RECENT) : random.chance(0.97) ? STATUS.completed : STATUS.cancelled;
    const hasHauler = HAULED.includes(status);
    const picked = PICKED_UP.includes(status) ? iso(created + random.between(1, 6) * 3_600_000) : null;
    const dropped = status === STATUS.completed ? iso(created + random.between(7, 12) * 3_600_000) : null;
    const tare = random.between(150, 170) * 200;
    const net = status === STATUS.completed ? random.between(4500, 5600) * 20 : null;
    const last = dropped ?? picked ?? iso(created + 60_000);
    const id = start + i + 1;
    const uid = `bulk-${id}`;
    const values = [
      id,
      uid,
      job.id,
      job.requester,
      job.nextTicket(),
      job.nextLoad(),
      status,
      random.pick([1, 2, 2, 2, 3]),
      destination,
      5,
      746,
      55_000,
      2,
      net && Math.round(net / 2),
      net && 2,
      net && `S${id}`,
      net && net + tare,
      net && tare,
      net,
      job.cutter,
      job.cutter,
      hasHauler ? hauler : null,
      job.requester,
      iso(created),
      last,
      picked,
      dropped,
      dropped,
    ];
    insert.run(...values);
    const row: Record<string, unknown> = Object.fromEntries(
      TICKET_COLUMNS.map((name, n) => [name, values[n]]),
    );
    const first = hasHauler ? { ...row, ...UNTOUCHED } : row;
    const entries: { activity: string; at: string; details: object }[] = [
      {
        activity: "trip_ticket_created",
        at: iso(created),
        details: { row: diffRecordedColumns("trip_ticket", { ...first, certifications: "" }) },
      },
    ];
    if (hasHauler) {
      const diff = { key: "trip_ticket_status", saved: "Available", updated: getStatusLabel(status) };
      const details = { diffs: [diff], row: diffRecordedColumns("trip_ticket", row, first) };
      entries.push({ activity: "trip_ticket_updated", at: last, details });
    }
    let prev = sha(`timbertally:${uid}`);
    entries.forEach(({ activity, at, details }, n) => {
      const entry = {
        seq: n + 1,
        activity,
        creator_user_id: null,
        creator_company_id: job.requester,
        creator_label: null,
        created_at: at,
        details,
      };
      const hash = sha(formatHashInput(prev, entry));
      audit.run(job.id, id, n + 1, activity, job.requester, at, JSON.stringify(details), prev, hash);
      prev = hash;
    });
  };
  for (let done = 0; done < total; done += BATCH) {
    db.transaction(() => {
      for (let i = done; i < Math.min(done + BATCH, total); i++) one(i);
    })();
    progress(Math.min(done + BATCH, total), total);
  }
  world.saveNumbers(db);
}
