import { beforeAll, expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { createSetupHarness, SETUP_OVERVIEW, type SetupHarness } from "../testing/setup-room.server";
import { getJobPin, setJobPin } from "./job-pin.server";
import { chooseLocationMethod, getLocationStep, saveJobLocation } from "./location.server";
import { getOverview, saveOverview } from "./overview.server";
import { getReview } from "./review.server";
import { getTownships, setJobTownship } from "./townships.server";

let room: SetupHarness;
beforeAll(async () => {
  room = await createSetupHarness();
});

test("lists the typed township first, then the county's from north to south, then those of neighboring counties", async () => {
  const { call } = room.manager;
  await call(saveOverview, { ...SETUP_OVERVIEW, version: 1 });
  const page = await call(getTownships, { query: "" });
  const named = (page?.townships ?? []).map((t) => `${t.township} ${t.range}`);
  expect(named[0]).toBe("T27N R2W");
  const crawford = [28, 27, 26, 25].flatMap((t) => [4, 3, 2, 1].map((r) => `T${t}N R${r}W`));
  expect(new Set(named.slice(0, 16))).toEqual(new Set(crawford));
  expect(named[1]).toMatch(/^T28N/);
  await room.forget();
});

test("normalizes typed land, asks for missing directions, and offers the land under the pin", async () => {
  const { call } = room.manager;
  await call(saveOverview, {
    ...SETUP_OVERVIEW,
    township: "27",
    range: "3 W",
    section: "Sec. 12",
    version: 1,
  });
  expect((await call(getOverview, {})).values).toMatchObject({
    township: "T27N",
    range: "R3W",
    section: "12",
  });
  // Jackson County is on both sides of the meridian and of the base line.
  const jackson = { ...SETUP_OVERVIEW, us_county_id: 26075, township: "2", range: "1", version: 2 };
  expect((await catchError(call(saveOverview, jackson))).refusal.facts.fields).toEqual({
    township: ["Add N or S to the township, like T27N"],
    range: ["Add E or W to the range, like R3W"],
  });
  await call(chooseLocationMethod, { location_method: "pin", version: 2 });
  await call(saveJobLocation, { location_method: "pin", coordinates: "44.70, -84.70", version: 3 });
  const { land, version } = await call(getReview, {});
  expect(land?.title).toMatch(/^The pin lies in S\d+ T27N R3W\. Use that\?$/);
  if (!land) throw new Error("nothing is offered");
  const { township, range, section, plss_meridian_code } = land.land;
  await call(setJobTownship, { township, range, section: section ?? "", plss_meridian_code, version });
  expect((await call(getReview, {})).land).toBeNull();
  expect((await call(getLocationStep, { choosing: false })).land).toBeNull();
});

test("uses the overview's pin as the location, and fills in township, range and section if empty", async () => {
  const { call } = room.manager;
  await room.forget();
  const empty = { ...SETUP_OVERVIEW, township: "", range: "", section: "" };
  const instant = "44.70, -84.70";
  await call(saveOverview, { ...empty, coordinates: instant, version: 1 });
  const { values } = await call(getOverview, {});
  expect(values).toMatchObject({ township: "T27N", range: "R3W", coordinates: "44.700000, -84.700000" });
  expect(values.section).toMatch(/^\d+$/);
  const step = await call(getLocationStep, { choosing: false });
  expect([step.method, step.set, step.land]).toEqual(["pin", true, null]);
  // The typed values stay although the pin is elsewhere, and the location step shows the mismatch.
  await call(saveOverview, { ...SETUP_OVERVIEW, coordinates: instant, version: 2 });
  expect((await call(getOverview, {})).values).toMatchObject({ range: "R2W", section: "28" });
  expect((await call(getLocationStep, { choosing: false })).land?.title).toMatch(/^The pin lies in/);
  const wrong = async (coordinates: string) => {
    const { refusal } = await catchError(call(saveOverview, { ...empty, coordinates, version: 3 }));
    return refusal.facts.fields;
  };
  expect(await wrong("by the old mill")).toMatchObject({
    coordinates: [expect.stringContaining("Write the place like")],
    township: ["Township is required"],
  });
  // Georgia has none.
  expect(await wrong("31.2, -82.4")).toMatchObject({
    coordinates: [expect.stringContaining("We don't know")],
  });
  // A pin in the overview doesn't change a location that was set by another method.
  await call(chooseLocationMethod, { location_method: "skip", lose: true, version: 3 });
  await call(saveOverview, { ...empty, coordinates: instant, version: 4 });
  expect((await call(getLocationStep, { choosing: false })).method).toBe("skip");
  await room.forget();
});

test("fills in state and county from the pin of an empty draft, and keeps a chosen county", async () => {
  const { call } = room.manager;
  await room.forget();
  const { version } = await call(getJobPin, {});
  await call(setJobPin, { coordinates: "44.70, -84.70", version: version + 1 });
  expect((await call(getOverview, {})).values).toMatchObject({
    us_state_id: 26,
    us_county_id: 26039,
    township: "T27N",
    range: "R3W",
  });
  // A county that is already chosen stays, wherever the pin is.
  const again = await call(getJobPin, { coordinates: "46.5, -87.4" });
  await call(setJobPin, { coordinates: "46.5, -87.4", save_anyway: true, version: again.version + 1 });
  expect((await call(getOverview, {})).values).toMatchObject({ us_county_id: 26039 });
  await room.forget();
});
