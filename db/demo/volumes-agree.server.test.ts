import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { getQuickRange } from "~/lib/time/date-range";
import { getDay } from "~/lib/time/time";
import { formatThousandths, formatVolume } from "~/lib/units/measures";
import { getDashboard } from "~/modules/dashboard/data/dashboard.server";
import { downloadShortExport } from "~/modules/exports/data/exports.server";
import { grantExportFeature, readBytes } from "~/modules/exports/testing/exporting.server";
import { formatProductionCsv } from "~/modules/production/data/file.server";
import { DIMENSIONS } from "~/modules/production/rules/query";
import { getProduction } from "~/modules/production/shared/production.server";
import { searchSettlements } from "~/modules/settlements/amounts-owed/data/search.server";
import { resolveFilter } from "~/modules/trip-tickets/list/rules/filter";
import { formatFilter } from "~/modules/trip-tickets/rules/filter-query";
import { searchTickets } from "~/modules/trip-tickets/shared/search.server";
import type { Database } from "../client.server";
import { user } from "../schema";
import { actAs } from "../testing/acting";
import { openTestDatabase } from "../testing/test-database";
import { seedDemo } from "./seed";

const NAMES = ["manager", "logger", "hauler", "mill", "owner", "rival"];
const SEEDED = new Date("2026-11-19T18:00:00Z");
const UNIT_NAMES = ["", "MBF", "ton", "cord"];
let db: Database;

async function signedIn(name: string) {
  const [person] = await db.read
    .select()
    .from(user)
    .where(eq(user.email, `${name}@demo.test`));
  const { rows } = await db.client.execute({
    sql: "SELECT c.company_id AS id FROM crew c JOIN crew_member m ON m.crew_id = c.id WHERE m.user_id = ? ORDER BY 1 LIMIT 1",
    args: [person?.id ?? 0],
  });
  return actAs(db, person?.id ?? 0, Number(rows[0]?.id), () => SEEDED);
}
type Person = Awaited<ReturnType<typeof signedIn>>;
type Days = { from: string; to: string };
/** Loads, volume and its estimated part, by unit ID; volumes in thousandths. */
type UnitVolumes = Record<number, { loads: number; volume: number; estimated: number }>;

beforeAll(async () => {
  db = await openTestDatabase();
  await seedDemo(db, SEEDED);
  for (const name of NAMES) {
    const { actor } = await signedIn(name);
    await grantExportFeature(db, actor.company?.id ?? 0, SEEDED).catch(() => null);
  }
}, 300_000);

function add(sums: UnitVolumes, unit: number, loads: number, volume: number, estimated: number) {
  const sum = sums[unit] ?? { loads: 0, volume: 0, estimated: 0 };
  sums[unit] = {
    loads: sum.loads + loads,
    volume: sum.volume + volume,
    estimated: sum.estimated + estimated,
  };
}

const filterOf = ({ from, to }: Days) => ({
  trip_ticket_status_ids: [3],
  dropped_off_start: from,
  dropped_off_end: to,
});

/** Read the production reports, by time and by each dimension: the sum of their rows, and their totals. */
async function readProductionVolumes(who: Person, days: Days): Promise<UnitVolumes[]> {
  const reports = [await who.call(getProduction, { ...days, grain: "week" })];
  for (const by of DIMENSIONS) reports.push(await who.call(getProduction, { ...days, report: "by", by }));
  return reports.flatMap(({ rows, totals }) =>
    [rows, [totals]].map((parts) => {
      const sums: UnitVolumes = {};
      for (const part of parts)
        for (const v of part.volumes) add(sums, v.unit, v.loads, v.volume, v.estimated);
      return sums;
    }),
  );
}

/** Read the last line of the production report's file. */
async function readProductionFileVolumes(who: Person, days: Days) {
  const csv = formatProductionCsv(await who.call(getProduction, { ...days, grain: "week" }));
  const total = (parse(csv, { bom: true, columns: true }) as Record<string, string>[]).at(-1) ?? {};
  const read = (column: string) => Math.round(Number(total[column]) * 1000);
  return [1, 2, 3].map((unit) => ({
    unit,
    volume: read(`${UNIT_NAMES[unit]}`),
    estimated: read(`${UNIT_NAMES[unit]} estimated`),
  }));
}

