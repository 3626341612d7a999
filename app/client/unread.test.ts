import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { bundle } from "../../vite.plugins";
import { pollUnread } from "./unread";

/** A browser whose clock stands still until `turn` signals that the time is over. */
function looking(answers: (() => Response)[], least = 60) {
  const requests: (string | null)[] = [];
  const waits: number[] = [];
  const shown: [number, boolean][] = [];
  let act = () => {};
  const page = { hidden: false, onvisibilitychange: () => {} };
  pollUnread(
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

test("asks with what it knows, as often as the server says, and says aloud only that there is more", async () => {
  const it = looking([() => counted(2), same, () => counted(3, "30"), () => counted(1)]);
  for (let i = 0; i < 4; i++) await it.turn();
  expect(it.asked).toEqual([null, 'W/"2-1"', 'W/"2-1"', 'W/"3-1"']);
  // A server that wants to be polled more often is polled each minute.
  expect(it.waits).toEqual([60, 60, 120, 60, 60]);
  expect(it.shown).toEqual([
    [2, false],
    [3, true],
    [1, false],
  ]);
});

test("asks every five minutes at most where data is saved", async () => {
  const it = looking([() => counted(0)], 300);
  await it.turn();
  expect(it.waits).toEqual([300, 300]);
});

test("out of sight it asks nothing; in sight again it asks at once, if its time was over", async () => {
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

test("without a signal it asks again later, and signed out it stops", async () => {
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

test("a server that cannot answer is asked again, and nothing changes", async () => {
  const it = looking([() => new Response("", { status: 503 })]);
  await it.turn();
  expect(it.waits).toEqual([60, 60]);
  expect(it.shown).toEqual([]);
});

test("travels in half a kilobyte", async () => {
  const file = (await bundle(process.cwd())).files.find(({ fileName }) => fileName.includes("/unread-"));
  expect(brotliCompressSync(file?.code ?? "".padEnd(9_999, "missing")).length).toBeLessThanOrEqual(512);
});
