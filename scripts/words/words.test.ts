import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { trackedFiles } from "../tracked.mjs";
import { FORMS } from "./forms";
import { textsIn } from "./strings";

const root = new URL("../..", import.meta.url).pathname;
const files = trackedFiles(root);
/** What people see: the program's own texts, and the reference data and demo that stand on their pages. */
const isShown = (file: string) =>
  /^(app|server|public|db\/reference|db\/demo)\/.*\.(ts|tsx|js)$/.test(file) &&
  !/\.test\.|\/testing\/|\.d\.ts$/.test(file);
const isDoc = (file: string) => /^(README|docs\/.*)\.md$/.test(file) && !file.startsWith("docs/decisions/");

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
    const faults = shown.flatMap((file) =>
      textsIn(`${root}${file}`).flatMap(({ line, text }) =>
        oldForms(text, "screen").map((fault) => `${file}:${line} ${fault}: ${text.slice(0, 120)}`),
      ),
    );
    expect(faults).toEqual([]);
  });

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
  ])("%s", (text, faults) => {
    expect(oldForms(text, "screen")).toHaveLength(faults);
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
});
