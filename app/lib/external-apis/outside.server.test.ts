import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  test,
} from "vitest";
import { fetchExternal, resetHostStates } from "./outside.server";

const AT = "https://api.weather.gov/points/44.65,-84.7";
const ASKED = { accept: "application/geo+json", userAgent: "Timbertally (test)", waits: [0, 0] };
const service = setupServer();
beforeAll(() => service.listen({ onUnhandledRequest: "error" }));
beforeEach(() => resetHostStates());
afterEach(() => service.resetHandlers());
afterAll(() => service.close());

/** Respond with these responses one after another, repeating the last; return the received requests. */
function answers(...these: (() => Response | Promise<Response>)[]) {
  const requests: Request[] = [];
  service.use(
    http.get("https://api.weather.gov/*", ({ request }) => {
      const answer = these[Math.min(requests.length, these.length - 1)];
      requests.push(request);
      return answer?.() ?? HttpResponse.error();
    }),
  );
  return requests;
}
const status = (code: number) => () => new HttpResponse(null, { status: code });
const good = () => HttpResponse.text("good");

it("sends the app's user agent and the accepted content type", async () => {
  const requests = answers(good);
  expect(await fetchExternal(AT, ASKED)).toBe("good");
  expect(requests[0]?.headers.get("user-agent")).toBe("Timbertally (test)");
  expect(requests[0]?.headers.get("accept")).toBe("application/geo+json");
});

it("follows a redirect within the host, as when the service redirects to rounded coordinates", async () => {
  const requests = answers(
    () => new HttpResponse(null, { status: 301, headers: { location: "/points/44.65,-84.7000" } }),
    good,
  );
  expect(await fetchExternal(AT, ASKED)).toBe("good");
  expect(requests.map(({ url }) => url).at(-1)).toBe("https://api.weather.gov/points/44.65,-84.7000");
});

test.each([
  "https://evil.test/",
  "http://api.weather.gov/",
  "https://api.weather.gov:8443/",
  "https://user@api.weather.gov/",
  "//127.0.0.1/",
  "file:///etc/passwd",
])("doesn't follow a redirect to %s", async (location) => {
  const requests = answers(() => new HttpResponse(null, { status: 302, headers: { location } }));
  await expect(fetchExternal(AT, ASKED)).rejects.toThrow(/another place|not on the list/);
  expect(requests).toHaveLength(1);
});

it("rejects hosts that aren't on the list", async () => {
  for (const address of [
    "https://127.0.0.1/",
    "https://api.weather.gov.evil.test/",
    "nonsense",
    "http://api.weather.gov/",
  ])
    await expect(fetchExternal(address, ASKED)).rejects.toThrow("not on the list");
});

it("stops after too many redirects", async () => {
  const requests = answers(() => new HttpResponse(null, { status: 302, headers: { location: AT } }));
  await expect(fetchExternal(AT, ASKED)).rejects.toThrow("redirects too many times");
  expect(requests).toHaveLength(4);
});

describe("a busy service", () => {
  it("a busy service is retried twice", async () => {
    const requests = answers(status(500), status(500), good);
    expect(await fetchExternal(AT, ASKED)).toBe("good");
    expect(requests).toHaveLength(3);
  });
  it("a busy service is reported as failed after two retries", async () => {
    const requests = answers(status(503));
    await expect(fetchExternal(AT, ASKED)).rejects.toMatchObject({
      message: "api.weather.gov answered 503.",
      status: 503,
    });
    expect(requests).toHaveLength(3);
  });
});

it("doesn't retry a 404", async () => {
  const requests = answers(status(404));
  await expect(fetchExternal(AT, ASKED)).rejects.toMatchObject({ status: 404 });
  expect(requests).toHaveLength(1);
});

it("aborts a response that gets too long, whatever its declared length", async () => {
  answers(() => HttpResponse.text("x".repeat(2 * 1024 * 1024)));
  await expect(fetchExternal(AT, ASKED)).rejects.toThrow("more than 256 KB");
});

it("stops waiting for a slow service at the time limit", async () => {
  let speak = () => {};
  const spoken = new Promise<void>((resolve) => {
    speak = resolve;
  });
  onTestFinished(() => speak());
  answers(async () => {
    await spoken;
    return good();
  });
  await expect(fetchExternal(AT, { ...ASKED, limitMs: 50 })).rejects.toThrow("took longer than 0.05 seconds");
});

it("skips a host for ten minutes after five failures in a row", async () => {
  let now = 0;
  const how = { ...ASKED, now: () => now };
  const requests = answers(status(400));
  for (let i = 0; i < 5; i++) await expect(fetchExternal(AT, how)).rejects.toThrow("answered 400");
  now = 599_000;
  await expect(fetchExternal(AT, how)).rejects.toThrow("skipped for a while");
  expect(requests).toHaveLength(5);
  now = 600_000;
  answers(good);
  expect(await fetchExternal(AT, how)).toBe("good");
});

it("doesn't count a 404 as a failure, and restarts the count after a success", async () => {
  answers(status(404));
  for (let i = 0; i < 6; i++) await expect(fetchExternal(AT, ASKED)).rejects.toThrow("404");
  answers(status(400));
  for (let i = 0; i < 4; i++) await expect(fetchExternal(AT, ASKED)).rejects.toThrow("400");
  answers(good);
  expect(await fetchExternal(AT, ASKED)).toBe("good");
  answers(status(400));
  for (let i = 0; i < 4; i++) await expect(fetchExternal(AT, ASKED)).rejects.toThrow("answered 400");
});
