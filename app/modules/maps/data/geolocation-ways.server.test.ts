import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { buildMmdb } from "~/lib/ip-geolocation/testing/mmdb";
import { runProcedure } from "~/web/run-procedure.server";
import { getGeolocation } from "./geolocation.server";

const folder = mkdtempSync(join(tmpdir(), "timbertally-where-"));
const city = join(folder, "city.mmdb");
// Settings are read only once, when the first call needs them.
process.env.IP_PLACE_FILE = city;
process.env.IP_PLACE_URL = "https://where.example/{address}";
const service = setupServer(
  http.get("https://where.example/:address", () => HttpResponse.json({ lat: 43.03, lon: -83.03 })),
);
const db = await openTestDatabase();
beforeAll(() => service.listen({ onUnhandledRequest: "error" }));
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

test("locates a caller by the first available source: proxy, file, service, browser's report, company", async () => {
  const row = { location: { latitude: 42.02, longitude: -82.02 } };
  writeFileSync(city, buildMmdb([["203.0.113.0", 24, row]]));
  const c = await makeCompany(db, { city: "Grayling", us_state_id: 26 });
  const { actor } = await actAs(db, await makeUser(db, {}, [c.admins]), c.id);
  const point = (latitude: number, longitude: number) => () => ({ latitude, longitude });
  // Each of the following calls has one location source less than the call before.
  const call = {
    db,
    actor,
    now: new Date("2026-11-23T12:00:00Z"),
    address: "203.0.113.77",
    near: point(41.01, -81.01),
    said: point(44.04, -84.04),
  };
  const ask = (more: object) => runProcedure(getGeolocation, { ...call, ...more }, {});
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
});
