import {
  getReplayHeaders,
  getReplayOutcome,
  getSendTimeoutMs,
  getTargetUrl,
  hasFile,
  parseReplayResponse,
  type QueuedForm,
  type ReplayOutcome,
} from "~/modules/offline/rules/kept-forms";
import { listDueForms, listFollowingForms, removeFiles } from "~/modules/offline/rules/turns";
import { getItem, getStoredUser, listItems, putItems } from "./store";

async function attempt(item: QueuedForm, address: string): Promise<ReplayOutcome> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      body: item.body,
      headers: { "Content-Type": item.type, ...getReplayHeaders(item, Date.now()) },
      redirect: "manual",
      signal: AbortSignal.timeout(getSendTimeoutMs(item.body.byteLength)),
    });
    return getReplayOutcome(answer.status, parseReplayResponse(await answer.text()));
  } catch {
    return getReplayOutcome(0, null);
  }
}

async function sendAll(): Promise<void> {
  const who = await getStoredUser();
  if (!who) return;
  const tried = new Set<string>();
  for (;;) {
    const items = await listItems();
    const next = listDueForms(items, who).find((item) => !tried.has(item.id) && getTargetUrl(item, items));
    if (!next) return;
    tried.add(next.id);
    const { goOn, failed, ...verdict } = await attempt(next, getTargetUrl(next, items) ?? next.action);
    // Skip the result if the item's page resent or discarded the item while this request was pending.
    const now = await getItem(next.id);
    if (now && now.typed_at === next.typed_at && now.order === next.order) {
      const sent_at = verdict.state === "sent" ? Date.now() : null;
      const after = { ...now, ...verdict, sent_at, tries: now.tries + (failed ? 1 : 0) };
      // Save these items together: if the phone turned off in between, the following items would be sent with an
      // outdated version.
      await putItems(sent_at ? [removeFiles(after), ...listFollowingForms(await listItems(), now)] : [after]);
    }
    // A photo that fails to upload delays only the items that depend on it.
    if (!goOn && !hasFile(next)) return;
  }
}

let isWaiting = false;

/** Send waiting items, oldest first and one at a time; only one tab sends, and others wait for their turn. */
export async function flushOutbox(): Promise<void> {
  if (!("locks" in navigator)) return sendAll();
  if (isWaiting) return;
  isWaiting = true;
  await navigator.locks.request("timbertally-outbox", () => {
    isWaiting = false;
    return sendAll();
  });
}