/** Add up the loads that the API's search returns. */
async function readSearchVolumes(who: Person, days: Days): Promise<UnitVolumes> {
  const query = { ...resolveFilter(filterOf(days), who.actor.zone), take: -1 };
  const sums: UnitVolumes = {};
  for await (const { trip_ticket: t } of (await who.call(searchTickets, query)).trip_tickets) {
    const isScaled = t.scaled_volume !== null;
    const unit = isScaled ? t.scaled_wood_unit_type_id : t.estimated_wood_unit_type_id;
    const volume = Math.round((t.scaled_volume ?? t.estimated_volume ?? 0) * 1000);
    add(sums, unit ?? 2, 1, volume, isScaled ? 0 : volume);
  }
  return sums;
}

/** Add up the lines of an export. */
async function readExportVolumes(who: Person, days: Days): Promise<UnitVolumes> {
  const query = formatFilter(filterOf(days));
  const file = await who.call(downloadShortExport, { kind: "csv", query, columns: "standard" });
  const rows = parse(await readBytes(file.body), { bom: true, columns: true }) as Record<string, string>[];
  const sums: UnitVolumes = {};
  for (const row of rows) {
    const kind = row["Scaled Volume"] ? "Scaled" : "Estimated";
    const volume = Math.round(Number(row[`${kind} Volume`]) * 1000);
    add(sums, UNIT_NAMES.indexOf(row[`${kind} Unit`] ?? ""), 1, volume, kind === "Scaled" ? 0 : volume);
  }
  return sums;
}

/**
 * Compare the quantities of claims with the volumes of their loads, where both have the same unit; both are read from
 * the API.
 */
async function findOddQuantities(who: Person): Promise<{ compared: number; odd: unknown[] }> {
  const loads = new Map<number, { unit: number | null; volume: number; from: string }>();
  for await (const { trip_ticket: t } of (await who.call(searchTickets, { take: -1 })).trip_tickets)
    loads.set(
      t.id,
      t.scaled_volume !== null
        ? { unit: t.scaled_wood_unit_type_id, volume: t.scaled_volume, from: "scaled" }
        : { unit: t.estimated_wood_unit_type_id, volume: t.estimated_volume ?? 0, from: "estimated" },
    );
  const odd: unknown[] = [];
  let compared = 0;
  const { trip_ticket_settlements } = await who.call(searchSettlements, { dto: {}, take: -1 });
  for await (const { trip_ticket_settlement: claim } of trip_ticket_settlements) {
    const load = loads.get(claim.trip_ticket_id);
    if (!load || claim.quantity_from !== load.from || claim.wood_unit_type_id !== load.unit) continue;
    compared++;
    if (claim.quantity !== load.volume) odd.push([claim.id, claim.quantity, load.volume]);
  }
  return { compared, odd };
}

it.each(NAMES)("%s sees the same volumes in reports, files, API, settlements and dashboard", async (name) => {
  const who = await signedIn(name);
  const days = { from: "2026-10-01", to: getDay(SEEDED, who.actor.zone) };
  const searched = await readSearchVolumes(who, days);
  for (const shown of await readProductionVolumes(who, days)) expect(shown).toEqual(searched);
  for (const { unit, ...sum } of await readProductionFileVolumes(who, days))
    expect({ volume: 0, estimated: 0, ...searched[unit] }).toMatchObject(sum);
  expect(await readExportVolumes(who, days)).toEqual(searched);
  const { compared, odd } = await findOddQuantities(who);
  expect(odd).toEqual([]);
  if (name === "manager") {
    expect(compared).toBeGreaterThan(10);
    expect(Object.values(searched).some(({ estimated }) => estimated > 0)).toBe(true);
  }
  const { start: from } = getQuickRange("this_week", days.to);
  const week = await readSearchVolumes(who, { from, to: days.to });
  const { stat_cards } = await who.call(getDashboard, {});
  for (const card of stat_cards.filter(({ key }) => key.startsWith("volume_"))) {
    const unit = Number(card.key.slice("volume_".length));
    const { volume = 0, estimated = 0 } = week[unit] ?? {};
    expect([unit, card.value, card.note ?? null]).toEqual([
      unit,
      formatThousandths(volume - estimated),
      estimated ? `and ${formatVolume(estimated, unit)} estimated, not scaled yet` : null,
    ]);
  }
});
