import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import express from "express";
import { afterAll, expect, it } from "vitest";
import { withPlainStarts } from "../vite.spreads";
import { kindsFor } from "./kinds";

/** Whether V8 gives two objects one shape, as it alone knows. */
const areAlike = (() => {
  setFlagsFromString("--allow-natives-syntax");
  const asked = new Function("a", "b", "return %HaveSameMap(a, b)");
  setFlagsFromString("--no-allow-natives-syntax");
  return (a: unknown, b: unknown): boolean => asked(a, b);
})();

const stops: (() => void)[] = [];
afterAll(() => {
  for (const stop of stops) stop();
});

/** Two requests as an app of Express sees them, once it has seen a few. */
async function seen(isOurs: boolean) {
  const pairs: [express.Request, express.Response][] = [];
  const app = express();
  app.get("/", (req, res) => {
    pairs.push([req, res]);
    res.locals.cspNonce = "a";
    res.json({ ip: req.ip, kind: req.get("X-Kind") });
  });
  const server = createServer(isOurs ? kindsFor(app) : {}, app).listen(0, "127.0.0.1");
  stops.push(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  for (let i = 0; i < 20; i++) {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      headers: { "X-Kind": "one" },
    });
    expect(await answer.json()).toEqual({ ip: "127.0.0.1", kind: "one" });
  }
  return { before: pairs.at(-2), last: pairs.at(-1) };
}

it("makes requests and answers that Express needn't change, so that all are alike", async () => {
  const { before, last } = await seen(true);
  expect(areAlike(before?.[0], last?.[0])).toBe(true);
  expect(areAlike(before?.[1], last?.[1])).toBe(true);
});

it("is there because Express by itself gives each a shape of its own", { skip: major() >= 24 }, async () => {
  const { before, last } = await seen(false);
  expect(areAlike(before?.[0], last?.[0])).toBe(false);
});

function major() {
  return Number.parseInt(process.versions.node, 10);
}

it("puts a spread of nothing where an object begins with a spread and has more, and nowhere else", () => {
  expect(withPlainStarts("const o = { ...a, b: { ...c, d }, ...e };")).toBe(
    "const o = { ...null, ...a, b: { ...null, ...c, d }, ...e };",
  );
  for (const left of [
    "const o = { ...a };",
    "const o = { b, ...a };",
    "const { b, ...a } = o;",
    "f(...a, b);",
    "const l = [...a, b];",
    'const s = "{ ...a, b }";',
    "/* { ...a, b } */",
  ])
    expect(withPlainStarts(left)).toBe(left);
});

it("means the same, and gives all of one kind one shape", () => {
  const code = `return { ...given, name: given.name ?? "none", ...more };`;
  const wrap = (text: string) => `(function (given, more) { ${text} })`;
  const [written, made] = [code, withPlainStarts(wrap(code))].map((text, i) => (i === 0 ? wrap(text) : text));
  const [plain, ours] = [written, made].map((text) => new Function(`return ${text}`)());
  const odd = Object.defineProperty(JSON.parse('{"__proto__": {"a": 1}, "2": 3}'), "hidden", { value: 1 });
  for (const [given, more] of [
    [{ a: 1 }, null],
    [{ name: "x", b: undefined }, { name: "y" }],
    [
      odd,
      {
        get c() {
          return 4;
        },
      },
    ],
    ["text", [1]],
  ]) {
    expect(Object.entries(ours(given, more))).toEqual(Object.entries(plain(given, more)));
    expect(Object.getPrototypeOf(ours(given, more))).toBe(Object.prototype);
  }
  const alike = (make: typeof plain) => {
    for (let i = 0; i < 50; i++) make({ a: i }, { b: i });
    return areAlike(make({ a: 1 }, { b: 2 }), make({ a: 0 }, { b: 0 }));
  };
  expect([alike(plain), alike(ours)]).toEqual([major() >= 22, true]);
});
