import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeCompany, makeUser } from "#db/factories";
import { acting, refusalOf } from "#db/testing/acting";
import { testDatabase } from "#db/testing/test-database";
import { mmdbOf } from "~/core/whereabouts/testing/mmdb";
import { placeInHeaders } from "~/web/context.server";
import { perform } from "~/web/perform.server";
import { getGeolocation } from "./geolocation.server";

/** What the deployment has set, for the length of a test. */
const set = vi.hoisted((): { IP_PLACE_FILE?: string; IP_PLACE_URL?: string } => ({}));
vi.mock("~/web/env.server", async (original) => {
  const real = await original<typeof import("~/web/env.server")>();
  return { ...real, env: () => ({ ...real.env(), ...set }) };
});

const folder = mkdtempSync(join(tmpdir(), "timbertally-where-"));
const service = setupServer(
  http.get("https://where.example/:address", () => HttpResponse.json({ lat: 43.03, lon: -83.03 })),
);
beforeAll(() => service.listen({ onUnhandledRequest: "error" }));
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("where a caller is, whose device doesn't say", async () => {
  const db = await testDatabase();
  const at = async (values: { city?: string; us_state_id?: number | null }) => {
    const c = await makeCompany(db, values);
    return acting(db, await makeUser(db, {}, [c.admins]), c.id);
  };

  test("is the company's town, else its state, and nowhere without either", async () => {
    const grayling = await at({ city: "Grayling", us_state_id: 26 });
    const home = { latitude: 44.661, longitude: -84.715, accuracy: 50_000, source: "company", credit: null };
    expect(await grayling.call(getGeolocation, {})).toEqual(home);
    const somewhere = await (await at({ city: "No such town", us_state_id: 26 })).call(getGeolocation, {});
    expect(somewhere.latitude).toBeCloseTo(45, 0);
    const nowhere = await at({ us_state_id: null });
    expect((await refusalOf(nowhere.call(getGeolocation, {}))).refusal.kind).toBe("missing");
  });

  test("is told by the first way that knows it: proxy, file, service, what the browser said, company", async () => {
    set.IP_PLACE_FILE = join(folder, "city.mmdb");
    set.IP_PLACE_URL = "https://where.example/{address}";
    const row = { location: { latitude: 42.02, longitude: -82.02 } };
    writeFileSync(set.IP_PLACE_FILE, mmdbOf([["203.0.113.0", 24, row]]));
    const { actor } = await at({ city: "Grayling", us_state_id: 26 });
    const point = (latitude: number, longitude: number) => () => ({ latitude, longitude });
    // From here on each call lacks one way more.
    const call = {
      db,
      actor,
      now: new Date("2026-11-23T12:00:00Z"),
      address: "203.0.113.77",
      near: point(41.01, -81.01),
      said: point(44.04, -84.04),
    };
    const ask = (more: object) => perform(getGeolocation, { ...call, ...more }, {});
    const none = () => null;
    expect(await ask({})).toMatchObject({ latitude: 41.01, source: "address", credit: null });
    expect(await ask({ near: none })).toMatchObject({
      latitude: 42.02,
      accuracy: 50_000,
      source: "address",
      credit: { href: "https://db-ip.com" },
    });
    const elsewhere = { near: none, address: "203.0.114.1" };
    expect(await ask(elsewhere)).toMatchObject({ latitude: 43.03, source: "address", credit: null });
    service.use(http.get("https://where.example/:address", () => HttpResponse.error()));
    const silent = { near: none, address: "203.0.114.2" };
    expect(await ask(silent)).toMatchObject({ latitude: 44.04, accuracy: 50_000, source: "device" });
    expect(await ask({ ...silent, said: none })).toMatchObject({ latitude: 44.661, source: "company" });
    set.IP_PLACE_FILE = undefined;
    set.IP_PLACE_URL = undefined;
    expect(await ask({ near: none })).toMatchObject({ latitude: 44.04, source: "device" });
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
