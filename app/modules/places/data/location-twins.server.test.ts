import { expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createLocation, listLocations } from "../shared/locations.server";
import { addLocation } from "./add-location.server";
import { createLocationType } from "./location-types.server";

test("the form asks before adding a second location with the same name and place; the API doesn't", async () => {
  const h = await makeHarvest(await openTestDatabase());
  const me = h.ids.manager.id;
  const locationType = await h.manager.call(createLocationType, {
    company_id: me,
    name: "Yard",
    location_type_id: 2,
  });
  const company_location_type_id = Number(locationType.id);
  const yard = {
    company_id: me,
    company_location_type_id,
    name: "Grayling yard",
    latitude: 44.66,
    longitude: -84.71,
  };
  await h.manager.call(addLocation, yard);
  const twin = { ...yard, name: "GRAYLING yard", latitude: 44.6604 };
  const { refusal } = await catchError(h.manager.call(addLocation, twin));
  expect(refusal.facts.fields).toEqual({
    create_anyway: ["You already have a location Grayling yard at this place."],
  });
  // A location with another name, at another place, or of another company isn't a duplicate.
  await h.manager.call(addLocation, { ...twin, name: "Grayling gate" });
  await h.manager.call(addLocation, { ...twin, latitude: 44.7 });
  await h.manager.call(addLocation, { ...twin, create_anyway: true });
  await h.manager.call(createLocation, twin);
  const named = (await h.manager.call(listLocations, { company_id: me, take: -1 })).company_locations.filter(
    (row) => /grayling yard/i.test(row.company_location.name),
  );
  expect(named).toHaveLength(4);
});
