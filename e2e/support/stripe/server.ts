import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { handleApiCall } from "./api";
import { serveHostedPage } from "./hosted";
import { parseCallParameters } from "./parameters";
import { FakeStripe, type SentEvent } from "./world";

/** An API key in the format of Stripe's test keys; it is not valid anywhere. */
export const FAKE_API_KEY = "sk_test_0000000000";
export const FAKE_WEBHOOK_SECRET = "whsec_0000000000";

const signer = new Stripe(FAKE_API_KEY);

/** Build the webhook request for an event: its body, and a signature created by the `stripe` package. */
export function signEvent(event: SentEvent, secret = FAKE_WEBHOOK_SECRET, index = Date.now()) {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(index / 1000);
  const signature = signer.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { payload, raw: Buffer.from(payload), signature };
}

/** The program's webhook addresses. */
export type WebhookEndpoints = { site: string; accounts: string };

/**
 * Send pending events to the program, each `times` times, and return the statuses. Events that weren't accepted must be
 * sent again by the caller.
 */
async function deliver(world: FakeStripe, to: WebhookEndpoints, times = 1): Promise<number[]> {
  const statuses: number[] = [];
  for (const event of world.takeEvents())
    for (let i = 0; i < times; i++) {
      const { payload, signature } = signEvent(event);
      const answer = await fetch(event.account ? to.accounts : to.site, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Stripe-Signature": signature },
        body: payload,
      });
      statuses.push(answer.status);
    }
  return statuses;
}

const bodyOf = async (req: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
};

/**
 * Start a fake Stripe on this machine: its API, its hosted pages as plain forms, and `/_fake/` for control from other
 * processes.
 */
export async function startFakeStripe(
  options: { to?: WebhookEndpoints; clock?: () => number; port?: number } = {},
) {
  const world = new FakeStripe("", options.clock);
  const to = { ...options.to };
  const tell = async () => {
    if (to.site && to.accounts) await deliver(world, { site: to.site, accounts: to.accounts }, 2);
  };
  const http = createServer((req, res) => {
    const json = (status: number, answer: object) => {
      res.writeHead(status, { "Content-Type": "application/json", "Request-Id": world.id("req") });
      res.end(JSON.stringify(answer));
    };
    const path = req.url ?? "/";
    const method = req.method ?? "GET";
    const header = (name: string) => String(req.headers[name] ?? "") || null;
    bodyOf(req)
      .then(async (body) => {
        if (path.startsWith("/v1/")) {
          if (world.isDown) return json(500, { error: { type: "api_error", message: "Down." } });
          const key = header("idempotency-key");
          const account = header("stripe-account");
          const { status, answer } = handleApiCall(world, { method, path, body, key, account });
          return json(status, answer);
        }
        if (path === "/_fake/endpoints") {
          const sent = parseCallParameters(body);
          Object.assign(to, { site: String(sent.site ?? ""), accounts: String(sent.accounts ?? "") });
          return json(200, {});
        }
        if (path === "/_fake/down") {
          world.isDown = parseCallParameters(body).is === "on";
          return json(200, {});
        }
        if (path === "/_fake/later") {
          world.later(Number(parseCallParameters(body).seconds));
          return json(200, {});
        }
        const page = serveHostedPage(world, method, path, parseCallParameters(body));
        if (page.told) await tell();
        res.writeHead(page.status, { "Content-Type": "text/html; charset=utf-8", ...page.headers });
        res.end(page.html);
      })
      .catch((error: unknown) => json(500, { error: { message: String(error) } }));
  });
  await new Promise<void>((resolve) => http.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  world.base = `http://127.0.0.1:${port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      http.close(() => resolve());
      http.closeAllConnections();
    });
  return { world, base: world.base, port, close };
}
