import { request as newRequest } from "@playwright/test";
import { expect, getAppUrl, signInWithCookies, test } from "./support/test";

/** Test the responses of the built server over HTTP; the rules behind them are tested in server/*.test.ts. */
test.describe("@asked the server", () => {
  test("health checks report that the server is running and that its database responds", async ({
    request,
  }) => {
    expect(await (await request.get("/healthz")).text()).toBe("ok");
    expect(await (await request.get("/readyz")).text()).toBe("ready");
  });

  test("documents are compressed, with a header that forbids caching", async ({ request }) => {
    const page = await request.get("/login", { headers: { "Accept-Encoding": "br, gzip" } });
    const headers = page.headers();
    expect(headers["content-encoding"]).toBe("br");
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["content-security-policy"]).not.toContain("unsafe-inline");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
    expect(headers).not.toHaveProperty("x-powered-by");
    expect((await page.text()).length).toBeGreaterThan(Number(headers["content-length"]));
  });

  test("only files with a build hash in their name may be cached forever", async ({ as }) => {
    const { request } = await as("manager");
    const html = await (await request.get("/company/locations/new")).text();
    const named = [...html.matchAll(/"(\/(?:assets|behaviors)\/[^"]+\.(?:js|css))"/g)].map(
      (match) => match[1] ?? "",
    );
    expect(named.some((path) => path.endsWith(".js")) && named.some((path) => path.endsWith(".css"))).toBe(
      true,
    );
    for (const path of new Set(named)) {
      const asset = await request.get(path);
      expect(asset.status(), path).toBe(200);
      expect(asset.headers()["cache-control"], path).toBe("public,max-age=31536000,immutable");
    }
    expect(named.some((path) => path.startsWith("/behaviors/start-"))).toBe(true);
    expect((await request.get("/icon.svg")).headers()["cache-control"]).toBe("public,max-age=3600");
    expect((await request.get("/behaviors/start-of-an-older-build.js")).status()).toBe(404);
    expect((await request.get("/assets/of-an-older-build.js")).status()).toBe(404);
    expect((await request.get("/favicon.ico")).status()).toBe(200);
  });

  test("requests from other sites are refused at every address, even at addresses without a route", async () => {
    const foreign = await newRequest.newContext({
      baseURL: getAppUrl(),
      extraHTTPHeaders: { Origin: "https://evil.example" },
    });
    for (const path of [
      "/login",
      "/login.data",
      "/logout",
      "/api/trip-tickets/1",
      "/nowhere",
      "/assets/x.js",
    ])
      expect((await foreign.post(path, { form: { login: "x" } })).status(), path).toBe(403);
    expect((await foreign.get("/login")).status()).toBe(200);
    await foreign.dispose();
  });

  test("the server doesn't use the client's headers as its own host name", async ({ request }) => {
    const answer = await request.post("/login", {
      headers: { Origin: getAppUrl(), "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" },
      form: { login: "nobody@demo.test", password: "wrong" },
    });
    expect(answer.status()).toBe(422);
  });

  test("a form that is too large is refused before it is read", async ({ request }) => {
    const answer = await request.post("/login", { form: { login: "x".repeat(300_000) } });
    expect(answer.status()).toBe(413);
  });

  test("an address that can't be decoded is reported as a client error", async ({ request }) => {
    for (const path of ["/%E0%A4%A", "/assets/%E0%A4%A", "/trip-tickets/%FF"])
      expect((await request.get(path)).status(), path).toBeLessThan(500);
    expect((await request.get("/nowhere")).status()).toBe(404);
  });
});

test("@both a page works without errors, with and without JavaScript", async ({ as, javaScriptEnabled }) => {
  const page = await as("manager");
  for (const path of [
    "/",
    "/trip-tickets",
    "/jobs",
    "/jobs/1/map",
    "/company/map",
    "/company/locations/new",
    "/profile",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // Among these pages, only the form with a map uses React.
    if ((javaScriptEnabled ?? true) && path.endsWith("/new"))
      await page.waitForFunction(() => Boolean((window as { __remixRouter?: object }).__remixRouter));
  }
});

test("@seen a light page loads no framework script, and works", async ({ as }) => {
  const page = await as("manager");
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await page.setExtraHTTPHeaders({ "Save-Data": "on" });
  await page.goto("/company/locations/new");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(scripts.filter((path) => !path.startsWith("/behaviors/"))).toEqual([]);
});

test("@script special characters that a user types reach the page's scripts unchanged", async ({ page }) => {
  const typed = "$& $' $` $$ </script><script>document.title='taken'</script>";
  await signInWithCookies(page, "manager");
  await page.goto(`/company/destinations/new?mode=drop_pin&name=${encodeURIComponent(typed)}`);
  await page.waitForFunction(() => Boolean((window as { __remixRouter?: object }).__remixRouter));
  const handed = await page.evaluate(() => {
    const { __remixRouter: router } = window as unknown as {
      __remixRouter: { state: { loaderData: object } };
    };
    return JSON.stringify(router.state.loaderData);
  });
  expect(handed).toContain(JSON.stringify(typed).slice(1, -1));
  expect(await page.title()).not.toBe("taken");
});
