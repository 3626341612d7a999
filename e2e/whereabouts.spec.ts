import type { Page } from "@playwright/test";
import { expect, signInWithCookies, test } from "./support/test";

const SAID = {
  1: "Location permission denied.",
  2: "Location information unavailable.",
  3: "Location request timed out.",
} as const;
const FALLBACK = { latitude: 44.66, longitude: -84.71, accuracy: 50_000, source: "address" };
const PATH = "/company/locations/new";

/** Simulate a device that returns an error code for every position request, and record the options of these requests. */
async function deviceThatSays(page: Page, code: 1 | 2 | 3) {
  await page.addInitScript((answer) => {
    const requests: unknown[] = [];
    Object.assign(window, { asked: requests });
    navigator.geolocation.getCurrentPosition = (_good, bad, how) => {
      requests.push(how);
      bad?.({ code: answer } as GeolocationPositionError);
    };
  }, code);
}
const askedOf = (page: Page) => page.evaluate((): unknown[] => Reflect.get(window, "asked"));

test.describe("when the device's location is unavailable", () => {
  // Network requests are made to fail in these tests.
  test.use({ allowed: [/net::ERR_FAILED|404/] });
  for (const code of [1, 2, 3] as const) {
    test(`@script after error code ${code}, offers the server's IP-based location, labels it as such, and stores it`, async ({
      page,
    }) => {
      await signInWithCookies(page, "manager");
      await deviceThatSays(page, code);
      const credit = { text: "IP geolocation by DB-IP", href: "https://db-ip.com" };
      await page.route("**/api/geolocation", (route) => route.fulfill({ json: { ...FALLBACK, credit } }));
      await page.goto(PATH);
      await page.getByRole("button", { name: "Use my location" }).click();
      await expect(page.getByText(`${SAID[code]} Falling back to IP-based location.`)).toBeVisible();
      await expect(page.getByRole("link", { name: "IP geolocation by DB-IP" })).toBeVisible();
      expect(await askedOf(page)).toEqual([{ enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 }]);
      const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("geolocation") ?? "{}"));
      expect(stored).toMatchObject({ ...FALLBACK, at: expect.any(Number) });
      await page.getByRole("button", { name: "Look around there" }).click();
      await expect(page).toHaveURL(/look=44\.66%2C-84\.71%2C9/);
      await expect(page.getByLabel("Latitude")).toHaveValue("");
    });

    test(`@script after error code ${code}, if IP-based location fails too, tries four times, after 1, 2 and 4 seconds`, async ({
      page,
    }) => {
      await signInWithCookies(page, "manager");
      await deviceThatSays(page, code);
      let tries = 0;
      await page.route("**/api/geolocation", (route) => {
        tries++;
        return tries % 2 ? route.abort() : route.fulfill({ status: 404, json: { message: "?" } });
      });
      const opened = new Date("2026-11-23T12:00:00Z");
      await page.clock.install({ time: opened });
      await page.goto(PATH);
      await expect(page.getByRole("button", { name: "Use my location" })).toBeVisible();
      // From here on, only the test advances the clock.
      await page.clock.pauseAt(new Date(opened.getTime() + 600_000));
      await page.getByRole("button", { name: "Use my location" }).click();
      for (const [pause, after] of [
        [1_000, 1],
        [2_000, 2],
        [4_000, 3],
      ] as const) {
        await expect(page.getByText(`${SAID[code]} IP-based location also failed.`)).toBeVisible();
        await expect.poll(() => tries).toBe(after);
        await page.clock.runFor(pause - 1);
        expect((await askedOf(page)).length).toBe(after);
        await page.clock.runFor(1);
        await expect.poll(async () => (await askedOf(page)).length).toBe(after + 1);
      }
      await expect(page.getByText("Error getting current location")).toBeVisible();
      await expect(
        page.getByText("All location methods failed. Please check your connection and try again."),
      ).toBeVisible();
      await page.clock.runFor(60_000);
      expect(tries).toBe(4);
      await expect(page.getByLabel("Latitude")).toBeVisible();
    });
  }
});
