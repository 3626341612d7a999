import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { redirectOnGet } from "./redirect-reader.server";

const context = { cspNonce: "", requestId: "", address: "127.0.0.1", updating: false };

test("redirects a GET request, but does nothing after a post", () => {
  expect(() => redirectOnGet({ context }, "/jobs")).toThrow(Response);
  expect(() => redirectOnGet({ context: { ...context, isPost: true } }, "/jobs")).not.toThrow();
});

/** Return the source code of a module's loader function. */
const loaderIn = (source: string): string =>
  /^export (?:async function loader|const loader)\b[\s\S]*?^(?:\}|\S.*;)$/m.exec(source)?.[0] ?? "";

/** Pages whose actions also redirect, or whose loader redirects only at an address that no form posts to. */
const NOTHING_TO_DISCARD = [
  "people/routes/light-pages.ts",
  "people/routes/logout.tsx",
  "places/routes/new-destination.tsx",
];

test("no loader of a page with an action redirects in a way that discards the action's response", () => {
  const pages = readdirSync("app/modules", { recursive: true, encoding: "utf8" })
    .filter((file) => /\/routes\/[\w-]+\.tsx?$/.test(file))
    .map((file) => ({ file, source: readFileSync(join("app/modules", file), "utf8") }))
    .filter(({ source }) => /^export (async function|const) action\b/m.test(source));
  expect(pages.length).toBeGreaterThan(150);
  expect(pages.filter(({ source }) => loaderIn(source)).length).toBeGreaterThan(100);
  const redirecting = pages.filter(({ source }) => /\bredirect\(/.test(loaderIn(source)));
  expect(redirecting.map(({ file }) => file).sort()).toEqual(NOTHING_TO_DISCARD);
});

test("every error boundary shows the sign-in form that keeps an interrupted post", () => {
  const boundaries = ["root.tsx", ...readdirSync("app/modules", { recursive: true, encoding: "utf8" })]
    .map((file) => (file === "root.tsx" ? join("app", file) : join("app/modules", file)))
    .filter((file) => file.endsWith(".tsx"))
    .filter((file) => readFileSync(file, "utf8").includes("export function ErrorBoundary"));
  expect(boundaries.length).toBeGreaterThan(3);
  expect(boundaries.filter((file) => !/SignInFirstForm|RootError/.test(readFileSync(file, "utf8")))).toEqual(
    [],
  );
});
