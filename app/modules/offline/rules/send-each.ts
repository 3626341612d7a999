import { type FormOwner, getTargetUrl, type QueuedForm, type ReplayOutcome } from "./kept-forms";
import { listDueForms, listFollowingForms } from "./turns";

/**
 * Send the due items of an in-memory list by the same rules as a device: oldest first, the steps of a load in order,
 * and items that follow a saved form with the version it created. Return all items in their resulting states.
 */
export async function sendQueuedForms(
  forms: readonly QueuedForm[],
  who: FormOwner,
  post: (item: QueuedForm, address: string) => Promise<ReplayOutcome>,
  most = Number.POSITIVE_INFINITY,
): Promise<QueuedForm[]> {
  const items = new Map(forms.map((item) => [item.id, item]));
  const tried = new Set<string>();
  while (tried.size < most) {
    const all = [...items.values()];
    const next = listDueForms(all, who).find((item) => !tried.has(item.id) && getTargetUrl(item, all));
    if (!next) break;
    tried.add(next.id);
    const { goOn, failed, ...verdict } = await post(next, getTargetUrl(next, all) ?? next.action);
    const sent_at = verdict.state === "sent" ? Date.now() : null;
    const now = { ...next, ...verdict, sent_at, tries: next.tries + (failed ? 1 : 0) };
    for (const item of [now, ...(sent_at ? listFollowingForms(all, next) : [])]) items.set(item.id, item);
    if (!goOn) break;
  }
  return [...items.values()];
}
