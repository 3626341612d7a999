import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { bundleBehaviors } from "../../vite.plugins";
import { pollUnreadCount } from "./unread";

/** Create a fake page whose clock stands still until `turn` ends the waiting time. */
function looking(answers: (() => Response)[], least = 60) {
  const requests: (string | null)[] = [];
  const waits: number[] = [];
  const shown: [number, boolean][] = [];
  let act = () => {};
  const page = { hidden: false, onvisibilitychange: () => {} };
  pollUnreadCount(
    async (headers) => {
      requests.push(headers["if-none-match"] ?? null);
      const answer = answers.shift();
      if (!answer) throw new Error("no signal");
      return answer();
    },
    (...words) => void shown.push(words),
    least,
    (next, ms) => {
      waits.push(ms / 1000);
      act = next;
    },
    page,
  );
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    asked: requests,
    waits,
    shown,
    async turn() {
      act();
      await settled();
    },
    async look(visible: boolean) {
      page.hidden = !visible;
      page.onvisibilitychange();
      await settled();
    },
  };
}

const counted = (unread: number, every = "60") =>
  Response.json({ unread }, { headers: { ETag: `W/"${unread}-1"`, "X-Poll-Interval": every } });
const same = () => new Response(null, { status: 304, headers: { "X-Poll-Interval": "120" } });

test("requests the count with the last ETag at the server's interval, and announces only increases", async () => {
  const it = looking([() => counted(2), same, () => counted(3, "30"), () => counted(1)]);
  for (let i = 0; i < 4; i++) await it.turn();
  expect(it.asked).toEqual([null, 'W/"2-1"', 'W/"2-1"', 'W/"3-1"']);
  // The server asked for a shorter interval than a minute, so the minimum of a minute applies.
  expect(it.waits).toEqual([60, 60, 120, 60, 60]);
  expect(it.shown).toEqual([
    [2, false],
    [3, true],
    [1, false],
  ]);
});

test("polls at most every five minutes if the user saves data", async () => {
  const it = looking([() => counted(0)], 300);
  await it.turn();
  expect(it.waits).toEqual([300, 300]);
});

test("doesn't poll while the page is hidden, and polls at once on return if the interval is over", async () => {
  const it = looking([() => counted(1)]);
  await it.look(false);
  await it.look(true);
  expect(it.asked).toEqual([]);
  await it.look(false);
  await it.turn();
  expect(it.asked).toEqual([]);
  await it.look(true);
  expect(it.shown).toEqual([[1, false]]);
  expect(it.waits).toEqual([60, 60]);
});

test("polls again later without a signal, and stops once signed out", async () => {
  const it = looking([() => new Response("", { status: 401 })]);
  it.asked.length = 0;
  const deaf = looking([]);
  await deaf.turn();
  expect(deaf.waits).toEqual([60, 60]);
  await it.turn();
  expect(it.waits).toEqual([60]);
  await it.look(true);
  expect(it.asked).toEqual([null]);
});

test("polls again after a server error and changes nothing on the page", async () => {
  const it = looking([() => new Response("", { status: 503 })]);
  await it.turn();
  expect(it.waits).toEqual([60, 60]);
  expect(it.shown).toEqual([]);
});

test("the polling script is at most half a kilobyte", async () => {
  const file = (await bundleBehaviors(process.cwd())).files.find(({ fileName }) =>
    fileName.includes("/unread-"),
  );
  expect(brotliCompressSync(file?.code ?? "".padEnd(9_999, "missing")).length).toBeLessThanOrEqual(512);
});
