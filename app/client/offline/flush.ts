import {
  getReplayHeaders,
  getReplayVerdict,
  getSendTimeoutMs,
  getTargetUrl,
  isFile,
  parseReplayAnswer,
  type QueuedForm,
  type ReplayVerdict,
} from "~/modules/offline/rules/kept-forms";
import { listDueForms, listFollowingForms, removeFiles } from "~/modules/offline/rules/turns";
import { getItem, getStoredUser, listItems, putItems } from "./store";

async function attempt(item: QueuedForm, address: string): Promise<ReplayVerdict> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      body: item.body,
      headers: { "Content-Type": item.type, ...getReplayHeaders(item, Date.now()) },
      redirect: "manual",
      signal: AbortSignal.timeout(getSendTimeoutMs(item.body.byteLength)),
    });
    return getReplayVerdict(answer.status, parseReplayAnswer(await answer.text()));
  } catch {
    return getReplayVerdict(0, null);
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
    // Its page may have resent or discarded it while this request was pending.
    const now = await getItem(next.id);
    if (now && now.typed_at === next.typed_at && now.order === next.order) {
      const sent_at = verdict.state === "sent" ? Date.now() : null;
      const after = { ...now, ...verdict, sent_at, tries: now.tries + (failed ? 1 : 0) };
      // Save at once, or a phone that turns off in between would send the following items on an outdated version.
      await putItems(sent_at ? [removeFiles(after), ...listFollowingForms(await listItems(), now)] : [after]);
    }
    // A photo that fails to upload delays only the items that depend on it.
    if (!goOn && !isFile(next)) return;
  }
}

let isWaiting = false;

/** Send waiting items, oldest first and one at a time, in one tab only; wait for another tab's turn. */
export async function flushOutbox(): Promise<void> {
  if (!("locks" in navigator)) return sendAll();
  if (isWaiting) return;
  isWaiting = true;
  await navigator.locks.request("timbertally-outbox", () => {
    isWaiting = false;
    return sendAll();
  });
}
