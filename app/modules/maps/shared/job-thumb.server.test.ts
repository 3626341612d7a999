import { expect, test } from "vitest";
import { openTestDatabase } from "#db/testing/test-database";
import { createJobThumbnails } from "./job-thumb.server";

test("a job's thumbnail is its county's outline with a dot at the job, in a few hundred bytes", async () => {
  const { read } = await openTestDatabase();
  const grayling = { us_county_id: 26_039, latitude: 44.6614, longitude: -84.7148 };
  const keweenaw = { us_county_id: 26_083, latitude: null, longitude: null };
  const thumb = await createJobThumbnails(read, [grayling, keweenaw]);
  const crawford = thumb(grayling);
  expect(crawford?.county).toMatch(/^M\d+,\d+L/);
  const [x = -1, y = -1] = crawford?.at ?? [];
  for (const pixels of [x, y]) expect(pixels > 0 && pixels < 320).toBe(true);
  // The path of a long coast is no longer than the path of a straight border.
  for (const jobThumb of [crawford, thumb(keweenaw)]) expect(jobThumb?.county.length).toBeLessThan(700);
  expect(thumb(keweenaw)?.at).toBeNull();
  expect(thumb({ ...grayling, us_county_id: 1 })).toBeNull();
});

test("redraws a job's thumbnail when the county's outline or bounds change", async () => {
  const { read, client } = await openTestDatabase();
  const place = { us_county_id: 26_039, latitude: 44.6614, longitude: -84.7148 };
  const drawn = async () => (await createJobThumbnails(read, [place]))(place);
  const first = await drawn();
  expect(await drawn()).toEqual(first);
  await client.execute(
    "UPDATE us_county_geometry SET geom = (SELECT geom FROM us_county_geometry WHERE us_county_id = 26083) WHERE us_county_id = 26039",
  );
  const other = await drawn();
  expect(other?.county).not.toBe(first?.county);
  expect(other?.at).toEqual(first?.at);
  await client.execute("UPDATE us_county SET max_longitude = max_longitude + 1 WHERE id = 26039");
  expect((await drawn())?.at).not.toEqual(first?.at);
});
