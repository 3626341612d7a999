import { createPositionPorts, storePosition } from "~/lib/geo/device-position";
import { ALLOW_LOCATION_MESSAGE, locateDevice } from "~/lib/geo/whereabouts";
import type { PagePart } from "./dom";

/** Delay in milliseconds after which a newly requested forecast has usually arrived. */
const SOON_MS = 4_000;
const TRIES = 2;

/** Fetch the page again and update only the card's content, because React owns the card itself. */
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
 * Retry once for a pending forecast, and load the weather at the user's location when a button is pressed. The location
 * is stored for an hour, in this browser only.
 */
export default function initWeather(part: PagePart) {
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
      status?.replaceChildren(words, words.includes("denied") ? ` ${ALLOW_LOCATION_MESSAGE}` : "");
    const place = await locateDevice(createPositionPorts(), say);
    button.disabled = false;
    // Explain that only the company's location is known, which the card shows anyway.
    if (!place) return;
    if (place.source === "company") return say("We can't tell where you are. This is your company's place.");
    storePosition(place);
    const now = await refresh(card).catch(() => null);
    if (!now) return say("No signal. Reload the page for the weather here.");
    offer(now);
    wait(now, TRIES);
  };
}
