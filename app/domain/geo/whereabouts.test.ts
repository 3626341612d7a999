import { describe, expect, it, test } from "vitest";
import { ALL_FAILED, findWhereabouts, lastPlace, type Ports, pauseBefore } from "./whereabouts";

const grayling = { latitude: 44.6614, longitude: -84.7148, accuracy: 12 };
const state = { latitude: 44.3, longitude: -85.6, accuracy: 50_000, source: "company" };

/** A browser whose clock stands until it's asked to wait; each answer of the device and of the server is said before. */
function browser(device: (number | typeof grayling)[], server: (typeof state | null | "away")[]) {
  const waits: number[] = [];
  const said: string[] = [];
  const asked = { device: 0, server: 0 };
  let kept: string | null = null;
  let now = Date.parse("2026-11-20T12:00:00Z");
  const ports: Ports = {
    async device() {
      const answer = device[Math.min(asked.device++, device.length - 1)];
      if (typeof answer === "object") return answer;
      return Promise.reject({ code: answer });
    },
    async byAddress() {
      const answer = server[Math.min(asked.server++, server.length - 1)] ?? null;
      if (answer === "away") throw new TypeError("Failed to fetch");
      return answer;
    },
    async wait(ms) {
      waits.push(ms);
      now += ms;
    },
    now: () => now,
    read: () => kept,
    write: (text) => {
      kept = text;
    },
  };
  const find = () => findWhereabouts(ports, (words) => said.push(words));
  return {
    find,
    waits,
    said,
    asked,
    later: (ms: number) => (now += ms),
    kept: () => kept,
    now: () => now,
    ports,
  };
}

test("what the device says is kept for an hour, and offered for a day", async () => {
  const one = browser([grayling], [null]);
  expect(await one.find()).toMatchObject({ ...grayling, source: "device" });
  expect(JSON.parse(one.kept() ?? "")).toEqual({ ...grayling, source: "device", at: one.now() });
  one.later(3_599_000);
  await one.find();
  expect(one.asked.device).toBe(1);
  one.later(1_000);
  await one.find();
  expect(one.asked.device).toBe(2);
  one.later(24 * 3_600_000 - 1);
  expect(lastPlace(one.kept(), one.now())).not.toBeNull();
  one.later(1);
  expect(lastPlace(one.kept(), one.now())).toBeNull();
});

const WORDS = {
  1: "Location permission denied.",
  2: "Location information unavailable.",
  3: "Location request timed out.",
};

describe.each([1, 2, 3] as const)("where the device answers %i", (code) => {
  it("the server's place is taken, said so, and not asked again", async () => {
    const one = browser([code], [state]);
    expect(await one.find()).toMatchObject(state);
    expect(one.said).toEqual([`${WORDS[code]} Falling back to IP-based location.`]);
    expect([one.waits, one.asked]).toEqual([[], { device: 1, server: 1 }]);
  });

  it.each([[null], ["away" as const]])("and the server %s, all is tried three times more", async (answer) => {
    const one = browser([code], [answer]);
    expect(await one.find()).toBeNull();
    expect(one.waits).toEqual([1000, 2000, 4000]);
    expect(one.asked).toEqual({ device: 4, server: 4 });
    expect(new Set(one.said)).toEqual(
      new Set([
        `${WORDS[code]} Falling back to IP-based location.`,
        `${WORDS[code]} IP-based location also failed.`,
        "All location methods failed. Please check your connection and try again.",
      ]),
    );
    expect(one.said.at(-1)).toBe(ALL_FAILED);
    expect(one.kept()).toBeNull();
  });
});

test("what the server said is kept for a day, and the device is asked again all the same", async () => {
  const one = browser([1, grayling], [state]);
  await one.find();
  expect(JSON.parse(one.kept() ?? "")).toEqual({ ...state, at: one.now() });
  one.later(60_000);
  expect(lastPlace(one.kept(), one.now())).toMatchObject(state);
  expect(await one.find()).toMatchObject({ ...grayling, source: "device" });
  expect(one.asked).toEqual({ device: 2, server: 1 });
});

test("a place from a clock that was put back is not taken", async () => {
  const one = browser([grayling], [null]);
  await one.find();
  one.later(-1);
  await one.find();
  expect(one.asked.device).toBe(2);
});

test("a later try that succeeds ends it", async () => {
  const one = browser([3, grayling], [null]);
  expect(await one.find()).toMatchObject(grayling);
  expect(one.waits).toEqual([1000]);
});

test("a pause grows up to half a minute", () => {
  expect([0, 1, 2, 4, 5, 9].map(pauseBefore)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
});

test.each([
  "",
  "null",
  "{}",
  "[1]",
  '{"latitude":99,"longitude":0,"accuracy":1,"at":1}',
  '{"latitude":"x"}',
  "{",
])("what is kept and makes no sense is nothing: %s", (text) => expect(lastPlace(text, 5)).toBeNull());
