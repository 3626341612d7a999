import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import { trackedFiles } from "../tracked.mjs";
import { CODE_FORMS, FORMS } from "./forms";
import { commentsIn, textsIn, titlesIn } from "./strings";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = trackedFiles(root);
/** What people see: the program's own texts, and the reference data and demo shown on their pages. */
const isShown = (file: string) =>
  /^(app|server|db\/reference|db\/demo)\/.*\.(ts|tsx)$/.test(file) &&
  !/\.test\.|\/testing\/|\.d\.ts$/.test(file);
const isDoc = (file: string) => /^(README|docs\/.*)\.md$/.test(file) && !file.startsWith("docs/decisions/");

const isCode = (file: string) =>
  /^(app|server|db|scripts|e2e|edge|http|bench)\/.*\.(ts|tsx|mjs)$/.test(file) &&
  !file.startsWith("scripts/words/");

/**
 * A pattern as it must be met in a source file for its form to be met in a text of it: without what it asks of the words
 * around it, over words that may be parted, with what is put into a template in the place of "…".
 */
function loosely(pattern: string): string {
  const at = pattern.search(/\(\?<?!/);
  if (at < 0)
    return pattern
      .replace(/(?<!\\)\$(?=\||$)/g, "")
      .replaceAll("…", "[…{}$]")
      .replaceAll(" ", "(?:[\\s/*]+)");
  let depth = 0;
  let end = at;
  do {
    if (pattern[end] === "(") depth++;
    if (pattern[end] === ")") depth--;
    end++;
  } while (depth > 0);
  return loosely(pattern.slice(0, at) + pattern.slice(end));
}

/** Whether a file may hold one of some forms: taking it apart costs a hundred times as much. */
function mayHoldOf(forms: readonly { form: RegExp }[]) {
  const loose = new RegExp(forms.map(({ form }) => loosely(form.source)).join("|"), "i");
  return (source: string) => loose.test(source.replace(/\\(?:[nrt]|u00a0)/g, " "));
}
const mayHold = mayHoldOf(CODE_FORMS);
const mayShow = mayHoldOf(FORMS);

/** The old forms in a comment or a test title. */
const oldInCode = (text: string): string[] =>
  CODE_FORMS.filter((f) => f.form.test(text)).map((f) => `${f.form.exec(text)?.[0]} -> ${f.write}`);

/** The old forms in a text, each with what to write in its place. */
function oldForms(text: string, where: "screen" | "doc"): string[] {
  return FORMS.filter((f) => (where === "screen" || f.in === "all") && f.form.test(text)).map(
    (f) => `${f.form.exec(text)?.[0]} -> ${f.write}`,
  );
}

describe("words are plain American English", () => {
  it("on the screen, in mails and on paper", () => {
    const shown = files.filter(isShown);
    expect(shown.length).toBeGreaterThan(500);
    const faults = shown.flatMap((file) => {
      const source = readFileSync(`${root}${file}`, "utf8");
      if (!mayShow(source)) return [];
      return textsIn(file, source).flatMap(({ line, text }) =>
        oldForms(text, "screen").map((fault) => `${file}:${line} ${fault}: ${text.slice(0, 120)}`),
      );
    });
    expect(faults).toEqual([]);
  });

  it("in comments and test titles", () => {
    const code = files.filter(isCode);
    expect(code.length).toBeGreaterThan(1000);
    const faults = code.flatMap((file) => {
      const source = readFileSync(`${root}${file}`, "utf8");
      if (!mayHold(source)) return [];
      const titles = /\.(test|spec)\.tsx?$/.test(file) ? titlesIn(file, source) : [];
      return [...commentsIn(file, source), ...titles].flatMap(({ line, text }) =>
        oldInCode(text).map((fault) => `${file}:${line} ${fault}: ${text.slice(0, 120)}`),
      );
    });
    expect(faults).toEqual([]);
  }, 120_000);

  it("in the docs", () => {
    const docs = files.filter(isDoc);
    expect(docs.length).toBeGreaterThan(5);
    const faults = docs.flatMap((file) =>
      readFileSync(`${root}${file}`, "utf8")
        .split("\n")
        .flatMap((text, i) => oldForms(text, "doc").map((fault) => `${file}:${i + 1} ${fault}`)),
    );
    expect(faults).toEqual([]);
  });
});

describe("the old forms are found", () => {
  test.each([
    ["Links from before work no more.", 1],
    ["This is no PDF.", 1],
    ["This is no longer here.", 0],
    ["Somebody of your company can answer.", 1],
    ["Mon 16 Nov, 14:05", 1],
    ["Mon, Nov 16, 2:05 PM", 0],
    ["48 ton", 1],
    ["1 ton", 0],
    ["$58.00 a MBF", 1],
    ["driver's licence", 1],
    ["They are none of ours", 1],
    ["Nobody is there", 1],
    ["Not any more", 1],
    ["to go on", 1],
  ])("%s", (text, faults) => {
    expect(oldForms(text, "screen")).toHaveLength(faults);
    // However a file has it: in a line, over several, with escapes.
    const written = [
      text,
      text.replaceAll(" ", "\n      "),
      text.replaceAll(" ", "\\n"),
      `\\n${text}\\u00a0`,
    ];
    if (faults) expect(written.map(mayShow)).toEqual([true, true, true, true]);
  });

  test("around what is put into a template", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source file
    const source = "const price = `${money} a ${unit}`;";
    const [found] = textsIn("a.ts", source);
    expect(oldForms(found?.text ?? "", "screen")).toHaveLength(1);
    expect(mayShow(source)).toBe(true);
  });

  test("in JSX, in templates and in attributes, with the line", () => {
    const source = [
      "const a = (n: number) => (",
      '  <p title="Nobody here">',
      "    Work goes on",
      "    meanwhile {`${n} no more`}",
      "  </p>",
      ");",
    ].join("\n");
    expect(textsIn("a.tsx", source)).toEqual([
      { line: 2, text: "Nobody here" },
      { line: 3, text: "Work goes on meanwhile" },
      { line: 4, text: "… no more" },
    ]);
  });

  test("in comments and titles, without their marks", () => {
    const source = [
      "/**",
      " * Made anew,",
      " * and again.",
      " */",
      'test("a stone is no ticket", () => {',
      "  go(); // whoever asks",
      "});",
    ].join("\n");
    expect(commentsIn("a.test.ts", source)).toEqual([
      { line: 1, text: "Made anew, and again." },
      { line: 6, text: "whoever asks" },
    ]);
    expect(titlesIn("a.test.ts", source)).toEqual([{ line: 5, text: "a stone is no ticket" }]);
  });

  test.each([
    ["Made anew", 1],
    ["Who pays whom", 1],
    ["Null where there is none", 1],
    ["There is no such job", 0],
    ["A path is no key", 1],
    ["Costs no more than a short one", 0],
    ["It works no more", 1],
    ["The work goes on", 1],
    ["The note goes on the ticket", 0],
  ])("in code: %s", (text, faults) => {
    expect(oldInCode(text)).toHaveLength(faults);
    if (faults) expect(mayHold(text.replaceAll(" ", "\n * "))).toBe(true);
  });
});
