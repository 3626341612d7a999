/* Show a page's one-time offer as a dialog. Showing the dialog marks the offer as seen, so it appears only once. */
import { type PagePart, queryAll } from "./dom";

/** Keep the card in its DOM position, because React may have rendered it; a modal dialog covers the page anyway. */
export default function initAnnouncementDialog(part: PagePart) {
  for (const card of queryAll<HTMLDialogElement>(part, "dialog[data-offer='']")) {
    const later = card.querySelector<HTMLFormElement>("form.later");
    if (!later) continue;
    card.dataset.offer = "open";
    // Don't call close(): its event would fire after the dialog is open over the page.
    card.open = false;
    card.classList.replace("card", "dialog");
    card.showModal();
    card.addEventListener("close", () => {
      card.hidden = true;
    });
    tell(later).then(
      (isTold) => isTold && later.addEventListener("submit", (event) => leave(event, card)),
      () => {},
    );
  }
}

/** Report to the server that the offer was seen. On failure, the button in the offer reports it, as without a script. */
async function tell(later: HTMLFormElement): Promise<boolean> {
  const answer = await fetch(later.action, {
    method: "POST",
    body: new URLSearchParams(),
    redirect: "manual",
  });
  return answer.type === "opaqueredirect";
}

function leave(event: Event, card: HTMLDialogElement) {
  event.preventDefault();
  card.close();
}
