import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobLocationForm, updateJobLocation } from "~/modules/jobs/data/location.server";
import { getJobMap } from "~/modules/maps/data/job-map-page.server";
import { getShapeForm, updateJobShape } from "~/modules/maps/data/shape.server";
import { JobLandMismatchNotice } from "../shared/other-land";

let h: Harvest;
beforeAll(async () => {
  h = await makeHarvest(await openTestDatabase());
});

const forty = "44.66, -84.72\n44.66, -84.715\n44.6636, -84.715\n44.6636, -84.72";

/**
 * Return the land notices for a user on each page of the job that may show one: its map, and the forms that move the
 * job.
 */
async function notices(who = h.manager) {
  const id = h.ids.job;
  const map = await who.call(getJobMap, { id, look: null });
  if (who !== h.manager) return [map.other_land];
  const [shape, place] = [await who.call(getShapeForm, { id }), await who.call(getJobLocationForm, { id })];
  return [map, shape, place].map((page) => page.other_land);
}

test("a job moved or drawn off its described land shows its actual section, and a form button uses that section", async () => {
  const id = h.ids.job;
  const { version } = await h.manager.call(getShapeForm, { id });
  const land = { township: "T27N", range: "R3W", section: "12" };
  const county = { us_state_id: 26, us_county_id: 26039 };
  const shape = { location_method: "draw" as const, areas: forty };
  await h.manager.call(updateJobShape, { id, version: version + 1, ...shape });
  await h.manager.call(updateJobLocation, { id, version: version + 2, ...county, ...land });
  const lines = await notices();
  const title = lines[0]?.notice.title ?? "";
  expect(title).toMatch(/^The shape lies mostly in S\d+ T26N R3W\. Use that\?$/);
  expect(lines.map((s) => s?.notice.title)).toEqual([title, title, title]);
  expect(await notices(h.logger)).toEqual([null]);

  const form = renderToStaticMarkup(
    <JobLandMismatchNotice id={id} land={lines[0] ?? null} submissionId="0b7e3c1e-form" />,
  );
  expect(form).toContain(`<form method="post" action="/jobs/${id}/location">`);
  expect(form).toContain("The overview says S12 T27N R3W.");
  const sent = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  const { submission_id, ...fields } = Object.fromEntries(sent);
  expect(submission_id).toBe("0b7e3c1e-form-land");
  const numbers = ["version", "us_state_id", "us_county_id"].map((name) => [name, Number(fields[name])]);
  await h.manager.call(updateJobLocation, { id, ...fields, ...Object.fromEntries(numbers) });
  expect(await notices()).toEqual([null, null, null]);
  const now = await h.manager.call(getJobLocationForm, { id });
  expect(title).toContain(`S${now.values.section} ${now.values.township} ${now.values.range}`);

  const pin = { location_method: "pin" as const, coordinates: "44.7, -84.7" };
  await h.manager.call(updateJobShape, { id, version: now.version + 1, ...pin });
  expect((await notices())[0]?.notice.title).toMatch(/^The pin lies in S\d+ T27N R3W\. Use that\?$/);
  // The pin stays in Michigan, so a county in another state requires confirmation.
  const georgia = { us_state_id: 13, us_county_id: 13001, save_anyway: true };
  await h.manager.call(updateJobLocation, { id, version: now.version + 2, ...georgia });
  expect(await notices()).toEqual([null, null, null]);
});
