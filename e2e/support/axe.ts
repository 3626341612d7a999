import type { Page } from "@playwright/test";
import axe from "axe-core";

/** By night all that is other are the colours; looking at them is most of what axe does. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Run axe in the page itself: the app has no frames to enter, and only faults are reported. */
export async function axeIn(
  page: Page,
  look: "everything" | "colours" | "all but colours",
): Promise<string[]> {
  const colours = Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }]));
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    ...(look === "colours" ? { runOnly: COLOURS } : {}),
    ...(look === "all but colours" ? { rules: colours } : {}),
  };
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (asked) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    return (await here.run(document, asked)).violations;
  }, options);
  return violations.map(({ id, nodes }) => {
    const where = nodes.map((node) => node.target.join(" ")).slice(0, 3);
    return `${id} ${where.join(", ")}`;
  });
}
