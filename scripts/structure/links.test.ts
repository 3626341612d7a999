import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { programFiles } from "./graph";
import { findAppAddresses, isServedAddress } from "./links";

/** Files that define addresses, rather than link to them. */
const TABLES = /\/pages\.ts$|\/api\.server\.ts$|^app\/api\/|^(db|server)\//;
/** Beginning of a picture's address, before its key is added. */
const BEGINNINGS = ["/companies/*/logo", "/users/*/avatar"];
/** Addresses that aren't pages: API calls, files, health checks. */
const ELSEWHERE = /^\/(api|assets|healthz|readyz)(\/|\?|$)/;

test.each([
  ["/trip-tickets/*", true],
  ["/trip-tickets/*/photos?small", true],
  ["/trip-tickets/12", true],
  ["/jobs/create/sorts", true],
  ["/trip-tickets/filtres", false],
  ["/jobs/*/destinatoins", false],
  ["/company/poeple", false],
])("%s is an address of a page: %s", (address, answered) => {
  expect(isServedAddress(address)).toBe(answered);
});

test("finds addresses in links, forms and redirects, and ignores other text that begins with a slash", () => {
  const source = `const a = <a href="/nowhere">x</a>; const b = \`/jobs/\${id}/map?q=\${q}\`;
const c = <form action={late ? "/login" : undefined} />; const d = "/ 12"; const e = { href: "/else" };
redirect("/gone"); say("/tmp/file");`;
  expect(findAppAddresses(source).map(({ address }) => address)).toEqual([
    "/nowhere",
    "/jobs/*/map?q=*",
    "/login",
    "/else",
    "/gone",
  ]);
});

test("every address in the program leads to a page, a post, a call or a file", () => {
  const dead = programFiles()
    .filter((file) => !TABLES.test(file))
    .flatMap((file) =>
      findAppAddresses(readFileSync(file, "utf8"), file)
        .filter(
          ({ address }) =>
            !ELSEWHERE.test(address) && !BEGINNINGS.includes(address) && !isServedAddress(address),
        )
        .filter(({ address }) => !existsSync(`public${address.split("?")[0]}`))
        .map(({ address, line }) => `${file}:${line} ${address}`),
    );
  expect(dead).toEqual([]);
});
