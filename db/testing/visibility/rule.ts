import type { Job, Ticket, World } from "./world";

/** Companies that see a load, by the rule of docs/domain.md#who-sees-a-ticket, without using the view. */
export function getTicketReaders({ mills }: World, t: Ticket): Set<number> {
  const readers = new Set<number>();
  if (t.deleted) return readers;
  readers.add(t.job.requester);
  for (const named of [t.cutter, t.skidder, t.hauler, ...Object.values(t.behalf)])
    if (named !== null) readers.add(named);
  const mill = mills.get(t.destination);
  if (mill !== undefined) readers.add(mill);
  for (const [company, p] of t.job.places) {
    if (!p.acceptedAt || p.declined || p.removed) continue;
    if (p.owner || p.authorizee || p.manager) readers.add(company);
    if (p.hauler && (t.status === 7 || t.status === 6)) readers.add(company);
  }
  return readers;
}

/** Return the companies that can see a job, by the visibility rule. */
export function getJobReaders({ mills, removed }: World, job: Job): Set<number> {
  const readers = new Set([job.requester]);
  for (const [company, p] of job.places) if (!p.declined && !p.removed) readers.add(company);
  for (const d of job.destinations) if (!removed.has(d)) readers.add(mills.get(d) ?? 0);
  return readers;
}

/** Compute the delivery rows of a load independently of the database: one row per company that can see the load. */
export function getDeliveries(world: World, t: Ticket): (number | null)[][] {
  const { picked, dropped, estimated, estimatedUnit, scaled, scaledUnit, product, species, group, net } =
    t.facts;
  if (t.status !== 3 || dropped === null) return [];
  const volume = scaled === null ? [estimated ?? 0, estimatedUnit ?? 2, 0] : [scaled, scaledUnit, 1];
  const minutes = picked === null ? null : Math.trunc((dropped - picked) / 60);
  const { behalf } = t;
  const companiesOf = [behalf.cutter ?? t.cutter, behalf.skidder ?? t.skidder, behalf.hauler ?? t.hauler];
  const what = [t.job.id, t.destination, product, species, group, ...companiesOf, ...volume, net, minutes];
  return [...getTicketReaders(world, t)].map((company) => [company, dropped, t.id, ...what]);
}

/** Return completed totals per company, job, product and unit, added up load by load: loads, volume, unscaled loads. */
export function getCompletedTotals(
  world: World,
): Map<string, [loads: number, volume: number, unscaled: number]> {
  const sums = new Map<string, [number, number, number]>();
  for (const t of world.tickets) {
    const { estimated, estimatedUnit, scaled, scaledUnit, product, species, group } = t.facts;
    if (t.status !== 3) continue;
    const unit = scaled === null ? estimatedUnit : scaledUnit;
    for (const company of getTicketReaders(world, t)) {
      const key = [company, t.job.id, product, species ?? 0, group ?? 0, unit ?? 0].join(" ");
      const [loads, volume, unscaled] = sums.get(key) ?? [0, 0, 0];
      sums.set(key, [loads + 1, volume + (scaled ?? estimated ?? 0), unscaled + Number(scaled === null)]);
    }
  }
  return sums;
}

/** Return deliveries that were entered after the drop-off: company, drop-off time, delivery. */
export const getLateDeliveries = (world: World, t: Ticket): (number | null)[][] =>
  getDeliveries(world, t)
    .filter(() => t.facts.dropped !== null && t.facts.dropped < t.created)
    .map((row) => row.slice(0, 3));
