import { describe, expect, it, test } from "vitest";
import {
  ALL_METHODS_FAILED_MESSAGE,
  getLastPosition,
  getLocateRetryPause,
  locateDevice,
  type PositionPorts,
} from "./whereabouts";

const grayling = { latitude: 44.6614, longitude: -84.7148, accuracy: 12 };
const state = { latitude: 44.3, longitude: -85.6, accuracy: 50_000, source: "company" };

/**
 * Create a fake browser with preset responses from the device and the server. Its clock advances only when the code
 * waits.
 */
function browser(device: (number | typeof grayling)[], server: (typeof state | null | "away")[]) {
  const waits: number[] = [];
  const lines: string[] = [];
  const query = { device: 0, server: 0 };
  let stored: string | null = null;
  let now = Date.parse("2026-11-20T12:00:00Z");
  const ports: PositionPorts = {
    async device() {
      const answer = device[Math.min(query.device++, device.length - 1)];
      if (typeof answer === "object") return answer;
      return Promise.reject({ code: answer });
    },
    async byAddress() {
      const answer = server[Math.min(query.server++, server.length - 1)] ?? null;
      if (answer === "away") throw new TypeError("Failed to fetch");
      return answer;
    },
    async wait(ms) {
      waits.push(ms);
      now += ms;
    },
    now: () => now,
    read: () => stored,
    write: (text) => {
      stored = text;
    },
  };
  const find = () => locateDevice(ports, (words) => lines.push(words));
  return {
    find,
    waits,
    said: lines,
    asked: query,
    later: (ms: number) => (now += ms),
    kept: () => stored,
    now: () => now,
    ports,
  };
}

test("reuses a device's position for an hour, and offers it as the last known position for a day", async () => {
  const item = browser([grayling], [null]);
  expect(await item.find()).toMatchObject({ ...grayling, source: "device" });
  expect(JSON.parse(item.kept() ?? "")).toEqual({ ...grayling, source: "device", at: item.now() });
  item.later(3_599_000);
  await item.find();
  expect(item.asked.device).toBe(1);
  item.later(1_000);
  await item.find();
  expect(item.asked.device).toBe(2);
  item.later(24 * 3_600_000 - 1);
  expect(getLastPosition(item.kept(), item.now())).not.toBeNull();
  item.later(1);
  expect(getLastPosition(item.kept(), item.now())).toBeNull();
});

const WORDS = {
  1: "Location permission denied.",
  2: "Location information unavailable.",
  3: "Location request timed out.",
};

describe.each([1, 2, 3] as const)("when the device returns error %i", (code) => {
  it("uses the server's position, tells the user so, and doesn't retry", async () => {
    const item = browser([code], [state]);
    expect(await item.find()).toMatchObject(state);
    expect(item.said).toEqual([`${WORDS[code]} Falling back to IP-based location.`]);
    expect([item.waits, item.asked]).toEqual([[], { device: 1, server: 1 }]);
  });

  it.each([[null], ["away" as const]])(
    "retries locating three times if the server's response is %s",
    async (answer) => {
      const item = browser([code], [answer]);
      expect(await item.find()).toBeNull();
      expect(item.waits).toEqual([1000, 2000, 4000]);
      expect(item.asked).toEqual({ device: 4, server: 4 });
      expect(new Set(item.said)).toEqual(
        new Set([
          `${WORDS[code]} Falling back to IP-based location.`,
          `${WORDS[code]} IP-based location also failed.`,
          "All location methods failed. Please check your connection and try again.",
        ]),
      );
      expect(item.said.at(-1)).toBe(ALL_METHODS_FAILED_MESSAGE);
      expect(item.kept()).toBeNull();
    },
  );
});

test("offers the server's position as the last known one, but queries the device again next time", async () => {
  const item = browser([1, grayling], [state]);
  await item.find();
  expect(JSON.parse(item.kept() ?? "")).toEqual({ ...state, at: item.now() });
  item.later(60_000);
  expect(getLastPosition(item.kept(), item.now())).toMatchObject(state);
  expect(await item.find()).toMatchObject({ ...grayling, source: "device" });
  expect(item.asked).toEqual({ device: 2, server: 1 });
});

test("ignores a stored position from the future after the clock is set back", async () => {
  const item = browser([grayling], [null]);
  await item.find();
  item.later(-1);
  await item.find();
  expect(item.asked.device).toBe(2);
});

test("stops retrying after a successful attempt", async () => {
  const item = browser([3, grayling], [null]);
  expect(await item.find()).toMatchObject(grayling);
  expect(item.waits).toEqual([1000]);
});

test("the pause between attempts grows up to half a minute", () => {
  expect([0, 1, 2, 4, 5, 9].map(getLocateRetryPause)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
});

test.each([
  "",
  "null",
  "{}",
  "[1]",
  '{"latitude":99,"longitude":0,"accuracy":1,"at":1}',
  '{"latitude":"x"}',
  "{",
])("ignores an invalid stored position: %s", (text) => expect(getLastPosition(text, 5)).toBeNull());
