import { describe, expect, test } from "vitest";
import { readForm } from "./form.server";

const post = (body: BodyInit, path = "/signup") =>
  new Request(`http://x.test${path}`, {
    method: "POST",
    body,
    headers: typeof body === "string" ? { "Content-Type": "application/x-www-form-urlencoded" } : {},
  });
const parts = (body: string, boundary = "b", path = "/signup") =>
  new Request(`http://x.test${path}`, {
    method: "POST",
    body: body.replaceAll("\n", "\r\n"),
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
  });
const statusOf = (request: Request) =>
  readForm(request).then(
    () => 200,
    (thrown: { init?: { status?: number } }) => thrown.init?.status ?? String(thrown),
  );
const entriesOf = async (request: Request) => [...(await readForm(request))];

describe("reading a form", () => {
  test("returns the sent fields of a URL-encoded form", async () => {
    expect(await entriesOf(post("a=1&a=2&people[0].name=J%C3%B6+B&c="))).toEqual([
      ["a", "1"],
      ["a", "2"],
      ["people[0].name", "Jö B"],
      ["c", ""],
    ]);
    expect(await entriesOf(post(""))).toEqual([]);
    expect(await entriesOf(post("pin@44.6614,-84.7148,12.x=3"))).toEqual([
      ["pin@44.6614,-84.7148,12.x", "3"],
    ]);
  });

  test("returns the sent fields of a multipart form", async () => {
    const body = new FormData();
    body.append("a", "1");
    body.append("a", "é\r\n2");
    expect(await entriesOf(post(body))).toEqual([
      ["a", "1"],
      ["a", "é\r\n2"],
    ]);
  });
});

describe("limits checked before a form is parsed", () => {
  const many = (n: number) => "a&".repeat(n - 1).concat("a");
  test.each<[string, string]>([
    ["a list of 50 million", "email[50000000]=x"],
    ["a list longer than ours are", "a[201]=x"],
    ["an index that isn't a number", "a[1e3]=x"],
    ["a name without end", `${"n".repeat(101)}=x`],
    ["a name too deep", "a.b.c.d.e.f=x"],
    ["brackets too deep", "a[0][0][0][0][0]=x"],
    ["one name too often", many(501)],
    ["a name that every object has", "toString=x"],
    ["the same further in", "a.constructor=x"],
    ["a prototype", "__proto__.x=1"],
    ["an intent where no form has one", '__intent__={"type":"insert","payload":{"name":"people"}}'],
    ["a state", "__state__={}"],
    ["more bytes than a form has", `a=${"x".repeat(256 * 1024 + 1)}`],
  ])("%s", async (_what, body) => {
    expect(await statusOf(post(body))).toBe(422);
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(body)) form.append(name, value);
    expect(await statusOf(post(form))).toBe(422);
  });

  test("accepts forms at the exact limits", async () => {
    expect(await statusOf(post(many(500)))).toBe(200);
    expect(
      await statusOf(
        post(
          `${"n".repeat(100)}=x&a.b.c.d.e=1&job_destinations[0].product_mixes[1].is_accepted=on&a[200]=x&a[]=1`,
        ),
      ),
    ).toBe(200);
    expect(await statusOf(post(`a=${"x".repeat(256 * 1024 - 2)}`))).toBe(200);
  });

  test("applies a page's higher limits only at that page's address", async () => {
    const rates = Array.from(
      { length: 400 },
      (_, i) => `haul_rates[${i}].key=k&haul_rates[${i}].rate=1`,
    ).join("&");
    expect(await statusOf(post(rates, "/jobs/create/rates"))).toBe(200);
    expect(await statusOf(post(rates, "/jobs/create/rates.data"))).toBe(200);
    expect(await statusOf(post(rates, "/jobs/create/review"))).toBe(422);
  });

  test.each<[string, string, number]>([
    ["a row more", '{"type":"insert","payload":{"name":"people"}}', 200],
    ["a row less", '{"type":"remove","payload":{"name":"people","index":2}}', 200],
    ["a row at 30 million", '{"type":"insert","payload":{"name":"people","index":30000000}}', 422],
    ["a value of one's own", '{"type":"update","payload":{"name":"people","index":3,"value":1}}', 422],
    ["rows with a value", '{"type":"insert","payload":{"name":"people","defaultValue":[1]}}', 422],
    ["nothing", "null", 422],
    ["no JSON", "{", 422],
  ])("the team's form has two buttons of its own: %s", async (_what, intent, status) => {
    const body = new URLSearchParams({ __intent__: intent }).toString();
    expect(await statusOf(post(body, "/onboarding/invite-team"))).toBe(status);
  });

  test("refuses multipart forms that are truncated, lack a name or an end, or have a boundary that is too long", async () => {
    const part = '--b\nContent-Disposition: form-data; name="a"\n\n1\n';
    expect(await statusOf(parts(`${part}--b--\n`))).toBe(200);
    expect(await statusOf(parts(part))).toBe(422);
    expect(await statusOf(parts('--b\nContent-Disposition: form-data; name="a'))).toBe(422);
    expect(await statusOf(parts("--b\nContent-Disposition: form-data\n\n1\n--b--\n"))).toBe(422);
    expect(await statusOf(parts("nothing"))).toBe(422);
    const long = "x".repeat(71);
    expect(await statusOf(parts(`${part}--b--\n`.replaceAll("--b", `--${long}`), long))).toBe(422);
  });
});
