import { POSITION_OPTIONS } from "./device";
import type { Point } from "./geo";
import { type Coordinates, GEOLOCATION, type PositionPorts, parsePosition } from "./whereabouts";

const HOUR_S = 3_600;

/** Source of a place, if the server states it. */
export type Attribution = { text: string; href: string };

/** Format a place for `tt_place`, to about a kilometer: enough for the weather and a map, but not more precise. */
export const formatPosition = ({ latitude, longitude }: Point): string =>
  `${latitude.toFixed(2)},${longitude.toFixed(2)}`;

/** Return the position stored in this browser, as text; null if none is stored. */
export function getCachedPosition(): string | null {
  try {
    return localStorage.getItem(GEOLOCATION);
  } catch {
    return null;
  }
}

/** Share this browser's position with the server for an hour, for pages without a script and the weather. */
export function storePosition(place: Point) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's other form is not in old phones
  document.cookie = `tt_place=${formatPosition(place)}; Path=/; Max-Age=${HOUR_S}; SameSite=Lax${secure}`;
}

/** Browser methods of locating itself, for `locateDevice`. */
export function createPositionPorts(thank: (them: Attribution | null) => void = () => {}): PositionPorts {
  return {
    device: () =>
      new Promise<Coordinates>((resolve, reject) => {
        // A page without HTTPS may not ask, whatever its reader allows: some browsers call that a denial.
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
        localStorage.setItem(GEOLOCATION, text);
      } catch {
        // A browser that stores nothing asks again the next time.
      }
    },
  };
}
