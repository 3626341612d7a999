import { expect, test } from "vitest";
import { readUpload } from "./upload.server";

const posted = (text: string) => {
  const body = new FormData();
  body.set("text", text);
  body.set("mill", "7");
  return new Request("http://x.test/", { method: "POST", body });
};
const long = { name: "text", bytes: 100_000 };

test("accepts a long text field in full, up to its own limit", async () => {
  const whole = await readUpload(posted("x".repeat(100_000)), "file", 1, { long });
  expect([whole.problem, String(whole.form.get("text")).length]).toEqual([null, 100_000]);
  expect((await readUpload(posted("x".repeat(100_001)), "file", 1, { long })).problem).toMatch(
    /Upload it as a file/,
  );
});

test("limits other text fields to a form's usual length, and keeps the values of the remaining fields", async () => {
  const { form, problem } = await readUpload(posted("x".repeat(64 * 1024 + 1)), "file", 1);
  expect(problem).toMatch(/Upload it as a file/);
  expect([...form]).toEqual([["mill", "7"]]);
});

test("rejects a file that is too large with a fixed message, and keeps the fields before and after it", async () => {
  const body = new FormData();
  body.set("before", "1");
  body.set("file", new File([new Uint8Array(14 * 1024 * 1024)], "big.pdf"));
  body.set("after", "2");
  const request = new Request("http://x.test/", { method: "POST", body });
  const { form, problem, full } = await readUpload(request, "file", 10);
  expect([problem, full]).toEqual([
    "File size exceeds the limit. Please upload a file smaller than 10MB.",
    false,
  ]);
  expect([...form]).toEqual([
    ["before", "1"],
    ["after", "2"],
  ]);
});
