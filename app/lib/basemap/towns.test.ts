import { describe, expect, it } from "vitest";
import { createRandom } from "#db/random";
import { type Box, computeMilesBetween, type Point } from "~/lib/geo/geo";
import { findNearestTown, findTownsByName, readTowns, readTownsInBox } from "./towns.server";

const SEEDS = [7, 1_204, ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 2 ** 31))];

/** Return the towns in a box by checking every town in stored order, as a slow reference. */
async function lookedAtOneByOne(
  { min_latitude, max_latitude, min_longitude, max_longitude }: Box,
  least: number,
) {
  const results = [];
  for (const size of [4, 3, 2, 1, 0].filter((size) => size >= least))
    for (const town of await readTowns()) {
      const isBetween = town.latitude >= min_latitude && town.latitude <= max_latitude;
      const isEast = town.longitude >= min_longitude;
      const isWest = town.longitude <= max_longitude;
      const isAlong = min_longitude <= max_longitude ? isEast && isWest : isEast || isWest;
      if (town.size === size && isBetween && isAlong) results.push(town);
    }
  return results;
}

/** Return the nearest town by checking every town. A place with only a post office counts as two miles farther. */
async function nearestOneByOne(place: Point) {
  const order = (await readTowns())
    .filter(
      (town) =>
        Math.abs(town.latitude - place.latitude) <= 1 && Math.abs(town.longitude - place.longitude) <= 2,
    )
    .map((town) => ({ town, order: computeMilesBetween(place, town) + (town.size ? 0 : 2) }))
    .sort((a, b) => a.order - b.order);
  const [first] = order;
  return first && first.order < 60
    ? { town: first.town, miles: computeMilesBetween(place, first.town) }
    : null;
}

describe("towns", () => {
  it("towns lie in the United States and have a name, a county and a size, even with a comma in the source name", async () => {
    const odd = (await readTowns()).filter(
      ({ name, us_county_id, latitude, longitude, size }) =>
        !name ||
        !Number.isInteger(us_county_id) ||
        !(latitude > -15 && latitude < 72) ||
        !((longitude > -180 && longitude < -64) || longitude > 144) ||
        ![0, 1, 2, 3, 4].includes(size),
    );
    expect(odd).toEqual([]);
    const where = { state_ids: [26], near: null };
    expect((await findTownsByName("stambaugh", where, 5)).map(({ latitude }) => latitude)).toEqual([46.081]);
  });

  it.each(SEEDS)(
    "finds the same towns in a box as a check of every town, larger ones first (seed %i)",
    async (seed) => {
      const random = createRandom(seed);
      for (let turn = 0; turn < 20; turn++) {
        const south = random.between(17_000, 66_000) / 1000;
        const west = random.between(-179_000, -66_000) / 1000;
        const box = {
          min_latitude: south,
          max_latitude: south + random.between(0, 6_000) / 1000,
          min_longitude: west,
          max_longitude: west + random.between(0, 12_000) / 1000,
        };
        const least = random.between(0, 4);
        expect(await readTownsInBox(box, least)).toEqual(await lookedAtOneByOne(box, least));
      }
    },
  );

  it("finds towns in a box across the 180th meridian and on its edges, but none in a box with NaN bounds", async () => {
    const aleutians = { min_latitude: 51, max_latitude: 53.5, min_longitude: 172, max_longitude: -168 };
    const towns = await readTownsInBox(aleutians, 0);
    expect(towns.map(({ name }) => name)).toContain("Adak");
    expect(towns).toEqual(await lookedAtOneByOne(aleutians, 0));

    const [town] = towns;
    if (!town) throw new Error("No town there.");
    const { latitude, longitude } = town;
    const point = {
      min_latitude: latitude,
      max_latitude: latitude,
      min_longitude: longitude,
      max_longitude: longitude,
    };
    expect(await readTownsInBox(point, 0)).toEqual([town]);
    expect(await readTownsInBox({ ...point, min_latitude: Number.NaN }, 0)).toEqual([]);

    const everywhere = { min_latitude: -1e9, max_latitude: 1e9, min_longitude: -180, max_longitude: 180 };
    expect(await readTownsInBox(everywhere, 0)).toHaveLength((await readTowns()).length);
  });

  it.each(SEEDS)("finds the same nearest town as a check of every town (seed %i)", async (seed) => {
    const random = createRandom(seed);
    for (let turn = 0; turn < 60; turn++) {
      const place = {
        latitude: random.between(24_000, 50_000) / 1000,
        longitude: random.between(-125_000, -66_000) / 1000,
      };
      expect(await findNearestTown(place)).toEqual(await nearestOneByOne(place));
    }
  });
});
