import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { resetHostStates } from "~/lib/external-apis/outside.server";
import { locateAddress } from "./ip-place.server";
import { clearAddressCache } from "./ip-service.server";
import { buildMmdb } from "./testing/mmdb";

const folder = mkdtempSync(join(tmpdir(), "timbertally-ip-"));
const service = setupServer();
beforeAll(() => service.listen({ onUnhandledRequest: "error" }));
beforeEach(() => {
  resetHostStates();
  clearAddressCache();
});
afterEach(() => service.resetHandlers());
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

const NOW = Date.parse("2026-11-23T12:00:00Z");
const IP_PLACE_URL = "https://where.example/v1/{address}?fields=place";
const ADDRESS = "203.0.113.77";

const fileOf = (name: string, content: Buffer | string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const row = (latitude: number, longitude: number) => ({ location: { latitude, longitude } });
const IP_PLACE_FILE = fileOf(
  "city.mmdb",
  buildMmdb([
    ["203.0.113.0", 24, row(44.66, -84.71)],
    ["2001:db8::", 32, row(46.54, -87.4)],
    ["198.51.100.0", 25, { city: { names: { en: "Nowhere" } } }],
    ["192.0.2.0", 24, { latitude: 45.03, longitude: -84.67, city: "Gaylord" }],
    ["198.51.100.128", 25, row(144.66, -84.71)],
  ]),
);

/** Respond with these service responses one after another, repeating the last; return the list of requested addresses. */
function answers(...these: (() => Response | Promise<Response>)[]): string[] {
  const requests: string[] = [];
  service.use(
    http.get("https://where.example/v1/:address", ({ params, request }) => {
      const answer = these[Math.min(requests.length, these.length - 1)];
      requests.push(`${decodeURIComponent(String(params.address))}${new URL(request.url).search}`);
      return answer?.() ?? HttpResponse.error();
    }),
  );
  return requests;
}
const json = (value: unknown) => () => HttpResponse.json(value as object);
const at = (address: string, now = NOW) => locateAddress(address, now, { IP_PLACE_URL });

describe("location file provided by the deployment", () => {
  test.each([
    ["203.0.113.77", 44.66],
    ["203.0.114.1", null],
    // An IPv6 address is looked up by its network.
    ["2001:db8:0:1::/64", 46.54],
    ["2001:db9:0:1::/64", null],
    ["192.0.2.9", 45.03],
    // Rows without a location, or with an impossible one.
    ["198.51.100.3", null],
    ["198.51.100.203", null],
    ["unknown", null],
    ["", null],
  ])("for %s returns latitude %s", async (address, latitude) => {
    const place = await locateAddress(address, NOW, { IP_PLACE_FILE });
    expect(place?.latitude ?? null).toBe(latitude);
    if (place) expect(place.credit).toEqual({ text: "IP geolocation by DB-IP", href: "https://db-ip.com" });
  });

  it("credits the file's provider, or nobody if the provider requires no credit", async () => {
    const credit = async (name: string, type: string) =>
      (
        await locateAddress(ADDRESS, NOW, {
          IP_PLACE_FILE: fileOf(name, buildMmdb([["203.0.113.0", 24, row(44, -84)]], type)),
        })
      )?.credit;
    expect(await credit("maxmind.mmdb", "GeoLite2-City")).toMatchObject({ href: "https://www.maxmind.com" });
    expect(await credit("own.mmdb", "Own")).toBeNull();
  });

  test.each([
    ["isn't there", join(folder, "none.mmdb")],
    ["is something else", fileOf("text.mmdb", "latitude,longitude\n44.66,-84.71\n")],
    ["is empty", fileOf("empty.mmdb", "")],
    ["ends early", fileOf("half.mmdb", buildMmdb([["203.0.113.0", 24, row(44, -84)]]).subarray(0, 600))],
  ])("skips a file that %s and uses the service instead", async (_how, path) => {
    const requests = answers(json({ latitude: 44.5, longitude: -84.5 }));
    expect(await locateAddress(ADDRESS, NOW, { IP_PLACE_FILE: path })).toBeNull();
    expect(await locateAddress(ADDRESS, NOW, { IP_PLACE_FILE: path, IP_PLACE_URL })).toMatchObject({
      latitude: 44.5,
    });
    expect(requests).toHaveLength(1);
  });

  it("queries the service only for addresses that the file doesn't contain", async () => {
    const requests = answers(json({ latitude: 40, longitude: -80 }));
    expect(await locateAddress(ADDRESS, NOW, { IP_PLACE_FILE, IP_PLACE_URL })).toMatchObject({
      latitude: 44.66,
    });
    expect(requests).toEqual([]);
    expect(await locateAddress("203.0.114.1", NOW, { IP_PLACE_FILE, IP_PLACE_URL })).toMatchObject({
      latitude: 40,
    });
    expect(requests).toEqual(["203.0.114.1?fields=place"]);
  });
});

describe("location service configured by the deployment", () => {
  test.each([
    [{ latitude: 44.66, longitude: -84.71 }],
    [{ status: "success", lat: 44.66, lon: -84.71 }],
    [{ ip: ADDRESS, loc: "44.66,-84.71" }],
    [{ latitude: "44.66", longitude: "-84.71" }],
  ])("the location service's response %o is parsed", async (result) => {
    answers(json(result));
    expect(await at(ADDRESS)).toEqual({ latitude: 44.66, longitude: -84.71, credit: null });
  });

  it("requests an address once an hour, and once for concurrent calls", async () => {
    const requests = answers(json({ lat: 44.66, lon: -84.71 }));
    await Promise.all([at(ADDRESS), at(ADDRESS)]);
    await at(ADDRESS, NOW + 3_599_000);
    expect(requests).toHaveLength(1);
    await at(ADDRESS, NOW + 3_600_000);
    await at("203.0.113.78", NOW);
    expect(requests).toHaveLength(3);
  });

  test.each([
    ["fails", () => new HttpResponse(null, { status: 500 })],
    ["is out of reach", () => HttpResponse.error()],
    ["answers words", () => HttpResponse.text("<html>")],
    ["answers another thing", json({ message: "rate limited" })],
    ["answers no place on earth", json({ latitude: 144, longitude: 10 })],
    ["answers half a place", json({ latitude: 44 })],
    ["answers a list", json({ loc: "44.66,-84.71,9" })],
    ["sends to another host", () => HttpResponse.redirect("https://evil.example/")],
    ["answers without end", () => HttpResponse.text("9".repeat(300_000))],
  ])("returns null if the service %s, and tries again after a minute", async (_how, answer) => {
    const requests = answers(answer);
    expect(await at(ADDRESS)).toBeNull();
    expect(await at(ADDRESS, NOW + 59_000)).toBeNull();
    expect(requests).toHaveLength(1);
    await at(ADDRESS, NOW + 60_000);
    expect(requests).toHaveLength(2);
  });

  it("skips the service for all addresses after five failures in a row", async () => {
    const requests = answers(() => new HttpResponse(null, { status: 503 }));
    for (let i = 1; i <= 7; i++) expect(await at(`203.0.113.${i}`)).toBeNull();
    expect(requests).toHaveLength(5);
    answers(json({ lat: 44.66, lon: -84.71 }));
    expect(await at("203.0.113.9", NOW + 600_000)).toMatchObject({ latitude: 44.66 });
  });

  it("waits two and a half seconds for a slow service", async () => {
    answers(() => new Promise<Response>(() => {}));
    const began = performance.now();
    expect(await at(ADDRESS)).toBeNull();
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(2_300);
    expect(took).toBeLessThan(5_000);
  });

  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "192.168.1.20",
    "172.31.0.1",
    "100.64.3.1",
    "169.254.1.1",
    "0:0:0:0::/64",
    "fd00:1:2:3::/64",
    "fe80:0:0:0::/64",
    "unknown",
  ])("never sends %s to the service", async (address) => {
    const requests = answers(json({ lat: 44.66, lon: -84.71 }));
    expect(await at(address)).toBeNull();
    expect(requests).toEqual([]);
  });
});
