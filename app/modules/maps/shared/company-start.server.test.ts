import { expect, test } from "vitest";
import { makeCompany } from "#db/factories";
import { openTestDatabase } from "#db/testing/test-database";
import { readCompanyStartView } from "./company-start.server";

test("a map starts at the location that the browser reported within the hour, else in the company's town", async () => {
  const db = await openTestDatabase();
  const { id } = await makeCompany(db, { city: "Grayling", us_state_id: 26 });
  const start = (result: { latitude: number; longitude: number } | null) =>
    readCompanyStartView({ read: db.read, actor: { company: { id } }, said: () => result });
  expect(await start({ latitude: 46.54, longitude: -87.4 })).toEqual({
    latitude: 46.54,
    longitude: -87.4,
    zoom: 9,
  });
  expect(await start(null)).toEqual({ latitude: 44.661, longitude: -84.715, zoom: 9 });
});
