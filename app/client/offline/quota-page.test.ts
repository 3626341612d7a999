import { expect, test } from "vitest";
import { createQueuedForm } from "~/modules/offline/rules/testing/kept-form";
import { isSlowConnection } from "./kept-pages";
import { buildQuotaPage } from "./quota-page";

test("shows values that a full device can't store, in a form that resends them with the same id", async () => {
  const page = buildQuotaPage(
    createQueuedForm({
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

test("prompts the user to choose a photo again, because the page can't contain it", async () => {
  const html = await buildQuotaPage(createQueuedForm({ type: "multipart/form-data; boundary=x" })).text();
  expect([html.includes("<form"), html.includes("choose the file again")]).toEqual([false, true]);
});

test("doesn't tell the user to delete photos if the device's storage hangs", async () => {
  const html = await buildQuotaPage(createQueuedForm({}), true).text();
  expect([html.includes("<h1>Not sent, and not kept</h1>"), html.includes("Delete photos")]).toEqual([
    true,
    false,
  ]);
});

test("prefetches nothing if the user saves data or the connection is slow", () => {
  expect(
    [{ saveData: true }, { effectiveType: "slow-2g" }, { effectiveType: "2g" }].map(isSlowConnection),
  ).toEqual([true, true, true]);
  expect([undefined, {}, { saveData: false, effectiveType: "4g" }].map(isSlowConnection)).toEqual([
    false,
    false,
    false,
  ]);
});
