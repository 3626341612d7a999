import { isPoint, type Point } from "./geo";

/**
 * Where somebody is, after a press: what was found within the hour, else the device, else what the server
 * knows, tried again where both fail (spec 2, sections 8 and 9). It never asks by itself.
 */
export type Whereabouts = Point & { accuracy: number; source: string; at: number };
export type Coordinates = Point & { accuracy: number };

export type Ports = {
  /** Rejects with the browser's code: 1 denied, 2 unavailable, 3 timed out. */
  device(): Promise<Coordinates>;
  /** What the server knows of the place of this request; null where that is nothing. */
  byAddress(): Promise<(Coordinates & { source: string }) | null>;
  wait(ms: number): Promise<void>;
  now(): number;
  read(): string | null;
  write(text: string): void;
};

/** Where browsers keep the last place that was found. */
export const GEOLOCATION = "geolocation";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RETRIES = 3;
const LONGEST_WAIT_MS = 30_000;

const SAID: Record<number, string> = {
  1: "Location permission denied.",
  2: "Location information unavailable.",
  3: "Location request timed out.",
};
const FALLING_BACK = "Falling back to IP-based location.";
const FAILED_AS_WELL = "IP-based location also failed.";
export const ALL_FAILED = "All location methods failed. Please check your connection and try again.";
export const GEOLOCATION_ERROR = "Error getting current location";
export const ALLOW_IT = "Allow location access for this site in your browser's settings.";

/** How long it is waited before a try, the first of them 0. */
export const pauseBefore = (retry: number): number => Math.min(1000 * 2 ** retry, LONGEST_WAIT_MS);

/** A place as a browser keeps it and the server answers it; null where it makes no sense. */
export function placeSaid(value: unknown): Whereabouts | null {
  if (typeof value !== "object" || value === null) return null;
  const { latitude, longitude, accuracy, source, at = 0 } = Object.fromEntries(Object.entries(value));
  const numbers = [latitude, longitude, accuracy, at].map(Number);
  const [lat = 0, lng = 0, near = 0, since = 0] = numbers;
  if (!numbers.every(Number.isFinite) || !isPoint({ latitude: lat, longitude: lng })) return null;
  return { latitude: lat, longitude: lng, accuracy: near, source: String(source ?? ""), at: since };
}

/** The place that was kept, at most as old as this. */
function keptPlace(text: string | null, now: number, oldest: number): Whereabouts | null {
  try {
    const place = placeSaid(JSON.parse(text ?? "null"));
    return place && place.at <= now && now - place.at < oldest ? place : null;
  } catch {
    return null;
  }
}
const freshPlace = (text: string | null, now: number) => keptPlace(text, now, HOUR_MS);
/** The last place known, up to a day old, to be offered where none was found. */
export const lastPlace = (text: string | null, now: number) => keptPlace(text, now, DAY_MS);

/** Finds the place; says on the way what went wrong. Null where every way failed, as often as it was tried. */
export async function findWhereabouts(
  ports: Ports,
  say: (words: string) => void,
): Promise<Whereabouts | null> {
  const kept = freshPlace(ports.read(), ports.now());
  // A place that is only about right doesn't keep a device from being asked that may answer by now.
  if (kept?.source === "device") return kept;
  const found = (place: Coordinates, source: string): Whereabouts => {
    const { latitude, longitude, accuracy } = place;
    const made = { latitude, longitude, accuracy, source, at: ports.now() };
    ports.write(JSON.stringify(made));
    return made;
  };
  for (let tries = 0; tries <= RETRIES; tries++) {
    if (tries > 0) await ports.wait(pauseBefore(tries - 1));
    const device = await ports.device().catch((error: { code?: number }) => error.code ?? 2);
    if (typeof device !== "number") return found(device, "device");
    const why = SAID[device] ?? SAID[2];
    say(`${why} ${FALLING_BACK}`);
    const near = await ports.byAddress().catch(() => null);
    if (near) return found(near, near.source);
    say(`${why} ${FAILED_AS_WELL}`);
  }
  say(ALL_FAILED);
  return null;
}
