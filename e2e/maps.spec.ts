import type { Page } from "@playwright/test";
import { chooseOption, expect, getAppUrl, signInWithCookies, test } from "./support/test";

/** Sample the colors of an open map's canvas. Return the number of colors, and the share of the canvas that is drawn. */
async function paint(page: Page): Promise<{ colours: number; clear: number }> {
  const canvas = page.locator(".island canvas").first();
  return canvas.evaluate((element) => {
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [300, 300];
    const context = copy.getContext("2d");
    context?.drawImage(element as HTMLCanvasElement, 0, 0, 300, 300);
    const { data } = context?.getImageData(0, 0, 300, 300) ?? { data: [] };
    const seen = new Set<number>();
    let clear = 0;
    for (let i = 0; i < data.length; i += 4) {
      seen.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0));
      if ((data[i + 3] ?? 0) < 128) clear++;
    }
    return { colours: seen.size, clear };
  });
}

test("a job's land is drawn and described in words; its file for the European Union can be viewed and saved", async ({
  page,
  as,
}) => {
  await signInWithCookies(page, "manager");
  await page.goto("/jobs/1/map");
  const drawing = page.getByRole("group", { name: "Deward Tract in its county" });
  await expect(drawing).toBeVisible();
  await expect(drawing.locator("path.shape").first()).toHaveAttribute("d", /^M[-\d.]+,[-\d.]+L/);
  await expect(drawing.locator("path.guess")).toHaveAttribute("d", /^M/);
  await expect(page.getByText("Dashed township lines are approximate. Check the deed.")).toBeVisible();
  await expect(page.getByText(/^\d+\.\d acres$/).first()).toBeVisible();
  // All of the map's features are inside the visible area, with destinations shown by name.
  await expect(drawing.getByText("Roscommon sawmill")).toBeAttached();
  await page.getByRole("link", { name: "Show the land" }).click();
  await expect(drawing.getByText("Roscommon sawmill")).toHaveCount(0);
  await page.getByRole("link", { name: "Show everything" }).click();
  await expect(
    page
      .getByRole("group")
      .getByText(/^T\d+N R\d+W$/)
      .first(),
  ).toBeAttached();

  await page.getByRole("link", { name: "EUDR export" }).click();
  await expect(page.getByRole("heading", { name: "EUDR export" })).toBeVisible();
  await expect(page.getByText(/doesn't name a species/).first()).toBeVisible();
  const file = await page.request.get("/jobs/1/eudr/file");
  expect(file.headers()["content-disposition"]).toBe('attachment; filename="eudr-deward-tract.geojson"');
  const { features } = (await file.json()) as {
    features: { properties: Record<string, unknown>; geometry: { coordinates: number[][][] } }[];
  };
  expect(features[0]?.properties).toMatchObject({ ProducerCountry: "US", ProducerName: expect.any(String) });
  expect(features[0]?.geometry.coordinates[0]?.[0]?.[0]).toBeLessThan(-80);

  const rival = await as("rival");
  for (const path of ["map", "eudr", "eudr/file", "map/edit"])
    expect((await rival.goto(`/jobs/1/${path}`))?.status()).toBe(404);
});

test("a pin is set by clicks that zoom in, corners are typed and clicked, and both pin and corners are saved", async ({
  page,
}, { project }) => {
  // Each project uses its own job, so that neither sees the other's changes.
  const job = project.name === "script" ? 2 : 3;
  await signInWithCookies(page, "manager");
  await page.goto(`/jobs/${job}/map/edit?method=pin`);
  await page.getByLabel("Coordinates").fill("");
  await page.getByRole("button", { name: "Show on the map" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please drop a pin on the map").first()).toBeVisible();
  const map = page.getByRole("button", { name: "Set the pin on the map" });
  const view = page.locator("input[name=view]");
  const zoom = async () => Number((await view.inputValue()).split(",")[2]);
  while ((await zoom()) < 12) {
    const before = await view.inputValue();
    await map.click({ position: { x: 310, y: 250 } });
    await expect(view).not.toHaveValue(before);
    await expect(page.getByLabel("Coordinates")).toHaveValue("");
  }
  await map.click({ position: { x: 325, y: 238 } });
  await expect(page.getByLabel("Coordinates")).not.toHaveValue("");
  await expect(page.getByText("Click the map to set the pin, or type the coordinates.")).toBeVisible();
  const pin = await page.getByLabel("Coordinates").inputValue();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText(`Pin at ${pin.replace(/0+(?=,|$)/g, "").replace(/\.(?=,|$)/, "")}`),
  ).toBeVisible();

  await page.getByRole("link", { name: "Edit pin or areas" }).click();
  await page.getByRole("link", { name: "Draw shape" }).click();
  const corners = page.getByRole("textbox", { name: "Corners" });
  await expect(corners).toHaveValue("");
  const [lat = 0, lng = 0] = pin.split(",").map(Number);
  const at = (north: number, east: number) => `${(lat + north).toFixed(6)}, ${(lng + east).toFixed(6)}`;
  await corners.fill(`${at(0, 0)}\n${at(0.004, 0.004)}\n${at(0.004, 0)}\n${at(0, 0.004)}`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Area 1 crosses itself.").first()).toBeVisible();
  await corners.fill(`${at(0, 0)}\n${at(0, 0.004)}\n${at(0.004, 0.004)}`);
  await page.getByRole("button", { name: "Show on the map" }).click();
  await expect(page.getByText(/^3 points, \d+\.\d acres$/)).toBeVisible();
  await page.getByRole("button", { name: "Add a point on the map" }).click({ position: { x: 60, y: 60 } });
  await expect(page.getByText(/^4 points, /)).toBeVisible();
  await page.getByRole("button", { name: "Close area" }).click();
  await page.getByRole("button", { name: "Add a point on the map" }).click({ position: { x: 250, y: 250 } });
  await expect(page.getByText("1 point", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please draw a shape with at least 3 points").first()).toBeVisible();
  await page.getByRole("button", { name: "Delete area" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Area 1", { exact: true })).toBeVisible();
});

test("a road is drawn by clicks on the job's land, its last point is removed, and it is named and measured", async ({
  page,
}, { project }) => {
  const name = `Spur ${project.name}`;
  await signInWithCookies(page, "manager");
  await page.goto("/jobs/1/roads/new");
  await page.getByLabel("Name").fill(name);
  const map = page.getByRole("button", { name: "Add a point on the map" });
  const way = page.getByLabel("Route");
  await expect(way).toHaveValue("");
  for (const [x, count] of [
    [80, "1 point"],
    [140, "2 points, "],
    [220, "3 points, "],
  ] as const) {
    await map.click({ position: { x, y: 150 } });
    await expect(page.getByText(count).first()).toBeVisible();
  }
  await page.getByRole("button", { name: "Undo point" }).click();
  await expect(page.getByText(/^2 points, [\d.]+ mi$/)).toBeVisible();
  expect((await way.inputValue()).trim().split("\n")).toHaveLength(2);
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await chooseOption(page, "Type", "Skid");
  await page.getByRole("button", { name: "Add road" }).click();
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText(/0\.\d\d mi|\d\.\d mi/);
  await row.getByRole("link", { name: "Edit" }).click();
  expect((await way.inputValue()).trim().split("\n")).toHaveLength(2);
  await page.getByRole("button", { name: "Delete line" }).click();
  await expect(way).toHaveValue("");
});

test("an uploaded file of areas replaces a job's areas; an invalid file changes nothing", async ({ page }, {
  project,
}) => {
  await signInWithCookies(page, "manager");
  await page.goto(`/jobs/${project.name === "script" ? 2 : 3}/map/edit?method=import`);
  const send = async (name: string, text: string) => {
    const file = { name, mimeType: "application/geo+json", buffer: Buffer.from(text) };
    await page.getByLabel("File").setInputFiles(file);
    await page.getByRole("button", { name: "Import" }).click();
  };
  await send("harvest.geojson", '{"type":"Feature"');
  await expect(page.getByText(/^We couldn't read this file: /).first()).toBeVisible();
  const square = [0, 1].map((i) => {
    const [x, y] = [-84.7 + i * 0.02, 44.66];
    return {
      type: "Polygon",
      coordinates: [[0, 1, 3, 2, 0].map((corner) => [x + (corner % 2) * 0.01, y + (corner > 1 ? 0.01 : 0)])],
    };
  });
  await send("harvest.geojson", JSON.stringify({ type: "GeometryCollection", geometries: square }));
  await expect(page.getByText(/This is [\d,]+ miles outside/).first()).toBeVisible();
  await page.getByRole("button", { name: "Save anyway" }).click();
  await page.getByRole("link", { name: "Edit pin or areas" }).click();
  await expect(page.getByText(/^4 points, [\d.]+ acres$/)).toHaveCount(2);
  await page.getByRole("link", { name: "Back to the map" }).click();
  await expect(page.getByText("Area 2", { exact: true })).toBeVisible();
});

test("@script the interactive map loads only when its button is pressed, contacts no other site, and draws the land", async ({
  page,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await signInWithCookies(page, "manager");
  const own = getAppUrl();
  for (const path of ["/jobs/1", "/jobs/1/map", "/company/map"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await page.content()).not.toMatch(/<link[^>]+island/);
  }
  expect(requests.filter((url) => /island|mapbox/.test(url))).toEqual([]);

  await page.getByRole("button", { name: "Open the map" }).click();
  await expect(page.locator('.island[data-state="open"]')).toBeVisible();
  await expect.poll(async () => (await paint(page)).colours).toBeGreaterThan(2);
  expect((await paint(page)).clear).toBe(0);

  // The map opens as it was last viewed: close to the land rather than zoomed out to the mill.
  await page.goto("/jobs/1/map/edit");
  const corners = await page.getByRole("textbox", { name: "Corners" }).inputValue();
  await page.goto("/jobs/1/map");
  await page.evaluate((typed) => {
    const points = [...typed.matchAll(/(-?\d+\.\d+)[,\s]+(-?\d+\.\d+)/g)].map(([, y, x]) => [
      Number(x),
      Number(y),
    ]);
    const [x, y] = [points.map(([lng = 0]) => lng), points.map(([, lat = 0]) => lat)];
    const bounds = [
      [Math.min(...x), Math.min(...y)],
      [Math.max(...x), Math.max(...y)],
    ];
    localStorage.setItem("MapBounds", JSON.stringify({ path: location.pathname, bounds }));
  }, corners);
  await page.getByRole("button", { name: "Open the map" }).click();
  await expect(page.locator('.island[data-state="open"]')).toBeVisible();
  await expect.poll(async () => (await paint(page)).colours).toBeGreaterThan(2);
  // Click next to the landing in the middle of the land.
  const canvas = page.locator(".island canvas");
  const size = await canvas.boundingBox();
  if (!size) throw new Error("no map");
  await canvas.click({ position: { x: size.width / 2 + 50, y: size.height / 2 + 40 } });
  await expect(page.locator(".map-label")).toHaveText(/^Area 1, [\d.]+ acres$/);
  await expect(page.locator(".map-label")).toHaveText("");
  expect(requests.filter((url) => !url.startsWith(own) && !/^(blob|data):/.test(url))).toEqual([]);
});

test("@script areas drawn on the map are written to the form's field and saved with the form", async ({
  page,
}) => {
  await signInWithCookies(page, "manager");
  await page.goto("/jobs/1/map/edit");
  const corners = page.getByRole("textbox", { name: "Corners" });
  const before = await corners.inputValue();
  await page.getByRole("button", { name: "Draw on map" }).click();
  await expect(page.locator('.island[data-state="open"]')).toBeVisible();
  const moving = page.locator(".moving");
  await moving.getByRole("button", { name: "New area" }).click();
  const canvas = page.locator(".island canvas");
  const box = await canvas.boundingBox();
  if (!box) throw new Error("no map");
  const press = (x: number, y: number) => canvas.click({ position: { x: box.width * x, y: box.height * y } });
  await press(0.1, 0.1);
  await press(0.2, 0.1);
  await press(0.25, 0.2);
  await press(0.24, 0.3);
  const locator = page.locator("output");
  await expect(locator).toHaveText(/4 points/);
  await moving.getByRole("button", { name: "Undo point" }).click();
  await expect(locator).toHaveText(/3 points, [\d.]+ acres/);
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(locator).toHaveText(/^2 areas, [\d.]+ acres/);
  expect((await corners.inputValue()).trim().split(/\n\n/)).toHaveLength(2);
  expect(await corners.inputValue()).not.toBe(before);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Area 2", { exact: true })).toBeVisible();
});

test("@script a road drawn on the map is written to its form's field as one line", async ({ page }) => {
  await signInWithCookies(page, "manager");
  await page.goto("/jobs/1/roads/new");
  await page.getByRole("button", { name: "Draw on map" }).click();
  await expect(page.locator('.island[data-state="open"]')).toBeVisible();
  const canvas = page.locator(".island canvas");
  const box = await canvas.boundingBox();
  if (!box) throw new Error("no map");
  const press = (x: number, y: number) => canvas.click({ position: { x: box.width * x, y: box.height * y } });
  const moving = page.locator(".moving");
  const locator = moving.locator("output");
  await expect(locator).toHaveText("Tap the places along the road.");
  // The map doesn't react to taps until shortly after it is shown, so repeat a tap that comes too early.
  await expect(async () => {
    await press(0.2, 0.2);
    await expect(locator).toHaveText("1 point", { timeout: 2_000 });
  }).toPass();
  await press(0.4, 0.3);
  await expect(locator).toHaveText(/^2 points/);
  await press(0.6, 0.35);
  await expect(locator).toHaveText(/^3 points/);
  await moving.getByRole("button", { name: "Undo point" }).click();
  await expect(locator).toHaveText(/^2 points, [\d.]+ mi$/);
  await moving.getByRole("button", { name: "Finish" }).click();
  const way = page.getByLabel("Route");
  expect((await way.inputValue()).trim().split("\n")).toHaveLength(2);
  await moving.getByRole("button", { name: "Delete line" }).click();
  await expect(way).toHaveValue("");
});

test.describe("with a failing connection", () => {
  test.use({ allowed: [/net::ERR_FAILED/] });
  test("@script if the interactive map can't load, the server's drawing of the map stays and an error is shown", async ({
    page,
  }) => {
    await signInWithCookies(page, "manager");
    await page.route(/island/, (route) => route.abort());
    await page.goto("/jobs/1/map");
    await page.getByRole("button", { name: "Open the map" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Error loading maps." })).toBeVisible();
    await expect(page.getByRole("group", { name: "Deward Tract in its county" })).toBeVisible();
  });
});
