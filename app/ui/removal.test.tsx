import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RemovalForm } from "./removal";

test("removing an item requires a second press, and first lists everything that it removes", () => {
  const html = renderToStaticMarkup(
    <RemovalForm
      action="/jobs/1/destinations/2/removal"
      version={3}
      submissionId="0b7e3c1e-form"
      button="Take Grayling off the job"
      confirm="Yes, take it off with 2 rates"
      what="2 rates for Grayling will be removed as well."
    />,
  );
  expect(html).toMatch(/^<details class="[^"]*"><summary>Take Grayling off the job<\/summary><form /);
  expect(html).toContain("2 rates for Grayling will be removed as well.");
  expect(html).toContain(
    '<button type="submit" class="button danger">Yes, take it off with 2 rates</button>',
  );
  expect(html).toContain('name="version" value="4"');
});
