import { isValidPoint, type Point } from "./geo";

/**
 * Position of the user, read only after the user presses a button: the device's position from the last hour, else a new
 * position from the device, else the server's estimate. Retried if neither the device nor the server has a position
 * (docs/domain.md#land-description).
 */
export type DevicePosition = Point & { accuracy: number; source: string; at: number };
export type Coordinates = Point & { accuracy: number };

export type PositionPorts = {
  /** Return the device's position; rejects with the browser's code: 1 denied, 2 unavailable, 3 timed out. */
  device(): Promise<Coordinates>;
  /** Return the server's estimate of this request's position; null if it has none. */
  byAddress(): Promise<(Coordinates & { source: string }) | null>;
  wait(ms: number): Promise<void>;
  now(): number;
  read(): string | null;
  write(text: string): void;
};

/** Browser storage key of the last known position. */
export const POSITION_STORAGE_KEY = "geolocation";
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
export const ALL_METHODS_FAILED_MESSAGE =
  "All location methods failed. Please check your connection and try again.";
export const GEOLOCATION_ERROR_MESSAGE = "Error getting current location";
export const ALLOW_LOCATION_MESSAGE = "Allow location access for this site in your browser's settings.";

/** Return the pause in milliseconds before a retry, counted from 0. */
export const getLocateRetryPause = (retry: number): number => Math.min(1000 * 2 ** retry, LONGEST_WAIT_MS);

/** Parse a position from browser storage or a server response; null if it is invalid. */
export function parsePosition(value: unknown): DevicePosition | null {
  if (typeof value !== "object" || value === null) return null;
  const { latitude, longitude, accuracy, source, at = 0 } = Object.fromEntries(Object.entries(value));
  const numbers = [latitude, longitude, accuracy, at].map(Number);
  const [lat = 0, lng = 0, near = 0, since = 0] = numbers;
  if (!numbers.every(Number.isFinite) || !isValidPoint({ latitude: lat, longitude: lng })) return null;
  return { latitude: lat, longitude: lng, accuracy: near, source: String(source ?? ""), at: since };
}

/** Return the stored position if it is younger than `oldest` milliseconds. */
function keptPlace(text: string | null, now: number, oldest: number): DevicePosition | null {
  try {
    const place = parsePosition(JSON.parse(text ?? "null"));
    return place && place.at <= now && now - place.at < oldest ? place : null;
  } catch {
    return null;
  }
}
const getFreshPosition = (text: string | null, now: number) => keptPlace(text, now, HOUR_MS);
/** Return the last known position, up to a day old, to offer if no current one is available. */
export const getLastPosition = (text: string | null, now: number) => keptPlace(text, now, DAY_MS);

/** Locate the user, and report each failure through `say`. Null if every attempt failed. */
export async function locateDevice(
  ports: PositionPorts,
  say: (words: string) => void,
): Promise<DevicePosition | null> {
  const freshPosition = getFreshPosition(ports.read(), ports.now());
  // Reuse only a position from the device. After a server's estimate, query the device again, because it may succeed
  // now.
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
  say(ALL_METHODS_FAILED_MESSAGE);
  return null;
}
