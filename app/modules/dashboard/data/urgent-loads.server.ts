import type { ReadCtx } from "~/web/procedure";
import { createVersionCache } from "~/web/version-cache.server";
import * as reads from "./dashboard-reads.server";

type Counted = readonly { status: number; changes: number }[];
const versionCache = createVersionCache<number>();

/**
 * Count high-priority loads that wait to be hauled. They are recounted when any waiting load was added, removed or
 * changed, which the counters of the two statuses show.
 */
export function countUrgent({ read, actor }: ReadCtx, counted: Counted): Promise<number> {
  const me = actor.company.id;
  const [available = 0, inYard = 0] = reads.WAITING_STATUSES.map(
    (id) => counted.find(({ status }) => status === id)?.changes,
  );
  return versionCache(read, available, JSON.stringify([me, inYard]), async () => {
    const [row] = await reads.readUrgentCount(read, { me });
    return row?.n ?? 0;
  });
}
