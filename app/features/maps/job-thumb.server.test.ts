import { expect, test } from "vitest";
import { testDatabase } from "#db/testing/test-database";
import { thumbsOf } from "./job-thumb.server";

test("a job's thumbnail is its county with a dot where the job is, in a few hundred bytes", async () => {
  const { read } = await testDatabase();
  const grayling = { us_county_id: 26_039, latitude: 44.6614, longitude: -84.7148 };
  const keweenaw = { us_county_id: 26_083, latitude: null, longitude: null };
  const thumb = await thumbsOf(read, [grayling, keweenaw]);
  const crawford = thumb(grayling);
  expect(crawford?.county).toMatch(/^M\d+,\d+L/);
  const [x = -1, y = -1] = crawford?.at ?? [];
  for (const pixels of [x, y]) expect(pixels > 0 && pixels < 320).toBe(true);
  // A long coast is no longer than a straight border.
  for (const one of [crawford, thumb(keweenaw)]) expect(one?.county.length).toBeLessThan(700);
  expect(thumb(keweenaw)?.at).toBeNull();
  expect(thumb({ ...grayling, us_county_id: 1 })).toBeNull();
});
