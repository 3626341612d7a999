import { expect, test } from "vitest";
import { makeCompany, makeUser } from "#db/factories";
import { acting, refusalOf } from "#db/testing/acting";
import { testDatabase } from "#db/testing/test-database";
import { placeInHeaders } from "~/web/context.server";
import { perform } from "~/web/perform.server";
import { getGeolocation } from "./geolocation.server";

test("a caller is about where a proxy says, else where the company is, and nowhere without either", async () => {
  const db = await testDatabase();
  const at = async (values: { city?: string; us_state_id?: number | null }) => {
    const c = await makeCompany(db, values);
    return acting(db, await makeUser(db, {}, [c.admins]), c.id);
  };
  const grayling = await at({ city: "Grayling", us_state_id: 26 });
  const home = { latitude: 44.661, longitude: -84.715, accuracy: 50_000, source: "company" };
  expect(await grayling.call(getGeolocation, {})).toEqual(home);
  const somewhere = await (await at({ city: "No such town", us_state_id: 26 })).call(getGeolocation, {});
  expect(somewhere.latitude).toBeCloseTo(45, 0);
  const nowhere = await at({ us_state_id: null });
  expect((await refusalOf(nowhere.call(getGeolocation, {}))).refusal.kind).toBe("missing");
  const call = { db, actor: grayling.actor, now: new Date(), address: "192.0.2.1" };
  const near = () => ({ latitude: 46.5, longitude: -87.4 });
  expect(await perform(getGeolocation, { ...call, near }, {})).toMatchObject({
    latitude: 46.5,
    source: "address",
  });
});

test.each([
  [{ "cf-iplatitude": "46.5", "cf-iplongitude": "-87.4" }, "cf-iplatitude,cf-iplongitude", 46.5],
  [{ "cf-iplatitude": "46.5", "cf-iplongitude": "-87.4" }, undefined, null],
  [{ "cf-iplatitude": "46.5" }, "cf-iplatitude,cf-iplongitude", null],
  [{ a: "nine", b: "1" }, "a,b", null],
  [{ a: "91", b: "1" }, "a,b", null],
  [{ a: "", b: "" }, "a,b", null],
])("headers %o named %s say %s", (headers, names, latitude) =>
  expect(placeInHeaders(new Headers(headers), names)?.latitude ?? null).toBe(latitude),
);
