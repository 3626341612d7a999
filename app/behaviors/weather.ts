import type { PagePart } from "./dom";

const HOUR_S = 3_600;
/** A forecast that nobody had asked for yet is there by then, most often. */
const SOON_MS = 4_000;
const TRIES = 2;

/** What is said where the place isn't known, by the browser's code (docs/dashboard.md). */
const SAID: Record<number, string> = {
  1: "Location permission denied. Allow location access for this site in your browser's settings.",
  2: "Location information unavailable.",
  3: "Location request timed out.",
};

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

type Coordinates = { latitude: number; longitude: number; accuracy: number };
/** Where this browser keeps the last place that it was told (specification 1, section 9). */
const KEPT = "geolocation";

/** The place that was found within the hour, so that nobody is asked twice; null where there isn't one that makes sense. */
export function lastKnown(now: number, kept = read()): Coordinates | null {
  const { latitude, longitude, accuracy, at } = kept;
  const isKnown = [latitude, longitude, accuracy, at].every(Number.isFinite);
  return isKnown && now - at < HOUR_S * 1000 && at <= now ? { latitude, longitude, accuracy } : null;
}

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") ?? {};
  } catch {
    return {};
  }
};

function keep({ latitude, longitude, accuracy }: Coordinates, at: number) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ latitude, longitude, accuracy, source: "device", at }));
  } catch {
    // A browser that keeps nothing is asked the next time as well.
  }
}

/** A place as `tt_place` has it, to about a kilometer: enough for the weather, and no more than that. */
export const placeWords = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `${latitude.toFixed(2)},${longitude.toFixed(2)}`;

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
  if (!button || !("geolocation" in navigator)) return;
  button.hidden = false;
  button.onclick = () => {
    button.disabled = true;
    const say = (words: string) => {
      card.querySelector("[role=status]")?.replaceChildren(words);
      button.disabled = false;
    };
    const shown = async (coords: Coordinates) => {
      const secure = location.protocol === "https:" ? "; Secure" : "";
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's other form is not in old phones
      document.cookie = `tt_place=${placeWords(coords)}; Path=/; Max-Age=${HOUR_S}; SameSite=Lax${secure}`;
      const now = await refresh(card).catch(() => null);
      if (!now) return say("No signal. Reload the page for the weather here.");
      offer(now);
      wait(now, TRIES);
    };
    const kept = lastKnown(Date.now());
    if (kept) return void shown(kept);
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) => {
        keep(coords, timestamp);
        void shown(coords);
      },
      ({ code }) => say(SAID[code] ?? SAID[2] ?? ""),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 },
    );
  };
}
