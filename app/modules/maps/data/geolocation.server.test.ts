import { describe, expect, test } from "vitest";
import { makeCompany, makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { readPositionHeaders } from "~/web/context.server";
import { runProcedure } from "~/web/run-procedure.server";
import { getGeolocation } from "./geolocation.server";

describe("location of a caller whose device reports none", async () => {
  const db = await openTestDatabase();
  const at = async (values: { city?: string; us_state_id?: number | null }) => {
    const c = await makeCompany(db, values);
    return actAs(db, await makeUser(db, {}, [c.admins]), c.id);
  };

  test("locates a caller in the company's town, else in its state, else nowhere", async () => {
    const grayling = await at({ city: "Grayling", us_state_id: 26 });
    const home = { latitude: 44.661, longitude: -84.715, accuracy: 50_000, source: "company", credit: null };
    expect(await grayling.call(getGeolocation, {})).toEqual(home);
    const somewhere = await (await at({ city: "No such town", us_state_id: 26 })).call(getGeolocation, {});
    expect(somewhere.latitude).toBeCloseTo(45, 0);
    const nowhere = await at({ us_state_id: null });
    expect((await catchError(nowhere.call(getGeolocation, {}))).refusal.kind).toBe("missing");
  });

  test("uses the browser's reported location if the deployment has no other source", async () => {
    const { actor } = await at({ city: "Grayling", us_state_id: 26 });
    const said = () => ({ latitude: 44.04, longitude: -84.04 });
    const call = { db, actor, now: new Date("2026-11-23T12:00:00Z"), address: "203.0.113.77", said };
    expect(await runProcedure(getGeolocation, { ...call, near: () => null }, {})).toMatchObject({
      latitude: 44.04,
      source: "device",
    });
  });
});

test.each([
  [{ "cf-iplatitude": "46.5", "cf-iplongitude": "-87.4" }, "cf-iplatitude,cf-iplongitude", 46.5],
  [{ "cf-iplatitude": "46.5", "cf-iplongitude": "-87.4" }, undefined, null],
  [{ "cf-iplatitude": "46.5" }, "cf-iplatitude,cf-iplongitude", null],
  [{ a: "nine", b: "1" }, "a,b", null],
  [{ a: "91", b: "1" }, "a,b", null],
  [{ a: "", b: "" }, "a,b", null],
])("reads headers %o with the setting %s as the latitude %s", (headers, names, latitude) =>
  expect(readPositionHeaders(new Headers(headers), names)?.latitude ?? null).toBe(latitude),
);
