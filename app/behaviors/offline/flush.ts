import {
  addressOf,
  isFile,
  type KeptForm,
  patienceOf,
  readAnswer,
  saysOf,
  type Verdict,
  verdictOf,
} from "~/domain/offline/kept-forms";
import { dueOf, followingOf, withoutFiles } from "~/domain/offline/turns";
import { allItems, itemOf, putItems, whoHere } from "./store";

async function attempt(item: KeptForm, address: string): Promise<Verdict> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      body: item.body,
      headers: { "Content-Type": item.type, ...saysOf(item, Date.now()) },
      redirect: "manual",
      signal: AbortSignal.timeout(patienceOf(item.body.byteLength)),
    });
    return verdictOf(answer.status, readAnswer(await answer.text()));
  } catch {
    return verdictOf(0, null);
  }
}

async function sendAll(): Promise<void> {
  const who = await whoHere();
  if (!who) return;
  const tried = new Set<string>();
  for (;;) {
    const items = await allItems();
    const next = dueOf(items, who).find((item) => !tried.has(item.id) && addressOf(item, items));
    if (!next) return;
    tried.add(next.id);
    const { goOn, failed, ...verdict } = await attempt(next, addressOf(next, items) ?? next.action);
    // It may have been sent by its page once more, or thrown away, while this one was on its way.
    const now = await itemOf(next.id);
    if (now && now.typed_at === next.typed_at && now.order === next.order) {
      const sent_at = verdict.state === "sent" ? Date.now() : null;
      const after = { ...now, ...verdict, sent_at, tries: now.tries + (failed ? 1 : 0) };
      // At once, or a phone that goes off in between would send what follows upon a version that is gone.
      await putItems(sent_at ? [withoutFiles(after), ...followingOf(await allItems(), now)] : [after]);
    }
    // A photo that doesn't get through holds nothing up but what follows upon it.
    if (!goOn && !isFile(next)) return;
  }
}

let isWaiting = false;

/** Sends what waits, oldest first and one at a time, in one tab of all; another one's turn is waited for. */
export async function flush(): Promise<void> {
  if (!("locks" in navigator)) return sendAll();
  if (isWaiting) return;
  isWaiting = true;
  await navigator.locks.request("timbertally-outbox", () => {
    isWaiting = false;
    return sendAll();
  });
}
