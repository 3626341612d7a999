import { HtmlValidate } from "html-validate";
import { PAGES, SIGNED_OUT } from "./support/pages";
import { expect, signIn, test } from "./support/test";

/**
 * The validator's recommended rules but for those of taste: names of attributes in any case, void elements, boolean
 * attributes and ids as React writes them are as valid.
 */
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    "attr-case": "off",
    "valid-id": ["error", { relaxed: true }],
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "no-trailing-whitespace": "off",
    "long-title": "off",
    // Boxes of one question share its name.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "submit", "reset", "button"] }],
    "doctype-style": "off",
    // A phone is written as the API has it, to be copied; style keeps it on one line.
    "tel-non-breaking": "off",
    // A map that is clicked sends the pixel, which no button does.
    "prefer-button": ["error", { exclude: ["image"] }],
  },
});

test("@script the validator finds a fault where there is one", async () => {
  const report = await validator.validateString("<!DOCTYPE html><html><body><ul><p>x</ul></body></html>");
  expect(report.valid).toBe(false);
});

for (const light of [false, true])
  test(`@script every page is valid HTML${light ? ", light pages too" : ""}`, async ({ page, context }) => {
    test.setTimeout(120_000);
    const faults: string[] = [];
    const look = async (path: string) => {
      const html = await (await page.request.get(path)).text();
      const { results } = await validator.validateString(html, path);
      for (const m of results.flatMap((r) => r.messages))
        faults.push(`${path}: ${m.ruleId} ${m.message} ${m.selector ?? ""}`);
    };
    for (const path of SIGNED_OUT) await look(path);
    for (const [who, paths] of Object.entries(PAGES)) {
      await context.clearCookies();
      await signIn(page, who);
      if (light) await context.addCookies([{ name: "tt_light", value: "1", url: page.url() }]);
      for (const path of paths) await look(path);
    }
    expect(faults).toEqual([]);
  });
