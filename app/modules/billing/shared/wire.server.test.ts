import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { catchError } from "#db/testing/acting";
import { callStripe, createStripeClient } from "./client.server";

const server = setupServer();
beforeAll(() => {
  vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_0000000000");
  vi.stubEnv("STRIPE_WEBHOOK_SECRETS", "whsec_0000000000");
  server.listen({ onUnhandledRequest: "error" });
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const AT = "https://api.stripe.com/v1/customers";
const make = () =>
  callStripe("a customer", (client) => client.customers.create({ name: "Aho" }, { idempotencyKey: "k1" }));
const created = { id: "cus_1", object: "customer" };
const wrong = (type: string, status: number) =>
  HttpResponse.json({ error: { type, message: "No." } }, { status });

test("sends the pinned version to Stripe, and retries with the same idempotency key on a server or network error", async () => {
  for (const first of [
    () => wrong("api_error", 500),
    () => wrong("idempotency_error", 409),
    () => HttpResponse.error(),
  ]) {
    const keys: (string | null)[] = [];
    server.use(
      http.post(AT, ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        expect(request.headers.get("Stripe-Version")).toBe("2026-10-28.endive");
        return keys.length === 1 ? first() : HttpResponse.json(created);
      }),
    );
    expect([(await make()).id, keys]).toEqual(["cus_1", ["k1", "k1"]]);
    server.resetHandlers();
  }
});

test("reports a refused Stripe call as unavailable, never as done", async () => {
  for (const [type, status] of [
    ["card_error", 402],
    ["invalid_request_error", 400],
    ["rate_limit_error", 429],
    // The key was replaced at Stripe but not on this site yet.
    ["authentication_error", 401],
    ["permission_error", 403],
  ] as const) {
    server.use(http.post(AT, () => wrong(type, status)));
    expect((await catchError(make())).kind).toBe("unavailable");
    server.resetHandlers();
  }
});

test("rejects a truncated or missing response from Stripe", async () => {
  server.close();
  for (const half of ["", '{"id":"cus_']) {
    const away = createServer((_, res) => {
      if (!half) return;
      res.writeHead(200, { "Content-Type": "application/json", "Content-Length": 500 });
      res.write(half, () => res.destroy());
    });
    await new Promise<void>((resolve) => away.listen(0, "127.0.0.1", resolve));
    const { port } = away.address() as AddressInfo;
    const client = await createStripeClient("sk_test_0000000000", `http://127.0.0.1:${port}`);
    const asking = client.customers.create({ name: "Aho" }, { timeout: 100, maxNetworkRetries: 0 });
    await expect(asking).rejects.toThrow();
    away.closeAllConnections();
    await new Promise<void>((resolve) => away.close(() => resolve()));
  }
});
