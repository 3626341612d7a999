import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FormReply } from "~/web/form-action.server";
import { SimpleForm } from "./simple-form";

const render = (values: Record<string, string>, result?: FormReply) =>
  renderToStaticMarkup(
    <SimpleForm
      fields={[
        { name: "name", label: "Name" },
        { name: "notes", label: "Notes", kind: "area" },
      ]}
      values={values}
      result={result}
      submissionId="made-with-the-page"
      version={4}
      button="Save"
      back={{ href: "/jobs/1", label: "Back to job" }}
    />,
  );

test("a conflict lists only the fields that the person typed, and the others take the saved values", () => {
  const first = { name: "Deward", notes: "Gate code\n1234" };
  const shown_values = JSON.stringify(first);
  expect(render(first)).toContain(`name="shown_values" value="${shown_values.replaceAll('"', "&quot;")}"`);
  const initialValue = { name: "Deward North", notes: "Gate code\r\n1234", version: "5" };
  const saved = { name: "Deward Tract", notes: "Gate code 5678" };
  const html = render(saved, {
    reply: { status: "error", initialValue },
    shown_values,
    conflict: { ...saved, version: 5 },
  });
  expect([...html.matchAll(/<th scope="row">(\w+)</g)].map(([, label]) => label)).toEqual(["Name"]);
  expect(html).toMatch(/name="name"[^>]*value="Deward North"|value="Deward North"[^>]*name="name"/);
  expect(html).toContain(">Gate code 5678</textarea>");
});

test("a refused form without a conflict keeps every typed value", () => {
  const html = render(
    { name: "Deward Tract", notes: "Saved" },
    {
      reply: { status: "error", initialValue: { name: "", notes: "Gate" } },
      shown_values: JSON.stringify({ name: "Deward", notes: "Gate" }),
    },
  );
  expect(html).toContain(">Gate</textarea>");
  expect(html).not.toContain("Deward Tract");
});
