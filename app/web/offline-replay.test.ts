import { expect, test } from "vitest";
import { createSignedOutActor } from "./actor.server";
import {
  createReplayContext,
  getActionTime,
  getResultVersion,
  isFromAnotherUser,
  isReplay,
  readDeviceTypingTime,
  toDeviceRecord,
  toReplayResponse,
} from "./offline-replay";

const asked = (sender: string | null, method = "POST") =>
  new Request("http://here/jobs/1/comments", {
    method,
    headers: sender === null ? {} : { "X-Replay": sender },
  });
const actor = (user: number | null, company: number | null) => ({
  ...createSignedOutActor(null),
  user: user === null ? null : ({ id: user } as never),
  company: company === null ? null : ({ id: company } as never),
});

test("accepts a form only in the session of the user who typed it, for the company it was typed for", () => {
  expect(isFromAnotherUser(asked("7.3"), actor(7, 3))).toBe(false);
  for (const other of ["7.4", "8.3", "7.", ".3", ".", "73", "7.3.1", "07.3"])
    expect([other, isFromAnotherUser(asked(other), actor(7, 3))]).toEqual([other, true]);
  expect(isFromAnotherUser(asked("7."), actor(7, null))).toBe(false);
  expect(isFromAnotherUser(asked("7.3"), actor(7, null))).toBe(true);
  // A form that a user sends directly lacks the header, and a GET request has no form.
  expect(isFromAnotherUser(asked(null), actor(7, 3))).toBe(false);
  expect([isReplay(asked("7.3", "GET")), isFromAnotherUser(asked("8.3", "GET"), actor(7, 3))]).toEqual([
    false,
    false,
  ]);
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = new Date("2026-11-16T18:00:00.000Z");
const typed = (typedAgo: number, sentAhead = 0, zone = "America/Chicago", sender: string | null = "7.3") => {
  const clock = NOW.getTime() + sentAhead;
  const request = asked(sender);
  request.headers.set("X-Typed", `${clock - typedAgo} ${clock} ${zone}`.trim());
  return request;
};

test("a form stored on a device gets the time when it was typed, corrected if the device's clock is wrong", () => {
  const at = (request: Request) => readDeviceTypingTime(request, NOW)?.at.toISOString();
  expect(at(typed(HOUR))).toBe("2026-11-16T17:00:00.000Z");
  // If the device's clock is three hours ahead or a day behind, the elapsed time is still right, and the times of both
  // clocks are stored.
  for (const ahead of [3 * HOUR, -24 * HOUR]) {
    const typedOnDevice = readDeviceTypingTime(typed(HOUR, ahead), NOW);
    expect(typedOnDevice).toMatchObject({
      is_clock_wrong: true,
      ahead_seconds: ahead / 1000,
      zone: "America/Chicago",
      device_at: new Date(NOW.getTime() + ahead - HOUR).toISOString(),
      device_sent_at: new Date(NOW.getTime() + ahead).toISOString(),
    });
    expect(typedOnDevice?.at.toISOString()).toBe("2026-11-16T17:00:00.000Z");
  }
  // Two correct clocks differ a little, so the device's time is used unchanged.
  expect(readDeviceTypingTime(typed(HOUR, MINUTE), NOW)).toMatchObject({ is_clock_wrong: false });
  // The time is never in the future, and at most a month ago.
  for (const ahead of [HOUR, MINUTE]) expect(at(typed(-ahead))).toBe(NOW.toISOString());
  expect(at(typed(60 * 24 * HOUR))).toBe("2026-10-17T18:00:00.000Z");
});

test("if the device's clock was set before sending, uses the arrival time and stores both clocks' times", () => {
  const clocks = (typedAt: number) => {
    const request = asked("7.3");
    request.headers.set("X-Typed", `${typedAt} ${NOW.getTime()}`);
    return readDeviceTypingTime(request, NOW);
  };
  // A phone whose battery was empty starts with a clock in 1970 or 2020, and sets it once it has a signal.
  for (const typedAt of [86_400_000, Date.parse("2020-01-01T07:00:00Z"), NOW.getTime() + 800 * 24 * HOUR]) {
    const typedOnDevice = clocks(typedAt);
    expect(typedOnDevice).toMatchObject({
      at: NOW,
      is_clock_wrong: true,
      was_clock_set: true,
      device_at: new Date(typedAt).toISOString(),
    });
    expect(typedOnDevice && toDeviceRecord(typedOnDevice, NOW)).toMatchObject({
      device: { was_clock_set: true },
    });
  }
  expect(clocks(NOW.getTime() - HOUR)).not.toHaveProperty("was_clock_set");
  // If the clock was years off both when the form was typed and when it was sent, the elapsed time is right.
  expect(readDeviceTypingTime(typed(HOUR, -2_000 * 24 * HOUR), NOW)?.at.toISOString()).toBe(
    "2026-11-16T17:00:00.000Z",
  );
});

test("returns no typing time for a form that was sent directly, and ignores an unreadable header", () => {
  expect(readDeviceTypingTime(typed(HOUR, 0, "", null), NOW)).toBeNull();
  for (const message of [
    "",
    "yesterday",
    "1",
    "1.5 2",
    "-1 2",
    "999999999999999 1",
    `${NOW.getTime()}`,
    `${NOW.getTime()} ${NOW.getTime()} a b`,
  ]) {
    const request = asked("7.3");
    request.headers.set("X-Typed", message);
    expect([message, readDeviceTypingTime(request, NOW)]).toEqual([message, null]);
  }
  expect(readDeviceTypingTime(typed(HOUR, 0, "Mars/Base"), NOW)).toMatchObject({ zone: null });
  expect(getActionTime({ now: NOW })).toBe(NOW);
});

test("reads times in the device's time zone, and records device data only after a delay or with a wrong clock", () => {
  const call = { now: NOW, actor: actor(7, 3) };
  expect(createReplayContext(typed(HOUR), call)).toMatchObject({ actor: { zone: "America/Chicago" } });
  expect(createReplayContext(typed(HOUR, 0, ""), call).actor).toBe(call.actor);
  expect(createReplayContext(asked("7.3"), call)).toBe(call);
  const recorded = (request: Request) => {
    const typed = readDeviceTypingTime(request, NOW);
    return typed && toDeviceRecord(typed, NOW);
  };
  expect(recorded(typed(MINUTE))).toEqual({});
  expect(recorded(typed(HOUR))).toMatchObject({ device: { is_clock_wrong: false } });
  expect(recorded(typed(MINUTE, HOUR))).toMatchObject({ device: { ahead_seconds: 3600 } });
});

test("responds with the action's outcome, a refusal's message, or a form's messages", async () => {
  const said = async (context: object, status: number) => {
    const answer = toReplayResponse(
      { actionData: null, errors: null, ...context } as never,
      status,
      new Headers(),
    );
    return [answer.status, answer.headers.get("Cache-Control"), await answer.json()];
  };
  const thrown = (data: object) => ({ errors: { route: { data } } });
  const saved = { outcome: "saved", href: "/jobs/1", version: 4 };
  expect(await said(thrown(saved), 200)).toEqual([200, "no-store", saved]);
  expect(await said(thrown({ message: "Gone." }), 404)).toEqual([
    404,
    "no-store",
    { outcome: "refused", message: "Gone." },
  ]);
  const reply = { error: { content: ["Type a comment."], other: null, "": ["Send it again."] } };
  expect(await said({ actionData: { route: { reply } } }, 422)).toEqual([
    422,
    "no-store",
    { outcome: "refused", message: "Type a comment. Send it again." },
  ]);
  const overtaken = { reply: { error: { "": ["Pat saved it."] } }, conflict: { version: 5 } };
  expect(await said({ actionData: { route: overtaken } }, 409)).toEqual([
    409,
    "no-store",
    { outcome: "refused", message: "Pat saved it.", changed: true },
  ]);
  const again = { reply: { error: { "": ["Sent before."] } }, alreadySent: { href: "/jobs/1" } };
  const [, , spent] = await said({ actionData: { route: again } }, 409);
  expect(spent).toEqual({ outcome: "refused", message: "Sent before.", spent: true });
  const [, , silent] = await said({}, 500);
  expect(silent).toMatchObject({ outcome: "refused" });
});

test("getResultVersion returns the version in a result, or null", () => {
  expect([{ version: 4 }, { version: "4" }, {}, null].map(getResultVersion)).toEqual([4, null, null, null]);
});
