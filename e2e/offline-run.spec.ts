import { offlineRun, runInWords, type Trouble } from "../scripts/offline/run";
import { expect, test } from "./support/test";

const ORDER: (Trouble | null)[] = [
  null,
  "cut",
  "lost answers",
  "motel",
  "expire",
  "cut",
  "kill",
  "restart",
  "broken",
  "kill",
];

// Its own server and its own browser, both of which it kills; `npm run test:offline` does the same a thousand times.
test("@script under cuts, lost answers, a motel's pages, killed servers and browsers, and ended sessions, each submission becomes one row", async () => {
  test.setTimeout(600_000);
  const run = await offlineRun({ count: 20, seed: 3, order: ORDER });
  test.info().annotations.push({ type: "figure", description: runInWords(run) });
  expect({ rows: run.rows, texts: run.texts, lost: run.lost, double: run.double, stuck: run.stuck }).toEqual({
    rows: 20,
    texts: 20,
    lost: [],
    double: [],
    stuck: [],
  });
  // All of it happened.
  for (const [name, times] of Object.entries(run.troubles)) expect([name, times > 0]).toEqual([name, true]);
});
