import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { trackedFiles } from "../../scripts/tracked.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const EMPTY = /<EmptyState\b(?:[^>]|=>)*?(?:\/>|>(?:(?!<EmptyState\b)[\s\S])*?<\/EmptyState>)/g;
/** Pattern of a next action in an empty state: a `next` prop, a button or a link. */
const LEADS_ON = /\bnext=|<ButtonLink\b|className="button|<StartOrJoinCompany\b/;

/** Pages of a wizard whose next action is the form directly below the empty state. */
const FORM_BELOW = [
  "app/modules/jobs/setup/ui/contractors-page.tsx",
  "app/modules/jobs/setup/ui/rates-page.tsx",
  "app/modules/jobs/setup/ui/setup-pages.tsx",
  "app/modules/jobs/setup/ui/sorts-page.tsx",
  "app/modules/jobs/setup/ui/townships-page.tsx",
  "app/modules/trip-tickets/create/ui/new-ticket-form.tsx",
];

test("every empty state has a button for the next action, unless a form follows directly", () => {
  const states = trackedFiles(root)
    .filter((file) => /^app\/modules\/.*\.tsx$/.test(file) && !/\.test\./.test(file))
    .flatMap((file) =>
      (readFileSync(`${root}${file}`, "utf8").match(EMPTY) ?? []).map((text) => ({ file, text })),
    );
  expect(states.length).toBeGreaterThan(25);
  const without = states.filter(({ text }) => !LEADS_ON.test(text)).map(({ file }) => file);
  expect([...new Set(without)].filter((file) => !FORM_BELOW.includes(file))).toEqual([]);
});
