import { expect, test } from "vitest";
import { keptForm } from "~/domain/offline/testing/kept-form";
import { isThinLine } from "./kept-pages";
import { noRoomPage } from "./no-room";

test("what a full device can't keep stands on a page that sends it again, with its id, and as text", async () => {
  const page = noRoomPage(
    keptForm({
      action: "/jobs/1/comments?from=a&b",
      fields: [
        ["submission_id", "abc-12345"],
        ["content", `<b>"Soft" & wet</b>`],
      ],
    }),
  );
  expect(page.status).toBe(507);
  const html = await page.text();
  expect(html).toContain(`action="/jobs/1/comments?from=a&amp;b"`);
  expect(html).toContain(`<input type="hidden" name="submission_id" value="abc-12345">`);
  expect(html).toContain(`<dd>&lt;b&gt;&quot;Soft&quot; &amp; wet&lt;/b&gt;</dd>`);
  expect(html).not.toContain("<b>");
  expect(html).not.toContain("<dt>submission id");
});

test("a photo has to be chosen again: a page can't hold it", async () => {
  const html = await noRoomPage(keptForm({ type: "multipart/form-data; boundary=x" })).text();
  expect([html.includes("<form"), html.includes("choose the file again")]).toEqual([false, true]);
});

test("a device whose storage hangs is not told to delete its photos", async () => {
  const html = await noRoomPage(keptForm({}), true).text();
  expect([html.includes("<h1>Not sent, and not kept</h1>"), html.includes("Delete photos")]).toEqual([
    true,
    false,
  ]);
});

test("nothing is brought in advance where somebody saves data, or the line is slow", () => {
  expect([{ saveData: true }, { effectiveType: "slow-2g" }, { effectiveType: "2g" }].map(isThinLine)).toEqual(
    [true, true, true],
  );
  expect([undefined, {}, { saveData: false, effectiveType: "4g" }].map(isThinLine)).toEqual([
    false,
    false,
    false,
  ]);
});
