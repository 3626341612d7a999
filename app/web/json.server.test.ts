import { describe, expect, test } from "vitest";
import { FILE_LIMITS, readJson } from "./json.server";
import { AppError } from "./refusal";

const post = (body: BodyInit, type = "application/json") =>
  new Request("http://localhost/api", { method: "POST", body, headers: { "Content-Type": type } });

const refusal = (request: Request, limits?: typeof FILE_LIMITS) =>
  readJson(request, limits).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
  );

describe("the JSON body of an API request", () => {
  test("must be one JSON object, or empty", async () => {
    expect(await readJson(post('{"a": [1, {"b": null}]}'))).toEqual({ a: [1, { b: null }] });
    expect(await readJson(post('{"a": 1}', 'Application/JSON; charset="UTF-8"'))).toEqual({ a: 1 });
    expect(await readJson(post("", "text/plain"))).toEqual({});
    for (const body of ["[1]", "1", "null", '"x"', "{", "{'a': 1}", '{"a": 1,}', '// no\n{"a": 1}', "{} {}"])
      expect((await refusal(post(body)))?.status, body).toBe(422);
  });

  test("can't have duplicate names, at any depth or in any notation", async () => {
    for (const body of ['{"a": 1, "a": 2}', '{"x": [{"a": 1, "\\u0061": 2}]}'])
      expect((await refusal(post(body)))?.message).toMatch(/"a" is listed twice/);
    expect(await readJson(post('{"a": {"a": 1}, "b": {"a": 2}}'))).toEqual({ a: { a: 1 }, b: { a: 2 } });
  });

  test("has a maximum nesting depth", async () => {
    for (const body of [`{"a":${"[".repeat(60_000)}`, `${'{"a":'.repeat(40_000)}1`])
      expect((await refusal(post(body)))?.message).toBe("This is nested too deeply.");
  });

  test("has a maximum number of values, and a maximum size apart from its longest text", async () => {
    const many = `{"a": [${"1,".repeat(20_000)}1]}`;
    expect((await refusal(post(many)))?.message).toBe("This has more than 20,000 values.");
    expect(await readJson(post(many), FILE_LIMITS)).toHaveProperty("a");
    const file = "x".repeat(400_000);
    expect(await readJson(post(JSON.stringify({ file, name: "Plan" })))).toEqual({ file, name: "Plan" });
    const two = JSON.stringify({ file, other: file });
    for (const limits of [undefined, FILE_LIMITS])
      expect((await refusal(post(two), limits))?.message).toBe(
        "The fields next to the longest text are too large.",
      );
  });

  test("must have a JSON content type and be UTF-8", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json; charset=utf-16",
    ])
      expect((await refusal(post('{"a": 1}', type)))?.message).toMatch(/Content-Type/);
    const broken = new Uint8Array([...Buffer.from('{"a": "'), 0xff, 0xfe, ...Buffer.from('"}')]);
    expect((await refusal(post(broken)))?.message).toBe("This isn't UTF-8.");
  });

  test("can't contain text that can't be stored", async () => {
    for (const body of ['{"a": {"b": "x\\u0000"}}', '{"a": {"b": "\\ud800"}}'])
      expect(Object.keys((await refusal(post(body)))?.facts.fields ?? {})).toEqual(["a.b"]);
  });
});
