import { getElement } from "~/lib/object/records";
import { convertVolume, formatPounds, formatVolume, toUnitOrDefault, UNIT } from "~/lib/units/measures";
import { diffRecordedColumns, formatCertifications } from "~/modules/history/shared/columns.server";
import { getStatusLabel, STATUS, type StatusId } from "~/modules/trip-tickets/rules/trip-ticket";
import type { Database, Statement } from "../client.server";
import { insertRow, takeNextNumbers } from "../factories";
import { createPastHistory, type PastEntry } from "../past-history";
import type { Random } from "../random";
import * as t from "../schema";
import type { DemoCompanies } from "./companies";
import type { DemoJob } from "./jobs";

const HOUR = 3_600_000;
const NOTES = [
  "Landing is soft after rain. Come in from the north gate.",
  "Top-loaded with 100-inch sticks.",
  "Scale house closes at 3:30 PM on Fridays.",
  "Two bolts over length, told the yard.",
  "Chains on before the hill.",
];
const WORDS = ["4T 1182", "C2 77410", "BK 2093", "LG 5518"] as const;

/** Sequences of statuses of demo tickets after they became available, with their relative frequency. */
const LIVES: { weight: number; path: StatusId[] }[] = [
  { weight: 58, path: [1, 2, 3] },
  { weight: 9, path: [1, 2, 5, 2, 3] },
  { weight: 8, path: [] },
  { weight: 5, path: [6] },
  { weight: 7, path: [1] },
  { weight: 6, path: [1, 2] },
  { weight: 3, path: [1, 5] },
  { weight: 4, path: [4] },
];

