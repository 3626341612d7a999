import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { trackedFiles } from "../tracked.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = trackedFiles(root).filter(
  (file) =>
    /\.(tsx?|mjs|sql|css|md|toml|ya?ml)$|(^|\/)(Dockerfile|\.env\.example)$/.test(file) &&
    file !== "scripts/prose/citations.test.ts",
);
const read = (file: string) => readFileSync(root + file, "utf8");

/** Citations of documents that are not in the repository. Cite a heading of docs/domain.md instead. */
const OUTSIDE =
  /\bdecisions,\s+(?:\*\s+)?section|\bspec(?:ification)?s? [12]\b|\bthe spec(?:ification)?s?(?:'s?)?(?= |[.,)])|\bdesign card\b|\bmoney note\b|\(decisions\)|(?<!\[)\bdecision \d{3}\b/gi;

/** Citations of a document here, with its heading if it names one. */
const INSIDE = /\bdocs\/(?:[\w/-]+\.md(?:#[\w-]+)?|decisions\/\d{3}\b(?!-))/g;

/** Anchor of a heading, as GitHub makes it. */
const toAnchor = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

const anchors = new Map(
  files
    .filter((file) => file.endsWith(".md"))
    .map((file) => [
      file,
      new Set([...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => toAnchor(heading))),
    ]),
);

const isCited = (citation: string) => {
  const [file = "", anchor] = citation.split("#");
  if (/\d$/.test(file)) return [...anchors.keys()].some((name) => name.startsWith(`${file}-`));
  return anchor === undefined ? anchors.has(file) : (anchors.get(file)?.has(anchor) ?? false);
};

test("no comment or document cites anything outside the repository", () => {
  const outside = files.flatMap((file) =>
    [...read(file).matchAll(OUTSIDE)].map(([text]) => `${file}: ${text}`),
  );
  expect(outside).toEqual([]);
});

test("every cited document and heading exists", () => {
  const missing = files.flatMap((file) =>
    (read(file).match(INSIDE) ?? []).filter((c) => !isCited(c)).map((c) => `${file}: ${c}`),
  );
  expect(missing).toEqual([]);
});

test("every link of a document to a heading exists", () => {
  const missing = [...anchors.keys()].flatMap((file) =>
    [...read(file).matchAll(/\]\(([\w./-]*?)(#[\w-]+)?\)/g)].flatMap(([, path = "", anchor = ""]) => {
      if (!path.endsWith(".md") && path !== "") return [];
      const target = path === "" ? file : new URL(path, `file:///${file}`).pathname.slice(1);
      return isCited(target + anchor) ? [] : [`${file}: ${path}${anchor}`];
    }),
  );
  expect(missing).toEqual([]);
});

test("an anchor is made as GitHub makes it", () => {
  expect(toAnchor("What can't be paid, and what isn't")).toBe("what-cant-be-paid-and-what-isnt");
});
