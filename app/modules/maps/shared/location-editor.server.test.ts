import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { openTestDatabase } from "#db/testing/test-database";
import { INVALID_COORDINATES_MESSAGE } from "~/lib/geo/location";
import { findSectionAt } from "~/modules/land/shared/townships.server";
import { readLocationEditor } from "./location-editor.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

const fields = (method: "pin" | "draw", typed: { coordinates?: string; areas?: string }) => ({
  method,
  coordinates: "",
  areas: "",
  geom: "",
  ...typed,
});

test("reports a pin or areas that can't be read", async () => {
  const shown = async (method: "pin" | "draw", typed: { coordinates?: string; areas?: string }) =>
    (await readLocationEditor(db.read, { county_id: 26039, fields: fields(method, typed) })).wrong;
  expect(await shown("pin", { coordinates: "by the old mill" })).toEqual({
    coordinates: [INVALID_COORDINATES_MESSAGE],
  });
  expect(await shown("draw", { areas: "44.7, -84.7\nand so on" })).toEqual({
    areas: [`Line 2 isn't a place. ${INVALID_COORDINATES_MESSAGE}`],
  });
  expect(await shown("pin", { coordinates: "44.7, -84.7" })).toEqual({});
  expect(await shown("pin", {})).toEqual({});
});

test("warns that a pin set on a map of the whole state may be off by miles", async () => {
  const from = async (zoom: number) =>
    (
      await readLocationEditor(db.read, {
        county_id: null,
        fields: fields("pin", { coordinates: "44.7, -84.7" }),
        view: { latitude: 44.7, longitude: -84.7, zoom },
      })
    ).warnings;
  expect(await from(7)).toEqual([expect.stringContaining("may be off by miles")]);
  expect(await from(15)).toEqual([]);
});

test("a map without a pin opens on the described section, else on its township, else on the county", async () => {
  const view = async (land: { township?: string; range?: string; section?: string }, typed = "") =>
    (
      await readLocationEditor(db.read, {
        county_id: 26039,
        fields: fields("pin", { coordinates: typed }),
        described: {
          us_state_id: 26,
          plss_meridian_code: null,
          ...{ township: null, range: null, section: null, ...land },
        },
      })
    ).drawing.view;
  const section = await view({ township: "T27N", range: "R2W", section: "28" });
  expect(section.zoom).toBeGreaterThanOrEqual(13);
  const target = { latitude: section.latitude, longitude: section.longitude };
  expect(await findSectionAt(db.read, target)).toMatchObject({
    township: "T27N",
    range: "R2W",
    section: "28",
  });
  const township = await view({ township: "T27N", range: "R2W", section: "" });
  const county = await view({});
  expect(township.zoom).toBeLessThan(section.zoom);
  expect(county.zoom).toBeLessThan(township.zoom);
  expect((await view({ township: "T27N", range: "R2W" }, "44.7, -84.6")).latitude).toBe(44.7);
});
