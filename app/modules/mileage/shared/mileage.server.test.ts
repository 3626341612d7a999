import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, test } from "vitest";
import { estimateMileage } from "./mileage.server";

const SERVICE = "https://api.mapbox.com/directions/v5/mapbox/driving/:way";
const service = setupServer();
beforeAll(() => service.listen({ onUnhandledRequest: "error" }));
afterEach(() => service.resetHandlers());
afterAll(() => service.close());

const landing = { latitude: 44.6614, longitude: -84.7148 };
let north = 45;
/** Return a mill at a new location each time, because answers are cached. */
const mill = () => {
  north += 0.01;
  return { latitude: north, longitude: -84.2 };
};

it("queries the directions service, longitude first, and caches the answer", async () => {
  const requests: string[] = [];
  service.use(
    http.get(SERVICE, ({ request, params }) => {
      requests.push(String(params.way));
      expect(new URL(request.url).searchParams.get("access_token")).toBe("pk.test");
      return HttpResponse.json({ code: "Ok", routes: [{ distance: 64_373.76 }] });
    }),
  );
  const to = mill();
  for (let i = 0; i < 2; i++)
    expect(await estimateMileage(landing, to, "pk.test")).toEqual({
      mileage: 40,
      mileage_is_estimate: false,
    });
  expect(requests).toEqual([`-84.71480,44.66140;-84.20000,${to.latitude.toFixed(5)}`]);
});

it("returns an estimate without a token, and sends no request", async () => {
  // Destination 30 miles away as the crow flies.
  const to = { latitude: landing.latitude + 30 / 69.0934, longitude: landing.longitude };
  expect(await estimateMileage(landing, to, "")).toEqual({ mileage: 39, mileage_is_estimate: true });
});

test.each([
  ["refuses the token", () => HttpResponse.json({ message: "Not Authorized" }, { status: 401 })],
  ["finds no road", () => HttpResponse.json({ code: "NoRoute", routes: [] })],
  ["answers in pages", () => HttpResponse.text("<html>")],
  ["breaks off", () => HttpResponse.error()],
])("returns an estimate if the service %s", async (_, answer) => {
  service.use(http.get(SERVICE, answer));
  expect(await estimateMileage(landing, mill(), "pk.test")).toMatchObject({ mileage_is_estimate: true });
});

it("returns an estimate instead of waiting for a slow service", async () => {
  let speak = () => {};
  const spoken = new Promise<void>((resolve) => {
    speak = resolve;
  });
  onTestFinished(() => speak());
  service.use(
    http.get(SERVICE, async () => {
      await spoken;
      return HttpResponse.json({ routes: [{ distance: 1 }] });
    }),
  );
  // The service doesn't respond until the test ends.
  expect(await estimateMileage(landing, mill(), "pk.test")).toMatchObject({ mileage_is_estimate: true });
});
