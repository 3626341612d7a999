import { placePorts, tellPlace } from "~/domain/geo/my-place";
import { ALLOW_IT, findWhereabouts } from "~/domain/geo/whereabouts";
import type { PagePart } from "./dom";

/** A forecast that nobody had asked for yet is there by then, most often. */
const SOON_MS = 4_000;
const TRIES = 2;

/** The page once more, and what its card says now in the place of what it said; the card itself stays React's. */
async function refresh(card: Element): Promise<Element | null> {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = page.getElementById(card.id);
  if (!now) return null;
  card.toggleAttribute("data-due", now.hasAttribute("data-due"));
  card.replaceChildren(...now.childNodes);
  return card;
}

/**
 * The weather card asks once more for a forecast that is on its way, and by the press of a button for the weather where the
 * person is. The place is kept for an hour, in this browser alone.
 */
export default function weather(part: PagePart) {
  for (const card of part.querySelectorAll("#weather")) {
    wait(card, TRIES);
    offer(card);
  }
}

function wait(card: Element, tries: number) {
  if (!card.matches("[data-due]") || tries === 0) return;
  setTimeout(async () => {
    const now = await refresh(card).catch(() => null);
    if (now) {
      offer(now);
      wait(now, tries - 1);
    }
  }, SOON_MS);
}

function offer(card: Element) {
  const button = card.querySelector<HTMLButtonElement>("[data-place]");
  if (!button) return;
  button.hidden = false;
  button.onclick = async () => {
    button.disabled = true;
    const status = card.querySelector("[role=status]");
    const say = (words: string) =>
      status?.replaceChildren(words, words.includes("denied") ? ` ${ALLOW_IT}` : "");
    const place = await findWhereabouts(placePorts(), say);
    button.disabled = false;
    // The company's place is what the card shows anyway.
    if (!place) return;
    if (place.source === "company") return say("We can't tell where you are. This is your company's place.");
    tellPlace(place);
    const now = await refresh(card).catch(() => null);
    if (!now) return say("No signal. Reload the page for the weather here.");
    offer(now);
    wait(now, TRIES);
  };
}
