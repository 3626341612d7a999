import { beforeAll, expect, test } from "vitest";
import { makeJob } from "#db/factories";
import { catchError } from "#db/testing/acting";
import { createSetupHarness, SETUP_OVERVIEW, type SetupHarness } from "../testing/setup-room.server";
import { getOverview, saveOverview } from "./overview.server";

let room: SetupHarness;
beforeAll(async () => {
  room = await createSetupHarness();
});

test("starts a new job in the county of the newest job in the home state, and the first job without a county", async () => {
  const { call, actor } = room.manager;
  const me = actor.company?.id ?? 0;
  await room.db.client.execute(`UPDATE company SET us_state_id = 26 WHERE id = ${me}`);
  const startsIn = async () => {
    const { us_state_id, us_county_id } = (await call(getOverview, {})).values;
    return [us_state_id, us_county_id];
  };
  expect(await startsIn()).toEqual([null, null]);
  // Appling, Georgia.
  await makeJob(room.db, me, { us_state_id: 13, us_county_id: 13001 });
  expect(await startsIn()).toEqual([null, null]);
  await makeJob(room.db, me, { us_state_id: 26, us_county_id: 26039 });
  await makeJob(room.db, me, { us_state_id: 13, us_county_id: 13001 });
  expect(await startsIn()).toEqual([26, 26039]);
});

test("Next without a county asks for a county instead of taking the first one listed", async () => {
  const { us_county_id: _, us_state_id: __, ...rest } = SETUP_OVERVIEW;
  const { refusal } = await catchError(room.manager.call(saveOverview, { ...rest, version: 1 } as never));
  expect(Object.keys(refusal.facts.fields ?? {})).toEqual(
    expect.arrayContaining(["us_county_id", "us_state_id"]),
  );
});
