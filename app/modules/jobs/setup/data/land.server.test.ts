import { beforeAll, expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { createSetupHarness, OVERVIEW, type SetupRoom } from "../testing/setup-room.server";
import { getJobPin, setJobPin } from "./job-pin.server";
import { chooseMethod, getLocationStep, saveJobLocation } from "./location.server";
import { getOverview, saveOverview } from "./overview.server";
import { getReview } from "./review.server";
import { getTownships, setJobTownship } from "./townships.server";

let room: SetupRoom;
beforeAll(async () => {
  room = await createSetupHarness();
});

test("the typed township is listed first, then the county's from north to south, then its neighbors'", async () => {
  const { call } = room.manager;
  await call(saveOverview, { ...OVERVIEW, version: 1 });
  const page = await call(getTownships, { query: "" });
  const named = (page?.townships ?? []).map((t) => `${t.township} ${t.range}`);
  expect(named[0]).toBe("T27N R2W");
  const crawford = [28, 27, 26, 25].flatMap((t) => [4, 3, 2, 1].map((r) => `T${t}N R${r}W`));
  expect(new Set(named.slice(0, 16))).toEqual(new Set(crawford));
  expect(named[1]).toMatch(/^T28N/);
  await room.forget();
});

test("land is kept in one form, its direction is asked for where the county has both, and the pin's land is offered", async () => {
  const { call } = room.manager;
  await call(saveOverview, { ...OVERVIEW, township: "27", range: "3 W", section: "Sec. 12", version: 1 });
  expect((await call(getOverview, {})).values).toMatchObject({
    township: "T27N",
    range: "R3W",
    section: "12",
  });
  // Jackson County is on both sides of the meridian and of the base line.
  const jackson = { ...OVERVIEW, us_county_id: 26075, township: "2", range: "1", version: 2 };
  expect((await catchError(call(saveOverview, jackson))).refusal.facts.fields).toEqual({
    township: ["Add N or S to the township, like T27N"],
    range: ["Add E or W to the range, like R3W"],
  });
  await call(chooseMethod, { location_method: "pin", version: 2 });
  await call(saveJobLocation, { location_method: "pin", coordinates: "44.70, -84.70", version: 3 });
  const { land, version } = await call(getReview, {});
  expect(land?.title).toMatch(/^The pin lies in S\d+ T27N R3W\. Use that\?$/);
  if (!land) throw new Error("nothing is offered");
  const { township, range, section, plss_meridian_code } = land.land;
  await call(setJobTownship, { township, range, section: section ?? "", plss_meridian_code, version });
  expect((await call(getReview, {})).land).toBeNull();
  expect((await call(getLocationStep, { choosing: false })).land).toBeNull();
});

test("a pin gives township, range and section where none is typed, and is the job's location", async () => {
  const { call } = room.manager;
  await room.forget();
  const empty = { ...OVERVIEW, township: "", range: "", section: "" };
  const instant = "44.70, -84.70";
  await call(saveOverview, { ...empty, coordinates: instant, version: 1 });
  const { values } = await call(getOverview, {});
  expect(values).toMatchObject({ township: "T27N", range: "R3W", coordinates: "44.700000, -84.700000" });
  expect(values.section).toMatch(/^\d+$/);
  const step = await call(getLocationStep, { choosing: false });
  expect([step.method, step.set, step.land]).toEqual(["pin", true, null]);
  // The typed values stay, though the pin is elsewhere, and the location shows the mismatch.
  await call(saveOverview, { ...OVERVIEW, coordinates: instant, version: 2 });
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
  // A location that was drawn isn't moved by a pin.
  await call(chooseMethod, { location_method: "skip", lose: true, version: 3 });
  await call(saveOverview, { ...empty, coordinates: instant, version: 4 });
  expect((await call(getLocationStep, { choosing: false })).method).toBe("skip");
  await room.forget();
});

test("the pin of a job that has nothing yet says its state and county too, and is kept by its page's form", async () => {
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
  // A county that was chosen stays, wherever the pin is.
  const again = await call(getJobPin, { coordinates: "46.5, -87.4" });
  await call(setJobPin, { coordinates: "46.5, -87.4", save_anyway: true, version: again.version + 1 });
  expect((await call(getOverview, {})).values).toMatchObject({ us_county_id: 26039 });
  await room.forget();
});
