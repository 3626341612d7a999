import { readAnswerMessage } from "./answer-message";
import type { PagePart } from "./dom";

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

const SAID = {
  refused: "Notifications are blocked in this browser. Allow them in its settings for this site.",
  failed: "Sorry, this device couldn't be added. Try again.",
  lacking:
    "This browser can't show notifications. On an iPhone, add Timbertally to the Home Screen and open it from there.",
};

/** Register this device on a button press, because browsers ask for permission only then. */
export default function initPush(part: PagePart) {
  const box = part.querySelector<HTMLElement>("[data-push]");
  const button = box?.querySelector("button");
  const say = (words: string) => box?.querySelector("[role=status]")?.replaceChildren(words);
  if (!box || !button) return;
  if (!("PushManager" in window && "serviceWorker" in navigator)) return say(SAID.lacking);
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") return say(SAID.refused);
      const worker = await navigator.serviceWorker.register("/sw.js");
      const pushSubscription = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: bytesOf(box.dataset.push ?? ""),
      });
      const answer = await fetch("/api/push-subscriptions", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ...pushSubscription.toJSON(), user_agent: navigator.userAgent.slice(0, 300) }),
      });
      if (!answer.ok) return say((await readAnswerMessage(answer)) ?? SAID.failed);
      location.assign("/profile/notifications?done=device-added");
    } catch {
      say(SAID.failed);
    } finally {
      button.disabled = false;
    }
  });
}
