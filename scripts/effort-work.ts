import type { BrowserContext, Locator, Page } from "@playwright/test";

/** Effort of a task: button presses, fields, pages shown, and bytes of their responses. */
export type Effort = { clicks: number; fields: number; pages: number; bytes: number };

/** Performs one person's task in a browser, and counts every press and field. */
export class WorkCounter {
  readonly took: Effort = { clicks: 0, fields: 0, pages: 0, bytes: 0 };
  /** Number of letters and digits typed. */
  letters = 0;
  /** Number of fully visible loads, or null if the task doesn't count them. */
  rows: number | null = null;
  constructor(readonly page: Page) {
    page.on("requestfinished", async (request) => {
      const sizes = await request.sizes().catch(() => null);
      this.took.bytes += sizes?.responseBodySize ?? 0;
    });
    // A redirect shows no page, so only the final response counts.
    page.on("response", (answer) => {
      if (answer.request().isNavigationRequest() && answer.status() === 200) this.took.pages++;
    });
  }
  async press(role: "button" | "link", name: RegExp) {
    this.took.clicks++;
    await this.page.getByRole(role, { name }).first().click();
    await this.page.waitForLoadState();
  }
  /** Type into the focused element, and press Enter. */
  async type(text: string) {
    this.took.fields++;
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
  }
  /** Ticking a checkbox counts as a press. */
  async tick(label: string, within: Page | Locator = this.page) {
    this.took.clicks++;
    await within.getByLabel(label).first().check();
  }
  async choose(label: string, option: { label: string }, within: Page | Locator = this.page) {
    this.took.fields++;
    await within.getByLabel(label, { exact: true }).selectOption(option);
  }
  /** Choose an option from a searchable list, by which a script replaces a long select. */
  async pick(label: string, option: string) {
    this.took.fields++;
    const field = this.page.getByLabel(label, { exact: true });
    await this.page.locator(`[role=combobox][aria-autocomplete=list]`).first().waitFor();
    await field.fill(option);
    await field.press("Enter");
  }
  /** Count the elements fully visible in the window and not covered: rows of a table, or cards. */
  seen(rows: string): Promise<number> {
    return this.page.locator(rows).evaluateAll((all) => {
      const bar = document.querySelector(".tabs");
      const fixed =
        bar && getComputedStyle(bar).display !== "none" ? bar.getBoundingClientRect().top : innerHeight;
      if (document.documentElement.scrollWidth > innerWidth) return 0;
      return all.filter((row) => {
        const { top, bottom, right } = row.getBoundingClientRect();
        return top >= 0 && bottom <= fixed && right <= innerWidth + 1;
      }).length;
    });
  }
  async fill(label: string, text: string) {
    this.took.fields++;
    this.letters += text.length;
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }
}

/**
 * Seconds that an experienced user takes to find and press a button, to find a field, to type a letter on a phone, and
 * to wait for a page and look at it.
 */
const SECONDS = { press: 1.5, field: 2, letter: 0.3, page: 3 };
export const estimateSeconds = ({ took, letters }: WorkCounter): number =>
  Math.round(
    took.clicks * SECONDS.press +
      took.fields * SECONDS.field +
      letters * SECONDS.letter +
      took.pages * SECONDS.page,
  );

/** A task to perform, with the limits of its effort. */
export type Journey = {
  job: string;
  who: string;
  most: Effort;
  walk(work: WorkCounter): Promise<void>;
  prepare?(office: BrowserContext, databaseUrl: string): Promise<void>;
  /** Maximum time in seconds, as estimated from the counts. */
  seconds?: number;
  /** False if the browser runs no scripts; scripts run by default. */
  isScripted?: boolean;
  /** True for a phone's screen; otherwise a desktop screen of 1366 by 900 pixels. */
  phone?: boolean;
  /** Minimum number of loads fully visible at once. */
  least?: number;
};
