import { expect, it } from "vitest";
import { serveOnLoopback } from "./loopback";
import { serveSecurityText } from "./security-text";

const PATH = "/.well-known/security.txt";

it("shows a contact for reporting vulnerabilities, and an expiry date", async () => {
  const { ask } = await serveOnLoopback(
    serveSecurityText("https://timber.example", "mailto:office@timber.example"),
  );
  const { status, headers, text } = await ask(PATH);
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toMatch(/^Contact: mailto:office@timber\.example\n/);
  expect(text).toContain(`Canonical: https://timber.example${PATH}\n`);
  const until = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "") - Date.now();
  expect(until).toBeGreaterThan(89 * 86_400_000);
  expect(until).toBeLessThan(365 * 86_400_000);
});

it("returns 404 if the operator hasn't set a contact address", async () => {
  const { ask } = await serveOnLoopback(serveSecurityText("https://timber.example", undefined));
  expect((await ask(PATH)).status).toBe(404);
});
