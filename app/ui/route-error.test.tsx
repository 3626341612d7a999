import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RequestIdContext } from "~/web/request-id";
import { ErrorId } from "./route-error";

test("a failed page shows the id of its request, and a link to support that contains the id", () => {
  const html = renderToStaticMarkup(
    <RequestIdContext.Provider value="4f1c-77">
      <ErrorId />
    </RequestIdContext.Provider>,
  );
  expect(html).toContain('<a href="/support?request=4f1c-77">Ask for help</a>');
  expect(html).toContain("<code>4f1c-77</code>");
  expect(renderToStaticMarkup(<ErrorId />)).toBe("");
});
