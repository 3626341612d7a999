import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { signText } from "./senders.server";

const SECRET = "a-secret-for-tests-alone-0123456789";
const folder = await mkdtemp(join(tmpdir(), "texter-"));
afterAll(() => rm(folder, { recursive: true }));

/** Load the Twilio function from docs/deploy.md, as a reader would copy it. */
async function texterOfDocs(): Promise<(request: Request) => Promise<Response>> {
  const docs = await readFile(new URL("../../../docs/deploy.md", import.meta.url), "utf8");
  const [code] = docs.match(/(?<=```js\n)import \{ createHmac[\s\S]*?(?=```)/) ?? [];
  const file = join(folder, "texter.mjs");
  await writeFile(file, code ?? "");
  return (await import(/* @vite-ignore */ file)).texter;
}

test("the Twilio function in the docs sends a text signed by this site, and rejects wrong signatures", async () => {
  for (const [name, value] of Object.entries({
    TEXTER_SECRET: SECRET,
    TWILIO_SID: "AC1",
    TWILIO_TOKEN: "token",
    TWILIO_FROM: "+19065550100",
  }))
    vi.stubEnv(name, value);
  const requests: { url: string; body: string }[] = [];
  let status = 500;
  vi.stubGlobal("fetch", (url: string, init: { body: URLSearchParams }) => {
    requests.push({ url, body: init.body.toString() });
    return Promise.resolve(new Response("", { status }));
  });
  const texter = await texterOfDocs();
  const body = JSON.stringify({ id: "text-1", to: "+19065550101", text: "Invoice 1001" });
  const send = async (change: { secret?: string; age?: number; body?: string } = {}) => {
    const time = String(Math.floor(Date.now() / 1000) - (change.age ?? 0));
    const request = new Request("https://texts.test/", {
      method: "POST",
      headers: {
        "X-Timbertally-Timestamp": time,
        "X-Timbertally-Signature": `sha256=${signText(change.secret ?? SECRET, time, body)}`,
      },
      body: change.body ?? body,
    });
    return (await texter(request)).status;
  };
  expect(await send({ secret: "another-secret-for-tests-0123456789" })).toBe(401);
  expect(await send({ age: 301 })).toBe(401);
  expect(await send({ body: body.replace("1001", "1002") })).toBe(401);
  expect(requests).toEqual([]);
  expect(await send()).toBe(502);
  status = 201;
  expect(await send()).toBe(200);
  expect(await send()).toBe(200);
  expect(requests).toHaveLength(2);
  expect(requests[1]).toEqual({
    url: "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json",
    body: "From=%2B19065550100&To=%2B19065550101&Body=Invoice+1001",
  });
});
