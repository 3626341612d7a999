import { formatFullInstant } from "~/lib/time/time";

type Device = {
  device_at: string;
  device_sent_at: string;
  ahead_seconds: number;
  is_clock_wrong: boolean;
  was_clock_set?: true;
  zone: string | null;
  by_support?: true;
};

/** Format a duration as "3 h 5 min" or "12 min". */
function lengthWords(seconds: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(seconds) / 60));
  const hours = Math.floor(minutes / 60);
  return [hours ? `${hours} h` : "", minutes % 60 || !hours ? `${minutes % 60} min` : ""]
    .filter(Boolean)
    .join(" ");
}

/**
 * Describe a form that was stored on a device before it was sent: when it was typed, and how wrong the device's clock
 * was.
 */
export function formatDeviceNote(device: Device, instant: (iso: string) => string): string {
  const { device_at, device_sent_at, ahead_seconds, is_clock_wrong, zone } = device;
  const sender = device.by_support ? " Sent for the writer by support, from a file of the device." : "";
  const there = zone ? formatFullInstant(device_at, zone) : instant(device_at);
  if (!is_clock_wrong) return `Typed without a signal, ${there}.${sender}`;
  const sent = zone ? formatFullInstant(device_sent_at, zone) : instant(device_sent_at);
  if (device.was_clock_set)
    return `Typed without a signal. The device's clock was set in between: it said ${there} as it was typed, and ${sent} as it was sent. The time it arrived counts.${sender}`;
  const off = `${lengthWords(ahead_seconds)} ${ahead_seconds > 0 ? "ahead" : "behind"}`;
  return `Typed without a signal. The device's clock was ${off}: it said ${there}, and ${sent} as it was sent.${sender}`;
}

/** Append the device description to a history note, if the form was stored on a device first. */
export const addDeviceNote = (
  note: string | null,
  device: Device | undefined,
  instant: (iso: string) => string,
): string | null => (device ? [note, formatDeviceNote(device, instant)].filter(Boolean).join(" ") : note);
