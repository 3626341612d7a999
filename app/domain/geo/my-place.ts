import { HOW } from "./device";
import type { Point } from "./geo";
import { type Coordinates, GEOLOCATION, type Ports, placeSaid } from "./whereabouts";

const HOUR_S = 3_600;

/** Who a place comes from, where the server says so. */
export type Thanks = { text: string; href: string };

/** A place as `tt_place` has it, to about a kilometer: enough for the weather and a map, but not more precise. */
export const placeWords = ({ latitude, longitude }: Point): string =>
  `${latitude.toFixed(2)},${longitude.toFixed(2)}`;

/** What this browser kept of where it is, as text; null where it keeps nothing. */
export function placeKept(): string | null {
  try {
    return localStorage.getItem(GEOLOCATION);
  } catch {
    return null;
  }
}

/** Tells the server for an hour where this browser is, so that pages without a script and the weather know it. */
export function tellPlace(place: Point) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's other form is not in old phones
  document.cookie = `tt_place=${placeWords(place)}; Path=/; Max-Age=${HOUR_S}; SameSite=Lax${secure}`;
}

/** The ways of a browser to find where it is, for `findWhereabouts`. */
export function placePorts(thank: (them: Thanks | null) => void = () => {}): Ports {
  return {
    device: () =>
      new Promise<Coordinates>((resolve, reject) => {
        // A page without encryption may not ask, whatever its reader allows: some browsers call that a denial.
        if (!isSecureContext || !("geolocation" in navigator)) return reject({ code: 2 });
        navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, HOW);
      }),
    async byAddress() {
      const answer = await fetch("/api/geolocation");
      if (!answer.ok) return null;
      const said = await answer.json();
      thank(said.credit ?? null);
      return placeSaid(said);
    },
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    now: Date.now,
    read: placeKept,
    write(text) {
      try {
        localStorage.setItem(GEOLOCATION, text);
      } catch {
        // A browser that keeps nothing is asked the next time as well.
      }
    },
  };
}
