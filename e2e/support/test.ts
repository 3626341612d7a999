import { test as base, expect, type Page } from "@playwright/test";

export const url = () => {
  const found = process.env.E2E_URL;
  if (!found) throw new Error("The global set-up has not started the app.");
  return found;
};
export const PASSWORD = "timber-demo-2026";

/**
 * Playwright's test, with the app as its base address; a page that logs an error, throws, or gets an answer
 * of 500 and above has failed, whatever else it shows. A test that provokes one names it in `allowed`.
 */
export const test = base.extend<{ allowed: RegExp[] }>({
  allowed: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for an object pattern
  baseURL: async ({}, use) => use(url()),
  page: async ({ page, allowed }, use) => {
    const complaints: string[] = [];
    const complain = (text: string) => {
      if (!allowed.some((pattern) => pattern.test(text))) complaints.push(text);
    };
    page.on("console", (message) => {
      if (message.type() !== "error" && !/hydrat/i.test(message.text())) return;
      // The browser's own line about a refused answer; the answer itself is what a test looks at.
      if (/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text()))
        return;
      complain(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => complain(`page error: ${error.message}`));
    page.on("response", (response) => {
      if (response.status() >= 500) complain(`${response.status()} ${response.url()}`);
    });
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** Signs in by the real form: `signIn(page, "manager")`. */
export async function signIn(page: Page, who: string) {
  await page.goto("/login");
  await page.getByLabel("Email or phone").fill(`${who}@demo.test`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((at) => at.pathname !== "/login");
}

export { expect };
