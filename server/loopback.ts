import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type RequestHandler } from "express";
import { onTestFinished } from "vitest";

export type LoopbackResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };
export type LoopbackRequest = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

/** Serve request handlers on a loopback port until a test ends, and return a client that sends headers unchanged. */
export async function serveOnLoopback(...handlers: RequestHandler[]) {
  const app = express();
  // In the "test" environment Express prints no errors; the tests check responses.
  app.set("env", "test");
  for (const handler of handlers) app.use(handler);
  const http = createServer(app);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => close(http));
  const { port } = http.address() as AddressInfo;
  return {
    app,
    http,
    port,
    ask: (path: string, loopbackRequest: LoopbackRequest = {}) => ask(port, path, loopbackRequest),
  };
}

const close = (http: Server) =>
  new Promise<void>((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });

function ask(
  port: number,
  path: string,
  { method = "GET", headers = {}, body }: LoopbackRequest,
): Promise<LoopbackResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on("data", (chunk: Buffer) => chunks.push(chunk));
      res.on("error", reject);
      res.on("end", () => {
        const whole = Buffer.concat(chunks);
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: whole, text: whole.toString() });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
