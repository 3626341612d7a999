import { expect, test } from "vitest";
import { addDeviceNote, formatDeviceNote } from "./device-words";

const device = {
  device_at: "2026-11-16T17:00:00.000Z",
  device_sent_at: "2026-11-16T18:00:00.000Z",
  ahead_seconds: 2,
  is_clock_wrong: false,
  zone: "America/Chicago",
};

test("formats when an entry was typed on a device, and how wrong the device's clock was", () => {
  const instant = (iso: string) => `at ${iso}`;
  expect(formatDeviceNote(device, instant)).toBe(
    "Typed without a signal, Mon, Nov 16, 2026, 11:00 AM Central time.",
  );
  expect(formatDeviceNote({ ...device, zone: null }, instant)).toBe(
    "Typed without a signal, at 2026-11-16T17:00:00.000Z.",
  );
  expect(formatDeviceNote({ ...device, by_support: true }, instant)).toBe(
    "Typed without a signal, Mon, Nov 16, 2026, 11:00 AM Central time. Sent for the writer by support, from a file of the device.",
  );
  const wrong = { ...device, is_clock_wrong: true, ahead_seconds: 3 * 3600 + 300, zone: null };
  expect(formatDeviceNote(wrong, instant)).toBe(
    "Typed without a signal. The device's clock was 3 h 5 min ahead: it said at 2026-11-16T17:00:00.000Z, and at 2026-11-16T18:00:00.000Z as it was sent.",
  );
  expect(formatDeviceNote({ ...wrong, ahead_seconds: -150 }, instant)).toContain("was 3 min behind");
  expect(
    formatDeviceNote({ ...wrong, was_clock_set: true, device_at: "1970-01-02T00:00:00.000Z" }, instant),
  ).toBe(
    "Typed without a signal. The device's clock was set in between: it said at 1970-01-02T00:00:00.000Z as it was typed, and at 2026-11-16T18:00:00.000Z as it was sent. The time it arrived counts.",
  );
  expect(addDeviceNote("By statement 12.", undefined, instant)).toBe("By statement 12.");
  expect(addDeviceNote(null, undefined, instant)).toBeNull();
  expect(addDeviceNote("Note.", device, instant)).toMatch(/^Note\. Typed without/);
});
