import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findTexts } from "../specification/texts";
import { trackedFiles } from "../tracked.mjs";
import { REFUSED_CODE_FORMS, REFUSED_FAMILIES, REFUSED_FORMS } from "./forms";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = trackedFiles(root);
const read = (file: string) => readFileSync(root + file, "utf8");
/**
 * Check whether a file's text is visible to users: the program itself, and the reference data and demo shown on its
 * pages.
 */
const isShown = (file: string) =>
  /^(app|server|db\/reference|db\/demo)\/.*\.(ts|tsx)$/.test(file) &&
  !/\.test\.|\/testing\/|\.d\.ts$/.test(file);
const isDoc = (file: string) => /^(README|docs\/.*)\.md$/.test(file) && !file.startsWith("docs/decisions/");
const isCode = (file: string) =>
  /^(app|server|db|scripts|e2e|edge|http|bench)\/.*\.(ts|tsx|mjs)$/.test(file) &&
  !file.startsWith("scripts/prose/");

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const STRING = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=>)[^<>{}]*[a-z][^<>{}]*(?=[<{])/gi;
const TITLE = /^\s*(?:test|it|describe)(?:\.\w+)*\(\s*["`](.*?)["`],/gm;

const fold = (text: string) => text.replace(/\s+/g, " ").trim();
const commentsIn = (source: string) =>
  (source.match(COMMENT) ?? []).map((text) => fold(text.replace(/^\/[/*]+|\*\/$|\n\s*\*/g, " ")));
const titlesIn = (source: string) => [...source.matchAll(TITLE)].map(([, title = ""]) => title);
/** Return strings, templates and JSX text, with white space collapsed and an ellipsis for each expression. */
const stringsIn = (source: string) =>
  (source.replace(COMMENT, " ").match(STRING) ?? [])
    .map((text) => fold(text.replace(/^["`]|["`]$/g, "").replace(/\$\{[^}]*\}/g, "…")))
    .filter((text) => text && !/^(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|DROP) /.test(text));

type Form = { form: RegExp; write: string };
/** Find every refused phrase in the texts of some files, with the wording to use instead. */
function faultsIn(
  chosen: readonly string[],
  readTexts: (source: string, file: string) => string[],
  forms: readonly Form[],
) {
  return chosen.flatMap((file) =>
    readTexts(read(file), file).flatMap((text) =>
      forms
        .filter(({ form }) => form.test(text))
        .map(({ form, write }) => `${file}: ${form.exec(text)?.[0]} -> ${write}: ${text.slice(0, 120)}`),
    ),
  );
}

test("texts on screen, in mail and on paper are plain American English", () => {
  const shown = files.filter(isShown);
  expect(shown.length).toBeGreaterThan(500);
  /**
   * Patterns sometimes mistake code for text, so a file with a match is parsed; parsing all files would take 50 times
   * as long.
   */
  const shownIn = (source: string, file: string) =>
    stringsIn(source).some((text) => REFUSED_FORMS.some(({ form }) => form.test(text)))
      ? findTexts(file, source).map(({ text }) => text)
      : [];
  expect(faultsIn(shown, shownIn, REFUSED_FORMS)).toEqual([]);
});

test("comments and test titles are plain American English", () => {
  expect(faultsIn(files.filter(isCode), commentsIn, REFUSED_CODE_FORMS)).toEqual([]);
  const tests = files.filter((file) => isCode(file) && /\.(test|spec)\.tsx?$/.test(file));
  expect(faultsIn(tests, titlesIn, REFUSED_CODE_FORMS)).toEqual([]);
});

test("docs are plain American English", () => {
  const inDocs = REFUSED_FORMS.filter((form) => form.in === "all");
  expect(faultsIn(files.filter(isDoc), (source) => source.split("\n"), inDocs)).toEqual([]);
});

test.each(REFUSED_FAMILIES)("$name: not more than the limit", ({ pattern, most }) => {
  const count = files.filter(isCode).reduce((n, file) => n + (read(file).match(pattern)?.length ?? 0), 0);
  expect(count).toBeLessThanOrEqual(most);
});

test("finds texts in strings, templates, attributes and JSX, and comments and titles without their delimiters", () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: a source file
  const source = [
    "/** Made anew,",
    " * and again. */",
    'test("a stone is no ticket", () => {',
    '  const a = <p title="Nobody here">Work goes on\n meanwhile {`${n} no more`}</p>; // whoever asks',
  ].join("\n");
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: a source file
  expect(stringsIn(source)).toEqual([
    "a stone is no ticket",
    "Nobody here",
    "Work goes on meanwhile",
    "… no more",
  ]);
  expect(commentsIn(source)).toEqual(["Made anew, and again.", "whoever asks"]);
  expect(titlesIn(source)).toEqual(["a stone is no ticket"]);
});
