import type { BrowserContext, Locator, Page } from "@playwright/test";

/** Cost of a piece of work: presses, fields, pages shown, and bytes of their responses. */
export type Effort = { clicks: number; fields: number; pages: number; bytes: number };

/** One person's work, with every press and every field counted. */
export class Work {
  readonly took: Effort = { clicks: 0, fields: 0, pages: 0, bytes: 0 };
  /** Letters and digits typed. */
  letters = 0;
  /** Number of loads fully visible, if the journey counts that. */
  rows: number | null = null;
  constructor(readonly page: Page) {
    page.on("requestfinished", async (request) => {
      const sizes = await request.sizes().catch(() => null);
      this.took.bytes += sizes?.responseBodySize ?? 0;
    });
    // A redirect shows nothing, so only the final response counts.
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
  /** Ticking a checkbox is a press; a list choice is a field. */
  async tick(label: string, within: Page | Locator = this.page) {
    this.took.clicks++;
    await within.getByLabel(label).first().check();
  }
  async choose(label: string, option: { label: string }, within: Page | Locator = this.page) {
    this.took.fields++;
    await within.getByLabel(label, { exact: true }).selectOption(option);
  }
  /** Choose from many options, which a script makes a list to type in. */
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
 * Seconds for an experienced user to find and press a button or a field, to type a letter on a phone, to wait for a
 * page and look at it.
 */
const SECONDS = { press: 1.5, field: 2, letter: 0.3, page: 3 };
export const secondsOf = ({ took, letters }: Work): number =>
  Math.round(
    took.clicks * SECONDS.press +
      took.fields * SECONDS.field +
      letters * SECONDS.letter +
      took.pages * SECONDS.page,
  );

/** A piece of work to walk through and count. */
export type Journey = {
  job: string;
  who: string;
  most: Effort;
  walk(work: Work): Promise<void>;
  prepare?(office: BrowserContext, databaseUrl: string): Promise<void>;
  /** Maximum number of seconds, as `toSeconds` counts them. */
  seconds?: number;
  /** True if the browser runs scripts; set only if it doesn't. */
  isScripted?: boolean;
  /** On a phone; otherwise on a desktop of 1366 by 900. */
  phone?: boolean;
  /** Minimum number of loads fully visible at once. */
  least?: number;
};
