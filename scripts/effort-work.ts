import type { Locator, Page } from "@playwright/test";

/** What a piece of work took: presses, fields, pages that were shown, and bytes of their answers. */
export type Effort = { clicks: number; fields: number; pages: number; bytes: number };

/** One person at work: every press and every field is counted. */
export class Work {
  readonly took: Effort = { clicks: 0, fields: 0, pages: 0, bytes: 0 };
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
  async tick(label: string) {
    this.took.clicks++;
    await this.page.getByLabel(label, { exact: true }).check();
  }
  async choose(label: string, option: { label: string }, within: Page | Locator = this.page) {
    this.took.fields++;
    await within.getByLabel(label, { exact: true }).selectOption(option);
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
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }
}
