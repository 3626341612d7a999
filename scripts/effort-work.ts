import type { BrowserContext, Locator, Page } from "@playwright/test";

/** What a piece of work took: presses, fields, pages that were shown, and bytes of their answers. */
export type Effort = { clicks: number; fields: number; pages: number; bytes: number };

/** One person at work: every press and every field is counted. */
export class Work {
  readonly took: Effort = { clicks: 0, fields: 0, pages: 0, bytes: 0 };
  /** Letters and digits that were typed. */
  letters = 0;
  /** How many loads were seen whole, where that is what is counted. */
  rows: number | null = null;
  constructor(readonly page: Page) {
    page.on("requestfinished", async (request) => {
      const sizes = await request.sizes().catch(() => null);
      this.took.bytes += sizes?.responseBodySize ?? 0;
    });
    // A redirect shows nothing: only what was answered counts.
    page.on("response", (answer) => {
      if (answer.request().isNavigationRequest() && answer.status() === 200) this.took.pages++;
    });
  }
  async press(role: "button" | "link", name: RegExp) {
    this.took.clicks++;
    await this.page.getByRole(role, { name }).first().click();
    await this.page.waitForLoadState();
  }
  /** Type into what has the focus, and press Enter. */
  async type(text: string) {
    this.took.fields++;
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
  }
  /** A box to tick is a press; a choice of a list is a field. */
  async tick(label: string, within: Page | Locator = this.page) {
    this.took.clicks++;
    await within.getByLabel(label).first().check();
  }
  async choose(label: string, option: { label: string }, within: Page | Locator = this.page) {
    this.took.fields++;
    await within.getByLabel(label, { exact: true }).selectOption(option);
  }
  /** A choice of many, which a script makes a list to type in. */
  async pick(label: string, option: string) {
    this.took.fields++;
    const field = this.page.getByLabel(label, { exact: true });
    await this.page.locator(`[role=combobox][aria-autocomplete=list]`).first().waitFor();
    await field.fill(option);
    await field.press("Enter");
  }
  /** Count what is whole in the window, between what covers it: rows of a table, or cards. */
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
 * Seconds that somebody takes who has done it before: to find and press a button or a field, to type a letter on a phone, to
 * wait for a page and look at it.
 */
const SECONDS = { press: 1.5, field: 2, letter: 0.3, page: 3 };
export const secondsOf = ({ took, letters }: Work): number =>
  Math.round(
    took.clicks * SECONDS.press +
      took.fields * SECONDS.field +
      letters * SECONDS.letter +
      took.pages * SECONDS.page,
  );

/** A piece of work that is walked and counted. */
export type Journey = {
  job: string;
  who: string;
  /** What it took before there was a screen for it. */
  before: string;
  most: Effort;
  walk(work: Work): Promise<void>;
  prepare?(office: BrowserContext, databaseUrl: string): Promise<void>;
  /** So many seconds at most, as `toSeconds` counts them. */
  seconds?: number;
  /** Whether the browser runs scripts; said where it doesn't. */
  isScripted?: boolean;
  /** On a phone; else at a desk of 1366 by 900. */
  phone?: boolean;
  /** So many loads are to be seen at once, whole. */
  least?: number;
};
