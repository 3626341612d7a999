import type { Reading } from "~/web/procedure";
import { keptAt } from "~/web/unchanged.server";
import * as reads from "./dashboard-reads.server";

type Counted = readonly { status: number; changes: number }[];
const kept = keptAt<number>();

/**
 * How many loads of high priority wait to be hauled. They are counted again when any that waits came, went or changed, which the
 * counters of the two statuses tell.
 */
export function countPressing({ read, actor }: Reading, counted: Counted): Promise<number> {
  const me = actor.company.id;
  const [available = 0, inYard = 0] = reads.WAITING.map(
    (id) => counted.find(({ status }) => status === id)?.changes,
  );
  return kept(read, available, JSON.stringify([me, inYard]), async () => {
    const [row] = await reads.pressing(read, { me });
    return row?.n ?? 0;
  });
}
