import { expect, signInWithCookies, test } from "./support/test";

test("the map zooms by clusters and keyboard from the whole country to a job, and keeps the filter", async ({
  page,
}) => {
  await signInWithCookies(page, "manager");
  await page.goto("/");
  await page.getByRole("link", { name: "Map", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Map" })).toBeVisible();
  await page.goto("/map?kinds=job&look=39.8283,-98.5795,3");
  const cluster = page.getByRole("link", { name: /places around .+: zoom in$/ });
  const job = page.getByRole("link", { name: "Deward Tract", exact: true });
  await expect(page.getByText(/trucks aren't tracked/)).toHaveCount(0);
  await page.getByRole("link", { name: "Zoom in at Deward Tract" }).press("Enter");
  await expect(page).toHaveURL(/kinds=job.*look=44\.8/);
  await expect(cluster).toHaveCount(0);
  await job.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Deward Tract" })).toBeVisible();

  await page.goto("/map");
  for (let i = 0; i < 8 && (await cluster.count()); i++) {
    const before = page.url();
    await cluster.first().press("Enter");
    await expect.poll(() => page.url()).not.toBe(before);
  }
  await expect(page.getByRole("group", { name: "What your company has on the map" })).toBeVisible();
  await page.getByRole("link", { name: "Show everything" }).click();
  await expect(page.getByText(/1 on the way, picked up/).first()).toBeVisible();
  await expect(page.getByText(/trucks aren't tracked/)).toBeVisible();
  await page.locator("summary").filter({ hasText: "Filter" }).click();
  await page.getByLabel("Part of a name").fill("frederic");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByRole("heading", { name: "1 place", exact: true })).toBeVisible();
});

test("@script the interactive map opens in place with clusters and base map, and sends requests only to this site", async ({
  page,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await signInWithCookies(page, "manager");
  await page.goto("/map");
  await page.getByRole("button", { name: "Open the map" }).click();
  await expect(page.locator('.island[data-state="open"]')).toBeVisible();
  const colours = () =>
    page
      .locator(".island canvas")
      .first()
      .evaluate((element) => {
        const copy = document.createElement("canvas");
        [copy.width, copy.height] = [200, 200];
        const context = copy.getContext("2d");
        context?.drawImage(element as HTMLCanvasElement, 0, 0, 200, 200);
        const { data } = context?.getImageData(0, 0, 200, 200) ?? { data: [] };
        const seen = new Set<number>();
        for (let i = 0; i < data.length; i += 4)
          seen.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0));
        return seen.size;
      });
  await expect.poll(colours).toBeGreaterThan(8);
  const own = new URL(page.url()).origin;
  expect(requests.filter((url) => !url.startsWith(own) && !/^(blob|data):/.test(url))).toEqual([]);
  expect(requests.some((url) => url.includes("/api/map?kinds="))).toBe(true);
});

test("@script pressing a key on the map's button opens the map and moves focus to it, on a page without the framework", async ({
  page,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await signInWithCookies(page, "manager");
  await page.goto("/map");
  const button = page.getByRole("button", { name: "Open the map" });
  await expect(button).toBeVisible();
  const scripts = requests.filter((path) => path.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((path) => !path.startsWith("/behaviors/"))).toEqual([]);
  await button.press("Enter");
  await expect(page.locator('.island[data-state="open"]')).toBeVisible();
  await expect(page.locator(".island canvas")).toBeFocused();
  await expect(button).toBeHidden();
});

test("@script the map reopens at the last view, and the company's map shows all locations by name", async ({
  page,
}) => {
  await signInWithCookies(page, "manager");
  const open = async (path: string) => {
    await page.goto(path);
    await page.getByRole("button", { name: "Open the map" }).click();
    await expect(page.locator('.island[data-state="open"]')).toBeVisible();
  };
  const bounds = () =>
    page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem("MapBounds") ?? "null");
      return stored ? [stored.path, ...stored.bounds.flat().map((index: number) => index.toFixed(1))] : null;
    });
  await open("/map");
  await page.locator(".mapboxgl-ctrl-zoom-in").click();
  await expect.poll(bounds).not.toBeNull();
  let last = await bounds();
  await expect
    .poll(
      async () => {
        const before = last;
        last = await bounds();
        return JSON.stringify(before) === JSON.stringify(last);
      },
      { intervals: [700] },
    )
    .toBe(true);
  await open("/map");
  await page.locator(".mapboxgl-ctrl-zoom-in").waitFor();
  expect(await bounds()).toEqual(last);

  await open("/company/map");
  const names = page.locator(".map-name");
  // The map's farthest destination and the company's yards.
  await expect(names.filter({ hasText: "Elk Rapids veneer buyer" })).toBeVisible();
  expect(await page.locator(".map-name:not(.town, .county, .street)").count()).toBeGreaterThan(1);
});
