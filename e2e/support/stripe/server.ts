import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { answerCall } from "./api";
import { hosted } from "./hosted";
import { readSent } from "./parameters";
import { type SentEvent, World } from "./world";

/** A key in the form of Stripe's test keys; it opens nothing anywhere. */
export const FAKE_KEY = "sk_test_0000000000";
export const FAKE_SECRET = "whsec_0000000000";

const signer = new Stripe(FAKE_KEY);

/** An event as sent over the wire: its bytes, and the signature over them by the package's own signer. */
export function signed(event: SentEvent, secret = FAKE_SECRET, index = Date.now()) {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(index / 1000);
  const signature = signer.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { payload, raw: Buffer.from(payload), signature };
}

/** Addresses to which events are posted: the program's own. */
export type Endpoints = { site: string; accounts: string };

/**
 * Send pending events to the program, each as often as `times` says; the caller sends those that aren't taken again
 * later.
 */
async function deliver(world: World, to: Endpoints, times = 1): Promise<number[]> {
  const statuses: number[] = [];
  for (const event of world.takeEvents())
    for (let i = 0; i < times; i++) {
      const { payload, signature } = signed(event);
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

/** A test Stripe on this machine: its calls, its hosted pages as plain forms, and `/_fake/` to act from elsewhere. */
export async function startFake(options: { to?: Endpoints; clock?: () => number; port?: number } = {}) {
  const world = new World("", options.clock);
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
          const { status, answer } = answerCall(world, { method, path, body, key, account });
          return json(status, answer);
        }
        if (path === "/_fake/endpoints") {
          const sent = readSent(body);
          Object.assign(to, { site: String(sent.site ?? ""), accounts: String(sent.accounts ?? "") });
          return json(200, {});
        }
        if (path === "/_fake/down") {
          world.isDown = readSent(body).is === "on";
          return json(200, {});
        }
        if (path === "/_fake/later") {
          world.later(Number(readSent(body).seconds));
          return json(200, {});
        }
        const page = hosted(world, method, path, readSent(body));
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
