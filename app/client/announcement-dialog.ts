/* Show a page's one-time offer, a card in it, as a dialog: seeing it is the answer, so it appears once. */
import { type PagePart, queryAll } from "./dom";

/** The card may be rendered by React, so it stays in its DOM position; a modal dialog is shown over the page anyway. */
export default function initAnnouncement(part: PagePart) {
  for (const card of queryAll<HTMLDialogElement>(part, "dialog[data-offer='']")) {
    const later = card.querySelector<HTMLFormElement>("form.later");
    if (!later) continue;
    card.dataset.offer = "open";
    // Not close(), whose event would fire after the dialog is open over the page.
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

/** Report that the offer was seen; if that fails, its button does so, as without a script. */
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
