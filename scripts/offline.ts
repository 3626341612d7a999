/**
 * `npm run test:offline -- --count 1000 --seed 7`: submissions of a real browser over a line that is cut, loses answers and is
 * a motel's, while server and browser are killed and the session ends. Prints what the server has of them, and exits with 1
 * where one is lost, double or stuck. Nothing more is typed after `--minutes`. With `--photo` it is one photo of 8 MB over 40 kB/s, cut twice on its way.
 * With `--beside 3` three walks share the count, each with a server, a browser and a seed of its own.
 * With `--webkit` it is Debian's WebKit (apt-get install webkit2gtk-driver xvfb), which isn't killed.
 */
import { parseArgs } from "node:util";
import { runInWords, together } from "./offline/outcome";
import { photoRun } from "./offline/photo";
import { offlineRun } from "./offline/run";
import { webkitRun } from "./offline/webkit";
import { tryBuild } from "./setup.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    seed: { type: "string", default: "7" },
    photo: { type: "boolean" },
    webkit: { type: "boolean" },
    minutes: { type: "string", default: "600" },
    beside: { type: "string", default: "1" },
  },
});
const [count, seed, beside] = [Number(values.count), Number(values.seed), Number(values.beside)];
if (!(count > 0 && seed > 0 && beside > 0)) {
  console.error("--count, --seed and --beside take a number.");
  process.exit(1);
}
if (tryBuild() !== 0) process.exit(1);
if (values.photo) {
  const sent = await photoRun({ bytes: 8_000_000, bytesPerSecond: 40_000, cuts: 2, say: console.log });
  console.log(sent);
  process.exit(sent.rows === 1 && sent.isWhole ? 0 : 1);
}
const walk = values.webkit ? webkitRun : offlineRun;
const runs = await Promise.all(
  Array.from({ length: beside }, (_, n) =>
    walk({
      count: Math.floor((count + n) / beside),
      seed: seed + n,
      minutes: Number(values.minutes),
      say: (line) => console.log(beside > 1 ? `${seed + n}: ${line}` : line),
    }),
  ),
);
const run = together(runs);
console.log(`\n${runInWords(run)}`);
for (const [name, list] of Object.entries({ lost: run.lost, double: run.double, stuck: run.stuck }))
  for (const one of list) console.log(`${name}: ${one}`);
process.exitCode =
  run.asked > 0 && run.rows === run.asked && run.texts === run.asked && run.stuck.length === 0 ? 0 : 1;
