import { dueOf, followingOf, type KeptForm, readAnswer, type Verdict, verdictOf } from "./kept-forms";
import { allItems, itemOf, putItem, whoHere } from "./store";

/** Longer than this no answer is waited for: a line of one bar may have lost it. */
export const PATIENCE_MS = 30_000;

async function attempt(item: KeptForm): Promise<Verdict> {
  try {
    const answer = await fetch(item.action, {
      method: "POST",
      body: item.body,
      headers: { "Content-Type": item.type, "X-Replay": `${item.user}.${item.company}` },
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
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
    const next = dueOf(await allItems(), who).find(({ id }) => !tried.has(id));
    if (!next) return;
    tried.add(next.id);
    const { goOn, ...verdict } = await attempt(next);
    // It may have been sent by its page once more, or thrown away, while this one was on its way.
    const now = await itemOf(next.id);
    if (now && now.typed_at === next.typed_at) {
      const sent_at = verdict.state === "sent" ? Date.now() : null;
      await putItem({ ...now, ...verdict, sent_at, tries: now.tries + 1 });
      if (sent_at) for (const item of followingOf(await allItems(), now)) await putItem(item);
    }
    if (!goOn) return;
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
