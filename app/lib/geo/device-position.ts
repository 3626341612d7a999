import { POSITION_OPTIONS } from "./device";
import type { Point } from "./geo";
import { type Coordinates, POSITION_STORAGE_KEY, type PositionPorts, parsePosition } from "./whereabouts";

const HOUR_S = 3_600;

/** Credit for the source of a position, if the server sends one. */
export type Attribution = { text: string; href: string };

/**
 * Format a position for the `tt_place` cookie, rounded to about a kilometer: precise enough for the weather and a map,
 * nothing finer.
 */
export const formatPosition = ({ latitude, longitude }: Point): string =>
  `${latitude.toFixed(2)},${longitude.toFixed(2)}`;

/** Return the position stored in this browser, as text; null if none is stored. */
export function getCachedPosition(): string | null {
  try {
    return localStorage.getItem(POSITION_STORAGE_KEY);
  } catch {
    return null;
  }
}

/**
 * Share this browser's position with the server for an hour in a cookie, for pages without a script and for the
 * weather.
 */
export function storePosition(place: Point) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's other form is not in old phones
  document.cookie = `tt_place=${formatPosition(place)}; Path=/; Max-Age=${HOUR_S}; SameSite=Lax${secure}`;
}

/** Return the browser functions that `locateDevice` uses. */
export function createPositionPorts(thank: (them: Attribution | null) => void = () => {}): PositionPorts {
  return {
    device: () =>
      new Promise<Coordinates>((resolve, reject) => {
        // A page without HTTPS may not use geolocation, even if the user allows it; some browsers report that as a
        // denial.
        if (!isSecureContext || !("geolocation" in navigator)) return reject({ code: 2 });
        navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, POSITION_OPTIONS);
      }),
    async byAddress() {
      const answer = await fetch("/api/geolocation");
      if (!answer.ok) return null;
      const result = await answer.json();
      thank(result.credit ?? null);
      return parsePosition(result);
    },
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    now: Date.now,
    read: getCachedPosition,
    write(text) {
      try {
        localStorage.setItem(POSITION_STORAGE_KEY, text);
      } catch {
        // A browser without storage asks the device again next time.
      }
    },
  };
}
