import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { findAddresses, isPossibleAddress, waitForAddresses } from "./addresses.server";

const SERVICE = "https://api.mapbox.com/geocoding/v5/mapbox.places/:text";
const service = setupServer();
beforeAll(() => service.listen({ onUnhandledRequest: "error" }));
afterEach(() => service.resetHandlers());
afterAll(() => service.close());

const TOKEN = "pk.test";
const grayling = { latitude: 44.6614, longitude: -84.7148 };
const match = {
  features: [
    { place_name: "4712 Old US Hwy 27, Grayling, Michigan 49738, United States", center: [-84.71, 44.69] },
  ],
};

it("asks the address service once, in the background: returns nothing at first, then the address", async () => {
  const urls: URL[] = [];
  let answers = () => {};
  const held = new Promise<void>((resolve) => {
    answers = resolve;
  });
  service.use(
    http.get(SERVICE, async ({ request }) => {
      urls.push(new URL(request.url));
      await held;
      return HttpResponse.json(match);
    }),
  );
  const text = "4712 Old US Hwy 27, Grayling";
  // The service hasn't responded yet, and the caller doesn't wait for a response.
  expect(findAddresses(text, grayling, TOKEN)).toEqual({ places: [], isOnItsWay: true });
  expect(findAddresses(text, grayling, TOKEN)).toEqual({ places: [], isOnItsWay: true });
  answers();
  await waitForAddresses();
  expect(findAddresses(`  ${text.toUpperCase()} `, grayling, TOKEN)).toEqual({
    isOnItsWay: false,
    places: [
      {
        name: "4712 Old US Hwy 27",
        about: "Grayling, Michigan 49738, United States",
        view: { latitude: 44.69, longitude: -84.71, zoom: 14 },
      },
    ],
  });
  expect(urls).toHaveLength(1);
  expect(urls[0]?.searchParams.get("proximity")).toBe("-84.71,44.66");
  expect(decodeURIComponent(urls[0]?.pathname ?? "")).toContain("4712 Old US Hwy 27, Grayling.json");
});

it("sends no request to the address service without a token", async () => {
  expect(findAddresses("1 Main St", null, undefined)).toEqual({ places: [], isOnItsWay: false });
  await waitForAddresses();
});

it.each([
  ["fails", () => HttpResponse.json({}, { status: 500 })],
  ["is out of reach", () => HttpResponse.error()],
  ["answers nonsense", () => HttpResponse.json({ features: [{ center: "here" }] })],
])("if the address service %s, returns no address and asks the service again later", async (how, answer) => {
  let asked = 0;
  service.use(
    http.get(SERVICE, () => {
      asked++;
      return answer();
    }),
  );
  const text = `12 ${how} Road`;
  let clock = 1_000_000;
  const now = () => clock;
  expect(findAddresses(text, null, TOKEN, now).isOnItsWay).toBe(true);
  await waitForAddresses();
  expect(findAddresses(text, null, TOKEN, now)).toEqual({ places: [], isOnItsWay: false });
  clock += 31_000;
  expect(findAddresses(text, null, TOKEN, now).isOnItsWay).toBe(true);
  await waitForAddresses();
  expect(asked).toBe(2);
});

it.each([
  ["4712 Old US Hwy 27", true],
  ["12 Main St, Mio", true],
  ["Grayling, MI", false],
  ["27N 3W", false],
  ["44.66, -84.71", false],
])("%s may be an address: %s", (text, is) => expect(isPossibleAddress(text)).toBe(is));
