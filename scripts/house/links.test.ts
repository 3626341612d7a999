import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { programFiles } from "./graph";
import { addressesIn, isAnswered } from "./links";

/** Tables of addresses: they list what is answered, without links. */
const TABLES = /\/pages\.ts$|\/api\.server\.ts$|^app\/api\/|^(db|server)\//;
/** A picture's address, before its key is added. */
const BEGINNINGS = ["/companies/*/logo", "/users/*/avatar"];
/** Addresses answered without a page: calls, files, health checks. */
const ELSEWHERE = /^\/(api|assets|healthz|readyz)(\/|\?|$)/;

test.each([
  ["/trip-tickets/*", true],
  ["/trip-tickets/*/photos?small", true],
  ["/trip-tickets/12", true],
  ["/jobs/create/sorts", true],
  ["/trip-tickets/filtres", false],
  ["/jobs/*/destinatoins", false],
  ["/company/poeple", false],
])("a page answers %s: %s", (address, answered) => {
  expect(isAnswered(address)).toBe(answered);
});

test("an address is found wherever it is written, and a text that only begins with a slash is left alone", () => {
  const source = `const a = <a href="/nowhere">x</a>; const b = \`/jobs/\${id}/map?q=\${q}\`;
const c = <form action={late ? "/login" : undefined} />; const d = "/ 12"; const e = { href: "/else" };
redirect("/gone"); say("/tmp/file");`;
  expect(addressesIn(source).map(({ address }) => address)).toEqual([
    "/nowhere",
    "/jobs/*/map?q=*",
    "/login",
    "/else",
    "/gone",
  ]);
});

test("every address that the program names has a page, a post, a call, or a file", () => {
  const dead = programFiles()
    .filter((file) => !TABLES.test(file))
    .flatMap((file) =>
      addressesIn(readFileSync(file, "utf8"), file)
        .filter(
          ({ address }) => !ELSEWHERE.test(address) && !BEGINNINGS.includes(address) && !isAnswered(address),
        )
        .filter(({ address }) => !existsSync(`public${address.split("?")[0]}`))
        .map(({ address, line }) => `${file}:${line} ${address}`),
    );
  expect(dead).toEqual([]);
});
