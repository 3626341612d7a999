import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

type Stop = { name: string; inMain: boolean; inPeriod: boolean };

/**
 * Press Tab through the whole page, and record for each stop whether its focus is visible and whether it comes after
 * the previous stop in the document.
 */
async function stopsOf(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let step = 0; step < 250; step++) {
    await page.keyboard.press("Tab");
    const target = await page.evaluate(() => {
      const here = document.activeElement;
      const known = window as typeof window & { lastStop?: Element };
      if (!here || here === document.body) return null;
      const last = known.lastStop;
      known.lastStop = here;
      const style = getComputedStyle(here);
      const box = here.getBoundingClientRect();
      const label = (here as HTMLInputElement).labels?.[0]?.textContent ?? "";
      return {
        name: `${here.getAttribute("aria-label") ?? label} ${here.textContent}`.replace(/\s+/g, " ").trim(),
        inMain: here.closest("main") !== null,
        inPeriod: here.closest("form.period") !== null,
        shown: style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2,
        visible: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
        // A date field has one stop for each of its parts.
        again: last === here,
        follows: !last || Boolean(last.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING),
      };
    });
    if (!target) return stops;
    const { name, inMain, inPeriod, shown, visible, again, follows } = target;
    if (!again && !follows) return stops;
    expect({ name, shown, visible }).toEqual({ name, shown: true, visible: true });
    expect(name, `after ${stops.at(-1)?.name}`).not.toBe("");
    stops.push({ name, inMain, inPeriod });
  }
  throw new Error("Tab has no end here");
}

for (const [path, most, first] of [
  ["/", 45, /new trip ticket|loads|goal/i],
  ["/production?from=2026-11-01&to=2026-11-07", 60, /^Deliveries/],
  ["/production?report=plan", 45, /^Deliveries/],
  ["/notifications", 60, /^What you hear about/],
] as const)
  test(`@seen Tab follows the page order on ${path}, every stop shows its focus, and the period form has few stops`, async ({
    as,
  }) => {
    const page = await as("manager");
    await page.goto(path);
    const stops = await stopsOf(page);
    expect(stops[0]?.name).toMatch(/^Skip to/);
    const main = stops.filter(({ inMain }) => inMain);
    expect(main[0]?.name).toMatch(first);
    expect(main.length, main.map(({ name }) => name.slice(0, 30)).join(" | ")).toBeLessThanOrEqual(most);
    expect(main.length).toBeGreaterThan(3);
    // Limit: six date ranges, two dates of at most four parts each, four choices, two buttons, the active filter, and
    // the previous and next links.
    const period = stops.filter(({ inPeriod }) => inPeriod);
    expect(period.length).toBeLessThanOrEqual(path.startsWith("/production") ? 23 : 0);
    if (path.startsWith("/production"))
      expect(period.map(({ name }) => name).join()).toMatch(/Show.*Previous period/);
    // The skip link jumps past the menu.
    await page.goto(path);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toMatch(first);
  });
