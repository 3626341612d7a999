import { expect, test } from "vitest";
import { readUpload } from "./upload.server";

const posted = (text: string) => {
  const body = new FormData();
  body.set("text", text);
  body.set("mill", "7");
  return new Request("http://x.test/", { method: "POST", body });
};
const long = { name: "text", bytes: 100_000 };

test("an answer that may be long is taken whole, up to its own limit", async () => {
  const whole = await readUpload(posted("x".repeat(100_000)), "file", 1, { long });
  expect([whole.problem, String(whole.form.get("text")).length]).toEqual([null, 100_000]);
  expect((await readUpload(posted("x".repeat(100_001)), "file", 1, { long })).problem).toMatch(
    /Upload it as a file/,
  );
});

test("any other answer has a form's length, and what else was typed is still there", async () => {
  const { form, problem } = await readUpload(posted("x".repeat(64 * 1024 + 1)), "file", 1);
  expect(problem).toMatch(/Upload it as a file/);
  expect([...form]).toEqual([["mill", "7"]]);
});
