import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { trackedFiles } from "../../scripts/tracked.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const EMPTY = /<EmptyState\b(?:[^>]|=>)*?(?:\/>|>(?:(?!<EmptyState\b)[\s\S])*?<\/EmptyState>)/g;
/** Next action: the button passed to the state, or one of its own. */
const LEADS_ON = /\bnext=|<ButtonLink\b|className="button|<StartOrJoin\b/;

/** Wizard steps whose next step is the form on the same page, right below. */
const FORM_BELOW = [
  "app/modules/jobs/setup/ui/contractors-page.tsx",
  "app/modules/jobs/setup/ui/rates-page.tsx",
  "app/modules/jobs/setup/ui/setup-pages.tsx",
  "app/modules/jobs/setup/ui/sorts-page.tsx",
  "app/modules/jobs/setup/ui/townships-page.tsx",
  "app/modules/trip-tickets/create/ui/new-ticket-form.tsx",
];

test("every empty state has its next step as a button", () => {
  const states = trackedFiles(root)
    .filter((file) => /^app\/modules\/.*\.tsx$/.test(file) && !/\.test\./.test(file))
    .flatMap((file) =>
      (readFileSync(`${root}${file}`, "utf8").match(EMPTY) ?? []).map((text) => ({ file, text })),
    );
  expect(states.length).toBeGreaterThan(25);
  const without = states.filter(({ text }) => !LEADS_ON.test(text)).map(({ file }) => file);
  expect([...new Set(without)].filter((file) => !FORM_BELOW.includes(file))).toEqual([]);
});
