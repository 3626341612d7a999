/* What a page offers once, as a card above it, stands over it: having seen it is the answer, so that it is asked once. */
import { all, type PagePart } from "./dom";

/** The card is React's where the page is React's, so it stays in its place: what is over a page lies there by itself. */
export default function offer(part: PagePart) {
  for (const card of all<HTMLDialogElement>(part, "dialog[data-offer='']")) {
    const later = card.querySelector<HTMLFormElement>("form.later");
    if (!later) continue;
    card.dataset.offer = "open";
    // Not by close(), whose event would come once it stands over the page.
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

/** Whether it has been said that the offer was seen; else its button says so, as without a script. */
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
