import type { ReadCtx } from "~/web/procedure";
import { createVersionCache } from "~/web/version-cache.server";
import * as reads from "./dashboard-reads.server";

type Counted = readonly { status: number; changes: number }[];
const versionCache = createVersionCache<number>();

/**
 * Count high-priority loads that wait to be hauled. The count is cached until any waiting load is added, removed or
 * changed, which increases the change counters of the two waiting statuses.
 */
export function countUrgentLoads({ read, actor }: ReadCtx, counted: Counted): Promise<number> {
  const me = actor.company.id;
  const [available = 0, inYard = 0] = reads.WAITING_STATUSES.map(
    (id) => counted.find(({ status }) => status === id)?.changes,
  );
  return versionCache(read, available, JSON.stringify([me, inYard]), async () => {
    const [row] = await reads.readUrgentCount(read, { me });
    return row?.n ?? 0;
  });
}
