import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { buildTigerRoads } from "../app/modules/maps/testing/tiger";
import { type Served, serveDemo } from "../scripts/serve";
import { chooseOption, expect, signInAt, test } from "./support/test";

/** Start a separate site with the imported roads of its county, as described in docs/maps.md. */
let site: Served;
test.beforeAll(async () => {
  site = await serveDemo();
  const folder = mkdtempSync(join(tmpdir(), "timbertally-roads-"));
  const file = join(folder, "tl_2025_26039_roads.zip");
  writeFileSync(file, buildTigerRoads());
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "db/scripts/import-ground.ts", file],
    { env: { ...process.env, DATABASE_URL: site.databaseUrl }, encoding: "utf8" },
  );
  rmSync(folder, { recursive: true, force: true });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/7/);
});
test.afterAll(() => site.stop());

const inSite = async (page: Page, path: string) => {
  await signInAt(page, site.url, "manager");
  await page.goto(`${site.url}${path}`);
};

test("@both a phone user finds a yard two miles north of Grayling on the old 27, and the pin is on the road", async ({
  page,
}, { project }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await inSite(page, "/company/locations/new");
  await chooseOption(page, "Location type", "Sort yard");
  await page.getByLabel("Name").fill(`Old 27 yard ${project.name}`);
  await page.getByLabel("Find a place").fill("two miles north of Grayling on the old 27");
  await page.getByLabel("Find a place").press("Enter");
  await expect(page.getByText("2 miles N of Grayling on Old US Hwy 27").first()).toBeVisible();
  // The server draws the road at the yard, with its name.
  await expect(page.locator("svg.map path.near-minor, .map path.near-minor").first()).toHaveAttribute(
    "d",
    /^M/,
  );
  await expect(page.locator(".map text", { hasText: "Old US Hwy 27" }).first()).toBeAttached();
  await expect(page.getByLabel("Latitude")).toHaveValue("");
  await page.getByRole("button", { name: "Pin the middle" }).press("Enter");
  await expect(page.getByLabel("Latitude")).toHaveValue(/^44\.(68|69)/);
  await page.getByRole("button", { name: "Add Location" }).click();
  await expect(page.getByText("Location created successfully")).toBeVisible();
});

/**
 * Return the pixels of the open map, scaled down. They are passed out of the page as text, since passing 360,000
 * numbers takes seconds.
 */
const dots = async (page: Page) => {
  const text = await page
    .locator(".island canvas")
    .first()
    .evaluate((element) => {
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [300, 300];
      const context = copy.getContext("2d", { willReadFrequently: true });
      context?.drawImage(element as HTMLCanvasElement, 0, 0, 300, 300);
      const rows = context?.getImageData(0, 0, 300, 300).data ?? new Uint8ClampedArray();
      let bytes = "";
      for (let i = 0; i < rows.length; i += 1_200)
        bytes += String.fromCharCode(...rows.subarray(i, i + 1_200));
      return btoa(bytes);
    });
  return Buffer.from(text, "base64");
};

/** Return the number of pixels that differ noticeably between two pictures. */
const differing = (bytes: Uint8Array, other: Uint8Array) => {
  let count = 0;
  for (let i = 0; i < bytes.length; i += 4)
    if ([0, 1, 2].some((k) => Math.abs((bytes[i + k] ?? 0) - (other[i + k] ?? 0)) > 12)) count++;
  return count;
};

for (const path of ["/map", "/jobs/1/map"])
  test(`@script the interactive map at ${path} draws roads, and its pixels differ if roads are hidden`, async ({
    page,
  }) => {
    const opened = async (
      path: string,
      bounds: [[number, number], [number, number]],
      leftOut: string | null,
    ) => {
      await page.unrouteAll();
      if (leftOut)
        await page.route(/\/api\/map\/near/, async (route) => {
          const answer = await route.fetch();
          const result = (await answer.json()) as { features: { properties: { kind: string } }[] };
          const features = result.features.filter(({ properties }) => properties.kind !== leftOut);
          await route.fulfill({ response: answer, json: { ...result, features } });
        });
      await page.goto(`${site.url}${path}`);
      await page.evaluate(
        (stored) => localStorage.setItem("MapBounds", stored),
        JSON.stringify({ path, bounds }),
      );
      const near = page.waitForResponse(/\/api\/map\/near/);
      await page.getByRole("button", { name: "Open the map" }).click();
      await expect(page.locator('.island[data-state="open"]')).toBeVisible();
      const { features } = (await (await near).json()) as { features: unknown[] };
      await page.locator(`.island[data-painted-near="${features.length}"]`).waitFor();
      let last = await dots(page);
      // The map has finished drawing once two consecutive samples are equal.
      await expect
        .poll(
          async () => {
            const before = last;
            last = await dots(page);
            return differing(before, last);
          },
          { intervals: [300] },
        )
        .toBe(0);
      return last;
    };
    await inSite(page, "/map");
    // Area north of Grayling, where the company has no locations: highways, and the road "old 27".
    const roads: [[number, number], [number, number]] = [
      [-84.75, 44.7],
      [-84.66, 44.76],
    ];
    // The job's county is drawn under the roads.
    const whole = await opened(path, roads, null);
    expect(differing(whole, await opened(path, roads, "street"))).toBeGreaterThan(500);
  });

test("@script a job's map prints on two Letter sheets, with named highways and directions to each landing", async ({
  page,
}) => {
  await inSite(page, "/jobs/1/map");
  await page.getByRole("link", { name: "Map to print" }).click();
  await expect(page.getByRole("button", { name: "Print" })).toBeVisible();
  // Pixels of the printable area of a Letter sheet.
  await page.setViewportSize({ width: 740, height: 978 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("link", { name: "Back to the map" })).toBeHidden();
  for (const title of ["The job and its destinations", "From Frederic to the land", "The land"]) {
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
    const picture = page.getByRole("img", { name: `Deward Tract: ${title}`, exact: true });
    const box = await picture.boundingBox();
    expect([box && box.width > 500, box && box.x >= 0 && box.x + box.width <= 740]).toEqual([true, true]);
  }
  const first = page.getByRole("img", { name: /its destinations$/ });
  for (const road of ["I- 75", "State Hwy 72"])
    await expect(first.locator("text", { hasText: road }).first()).toBeAttached();
  const way = page
    .locator("li")
    .filter({ hasText: "River landing" })
    .filter({ hasText: "miles W of Frederic" });
  await expect(way).toContainText(/section \d+ T28N R4W/);
  await expect(way.locator("code")).toHaveText("44.82890, -84.81610");
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)).toHaveLength(2);
});
