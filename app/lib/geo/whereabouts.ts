import { isValidPoint, type Point } from "./geo";

/**
 * Position of the user, after a press: the one from the last hour, else the device's, else the server's, retried if
 * both fail (docs/domain.md#land-description). It never asks without a press.
 */
export type DevicePosition = Point & { accuracy: number; source: string; at: number };
export type Coordinates = Point & { accuracy: number };

export type PositionPorts = {
  /** Rejects with the browser's code: 1 denied, 2 unavailable, 3 timed out. */
  device(): Promise<Coordinates>;
  /** Return the server's position for this request; null if it has none. */
  byAddress(): Promise<(Coordinates & { source: string }) | null>;
  wait(ms: number): Promise<void>;
  now(): number;
  read(): string | null;
  write(text: string): void;
};

/** Browser storage key of the last position. */
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
export const ALL_METHODS_FAILED = "All location methods failed. Please check your connection and try again.";
export const GEOLOCATION_ERROR = "Error getting current location";
export const ALLOW_LOCATION = "Allow location access for this site in your browser's settings.";

/** Return the pause before a try, counted from 0. */
export const getLocateRetryPause = (retry: number): number => Math.min(1000 * 2 ** retry, LONGEST_WAIT_MS);

/** Parse a position from browser storage or a server response; null if it makes no sense. */
export function parsePosition(value: unknown): DevicePosition | null {
  if (typeof value !== "object" || value === null) return null;
  const { latitude, longitude, accuracy, source, at = 0 } = Object.fromEntries(Object.entries(value));
  const numbers = [latitude, longitude, accuracy, at].map(Number);
  const [lat = 0, lng = 0, near = 0, since = 0] = numbers;
  if (!numbers.every(Number.isFinite) || !isValidPoint({ latitude: lat, longitude: lng })) return null;
  return { latitude: lat, longitude: lng, accuracy: near, source: String(source ?? ""), at: since };
}

/** Return the stored position if it is at most this old. */
function keptPlace(text: string | null, now: number, oldest: number): DevicePosition | null {
  try {
    const place = parsePosition(JSON.parse(text ?? "null"));
    return place && place.at <= now && now - place.at < oldest ? place : null;
  } catch {
    return null;
  }
}
const getFreshPosition = (text: string | null, now: number) => keptPlace(text, now, HOUR_MS);
/** Return the last known position, up to a day old, to offer if none is available. */
export const getLastPosition = (text: string | null, now: number) => keptPlace(text, now, DAY_MS);

/** Locate the user; report errors on the way. Null if every method failed on every try. */
export async function locateDevice(
  ports: PositionPorts,
  say: (words: string) => void,
): Promise<DevicePosition | null> {
  const freshPosition = getFreshPosition(ports.read(), ports.now());
  // An approximate place doesn't keep us from asking a device that may answer by now.
  if (freshPosition?.source === "device") return freshPosition;
  const found = (place: Coordinates, source: string): DevicePosition => {
    const { latitude, longitude, accuracy } = place;
    const created = { latitude, longitude, accuracy, source, at: ports.now() };
    ports.write(JSON.stringify(created));
    return created;
  };
  for (let tries = 0; tries <= RETRIES; tries++) {
    if (tries > 0) await ports.wait(getLocateRetryPause(tries - 1));
    const device = await ports.device().catch((error: { code?: number }) => error.code ?? 2);
    if (typeof device !== "number") return found(device, "device");
    const why = SAID[device] ?? SAID[2];
    say(`${why} ${FALLING_BACK}`);
    const near = await ports.byAddress().catch(() => null);
    if (near) return found(near, near.source);
    say(`${why} ${FAILED_AS_WELL}`);
  }
  say(ALL_METHODS_FAILED);
  return null;
}