/** Create one ticket with its whole history, starting at `created`. */
async function seedTicket(
  db: Database,
  random: Random,
  c: DemoCompanies,
  job: DemoJob,
  created: number,
  latest: number,
) {
  const destination = random.pick(job.destinations);
  const product = random.pick(destination.products);
  const unit = toUnitOrDefault(product.wood_unit_type_id);
  const cutter = random.pick(job.cutters);
  const hauler = random.pick(job.haulers);
  const creator = random.pick(job.creators);
  const recent = created > latest - 3 * 24 * HOUR;
  const lives = recent ? LIVES : LIVES.filter((l) => ![1, 2, 5].includes(l.path[l.path.length - 1] ?? 0));
  const life = weighted(random, lives);
  const estimate = convertVolume(hauler.load * 1000, UNIT.ton, unit);
  const uid = random.uuid();
  let clock = created;
  const iso = (ms: number) => new Date(ms).toISOString();
  const office = { creator_user_id: creator.user, creator_company_id: creator.company };
  const driver = hauler.user ? { creator_user_id: hauler.user, creator_company_id: hauler.company } : office;
  const entries: PastEntry[] = [
    { activity: "trip_ticket_created", ...office, created_at: iso(clock), details: {} },
  ];
  const row: typeof t.tripTicket.$inferInsert = {
    uid,
    job_id: job.id,
    numbering_company_id: job.requester,
    ...(await takeNextNumbers(db, job.requester, job.id)),
    trip_ticket_status_id: STATUS.available,
    trip_ticket_priority_id: random.pick([1, 2, 2, 2, 3]),
    job_destination_id: destination.id,
    product_type_id: product.product_type_id,
    wood_species_id: product.wood_species_id ?? null,
    wood_species_type_id: product.wood_species_type_id ?? null,
    estimated_volume: estimate,
    estimated_wood_unit_type_id: unit,
    cutter_company_id: cutter.company,
    cutter_user_id: cutter.user,
    skidder_company_id: cutter.company,
    creator_user_id: creator.user,
    creator_company_id: creator.company,
    created_at: iso(clock),
    last_modified_at: iso(clock),
  };
  let stored = { ...row };
  const [made] = entries;
  if (made) made.details = { row: diffRecordedColumns("trip_ticket", row) };
  /** Return the columns whose values differ from the previous entry. */
  const changed = () => {
    const since = diffRecordedColumns("trip_ticket", row, stored);
    stored = { ...row };
    return since;
  };
  const change = (who: typeof office, saved: Record<string, unknown>, updated: Record<string, unknown>) => {
    const diffs = Object.keys(updated).map((key) => ({
      key,
      saved: saved[key] ?? null,
      updated: updated[key],
    }));
    entries.push({
      activity: "trip_ticket_updated",
      ...who,
      created_at: iso(clock),
      details: { diffs, row: changed() },
    });
  };
  for (const to of life.path) {
    clock = Math.min(clock + random.between(20, 200) * 60_000, latest);
    const from = row.trip_ticket_status_id;
    const updated: Record<string, unknown> = { trip_ticket_status: getStatusLabel(to) };
    if (to === 1 && !row.hauler_company_id) {
      row.hauler_company_id = hauler.company;
      row.hauler_user_id = hauler.user;
      row.truck_number = String(random.between(11, 48));
      row.truck_plate = random.pick(WORDS);
    }
    if (to === 2 && !row.picked_up_at) updated.picked_up_at = row.picked_up_at = iso(clock);
    if (to === 3) updated.dropped_off_at = row.dropped_off_at = iso(clock);
    row.trip_ticket_status_id = to;
    change(to === 4 || to === 6 ? office : driver, { trip_ticket_status: getStatusLabel(from) }, updated);
  }
  if (row.trip_ticket_status_id === STATUS.completed && random.chance(0.85)) {
    clock = Math.min(clock + random.between(5, 40) * 60_000, latest);
    const pounds = Math.round(hauler.load * 2000 * (0.94 + random.next() * 0.1));
    row.tare_pounds = random.between(150, 170) * 200;
    row.gross_pounds = Math.round((row.tare_pounds + pounds) / 20) * 20;
    row.net_pounds = row.gross_pounds - row.tare_pounds;
    row.scaled_volume = convertVolume(Math.round(row.net_pounds / 2), UNIT.ton, unit);
    row.scaled_wood_unit_type_id = unit;
    row.scale_ticket_number = `G${random.between(40_000, 89_999)}`;
    row.scaled_at = row.received_at = iso(clock);
    row.receiver_user_id = row.scaler_user_id =
      destination.id === job.destinations[0]?.id && job.requester === c.manager.id && job.cutters[0]?.user
        ? c.people.mill
        : null;
    change(
      driver,
      {},
      {
        scaled_volume: formatVolume(row.scaled_volume, unit),
        scale_ticket_number: row.scale_ticket_number,
        gross: formatPounds(row.gross_pounds),
        tare: formatPounds(row.tare_pounds),
        net: formatPounds(row.net_pounds),
      },
    );
  }
  row.last_modified_at = iso(clock);
  const id = await insertRow(db, t.tripTicket, row);
  const statements: Statement[] = [];
  if (random.chance(0.12)) {
    const content = random.pick(NOTES);
    statements.push(
      db.write
        .insert(t.comment)
        .values({
          trip_ticket_id: id,
          content,
          creator_user_id: creator.user,
          creator_company_id: creator.company,
          created_at: iso(clock),
          last_modified_at: iso(clock),
        })
        .toSQL(),
    );
    entries.push({ activity: "comment_added", ...office, created_at: iso(clock), details: { content } });
  }
  const held =
    job.id && job.destinations.length > 1 && random.chance(0.6)
      ? [{ certification_id: c.fsc, product_claim_id: 1 }]
      : [];
  if (made?.details.row) made.details.row.certifications = formatCertifications(held);
  const history = createPastHistory({ uid, job_id: job.id, trip_ticket_id: id }, entries);
  statements.push(db.write.insert(t.auditEntry).values(history).toSQL());
  for (const certified of held)
    statements.push(
      db.write
        .insert(t.tripTicketCertification)
        .values({ trip_ticket_id: id, ...certified })
        .toSQL(),
    );
  await db.batch(statements);
}

function weighted(random: Random, lives: typeof LIVES): (typeof LIVES)[number] {
  let index = random.next() * lives.reduce((sum, l) => sum + l.weight, 0);
  for (const life of lives) {
    index -= life.weight;
    if (index <= 0) return life;
  }
  return getElement(lives, 0);
}

/** Create two hundred tickets of the last three months, in every status, with their history. */
export async function seedTickets(
  db: Database,
  random: Random,
  c: DemoCompanies,
  jobs: DemoJob[],
  now: number,
) {
  const [deward, fallCreek, hurricane, lookout] = jobs;
  const share = [deward, deward, deward, deward, deward, fallCreek, fallCreek, hurricane, hurricane, lookout];
  const days = 90;
  for (let i = 0; i < 200; i++) {
    const job = share[i % share.length];
    if (!job) continue;
    // Create the oldest first, within working hours; the last thirty are from the last 2.6 days.
    const ageDays = i < 170 ? days - (i / 170) * (days - 3) : 2.6 - ((i - 170) / 30) * 2.4;
    const created = now - ageDays * 24 * HOUR + random.between(0, 90) * 60_000;
    await seedTicket(db, random, c, job, Math.min(created, now - HOUR), now - 10 * 60_000);
  }
}
