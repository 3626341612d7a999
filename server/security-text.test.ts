import { expect, it } from "vitest";
import { onLoopback } from "./loopback";
import { securityText } from "./security-text";

const PATH = "/.well-known/security.txt";

it("says where to report a hole, and until when that holds", async () => {
  const { ask } = await onLoopback(securityText("https://timber.example", "mailto:office@timber.example"));
  const { status, headers, text } = await ask(PATH);
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toMatch(/^Contact: mailto:office@timber\.example\n/);
  expect(text).toContain(`Canonical: https://timber.example${PATH}\n`);
  const until = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "") - Date.now();
  expect(until).toBeGreaterThan(89 * 86_400_000);
  expect(until).toBeLessThan(365 * 86_400_000);
});

it("doesn't exist if the operator hasn't set an address", async () => {
  const { ask } = await onLoopback(securityText("https://timber.example", undefined));
  expect((await ask(PATH)).status).toBe(404);
});
