import { addressOf, type KeptForm, type Verdict, type Who } from "./kept-forms";
import { dueOf, followingOf } from "./turns";

/**
 * Sends what is due of a list that is all in memory, by the device's own rules: oldest first, a load's steps in their order,
 * what follows upon a saved form at its new version. Gives every item as it is afterwards.
 */
export async function sendEach(
  found: readonly KeptForm[],
  who: Who,
  post: (item: KeptForm, address: string) => Promise<Verdict>,
  most = Number.POSITIVE_INFINITY,
): Promise<KeptForm[]> {
  const items = new Map(found.map((item) => [item.id, item]));
  const tried = new Set<string>();
  while (tried.size < most) {
    const all = [...items.values()];
    const next = dueOf(all, who).find((item) => !tried.has(item.id) && addressOf(item, all));
    if (!next) break;
    tried.add(next.id);
    const { goOn, failed, ...verdict } = await post(next, addressOf(next, all) ?? next.action);
    const sent_at = verdict.state === "sent" ? Date.now() : null;
    const now = { ...next, ...verdict, sent_at, tries: next.tries + (failed ? 1 : 0) };
    for (const item of [now, ...(sent_at ? followingOf(all, next) : [])]) items.set(item.id, item);
    if (!goOn) break;
  }
  return [...items.values()];
}
