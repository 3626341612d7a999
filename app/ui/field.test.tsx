import { useForm } from "@conform-to/react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import {
  CheckField,
  ErrorSummary,
  FileField,
  getFieldState,
  SelectField,
  TextArea,
  TextField,
} from "./field";

const field = { id: "net", name: "net" };
const wrong = { ...field, errors: ["Type a weight."] };

describe("a form field", () => {
  it("links its label, hint and error to the input", () => {
    const html = renderToStaticMarkup(<TextField field={wrong} label="Net" hint="From the scale." />);
    expect(html).toContain('<label for="net">Net');
    expect(html).toContain('aria-describedby="net-hint net-error"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('<span class="hint" id="net-hint">From the scale.</span>');
    expect(html).toContain('<span class="error" id="net-error">Type a weight.</span>');
  });

  it("renders no ARIA attributes or error without errors and hints", () => {
    const html = renderToStaticMarkup(<TextField field={field} label="Net" />);
    expect(html).not.toContain("aria-");
    expect(html).not.toContain("error");
  });

  it("includes its unit in the input's description for screen readers", () => {
    const html = renderToStaticMarkup(
      <TextField field={wrong} label="Net" unit="lb" hint="From the scale." />,
    );
    expect(html).toContain('<span id="net-unit">lb</span>');
    expect(html).toContain('aria-describedby="net-unit net-hint net-error"');
  });

  it("marks only optional fields", () => {
    expect(renderToStaticMarkup(<TextField field={field} label="Net" required={false} />)).toContain(
      "(optional)",
    );
    expect(renderToStaticMarkup(<TextField field={field} label="Net" required />)).not.toContain(
      "(optional)",
    );
    expect(renderToStaticMarkup(<TextField field={field} label="Net" required />)).toContain('required=""');
  });

  it("shows only the options for the other field's value, and all groups with labels until it has a value", () => {
    const groups = [
      { value: 1, label: "FSC", options: [{ value: 7, label: "FSC 100%" }] },
      { value: 2, label: "SFI", options: [{ value: 8, label: "SFI Fiber Sourcing" }] },
    ];
    const drawn = (value: string) =>
      renderToStaticMarkup(
        <SelectField field={field} label="Claim" empty="None" options={{ on: "type", value, groups }} />,
      ).replace(/ data-choices="[^"]*"/, "");
    expect(drawn("2")).toContain("SFI Fiber Sourcing");
    expect(drawn("2")).not.toContain("FSC 100%");
    expect(drawn("")).toContain('<optgroup label="FSC"><option value="7">FSC 100%</option></optgroup>');
  });

  it("doesn't require a file if the field is optional", () => {
    const html = renderToStaticMarkup(
      <FileField field={field} label="Contract" accept=".pdf" megabytes={25} required={false} />,
    );
    expect(html).toContain("(optional)");
    expect(html).not.toContain('required=""');
    expect(
      renderToStaticMarkup(<FileField field={field} label="Photo" accept="image/*" megabytes={10} shrink />),
    ).toContain('required=""');
  });

  it("never renders a password that the user typed", () => {
    const typed = { id: "password", name: "password", defaultValue: "red pine on a hill" };
    expect(renderToStaticMarkup(<TextField field={typed} label="Password" type="password" />)).not.toContain(
      "red pine",
    );
    expect(renderToStaticMarkup(<TextField field={typed} label="Password" />)).toContain("red pine");
  });

  it("shows errors of a select, a text area and a checkbox as well", () => {
    const options = [{ value: 1, label: "MBF" }];
    for (const html of [
      renderToStaticMarkup(<SelectField field={wrong} label="Unit" options={options} />),
      renderToStaticMarkup(<TextArea field={wrong} label="Note" />),
      renderToStaticMarkup(<CheckField field={wrong} label="Scaled" />),
    ]) {
      expect(html).toContain('aria-describedby="net-error"');
      expect(html).toContain('id="net-error">Type a weight.');
    }
  });

  it("a select keeps its current selection", () => {
    const options = [
      { value: 1, label: "MBF" },
      { value: 2, label: "ton" },
    ];
    const html = renderToStaticMarkup(
      <SelectField field={{ ...field, defaultValue: "2" }} label="Unit" options={options} empty="Choose" />,
    );
    expect(html).toContain('<option value="2" selected="">ton</option>');
    expect(html).toContain('<option value="">Choose</option>');
  });
});

it("getFieldState returns the typed value and the error of a field in a returned form", () => {
  function Form() {
    const [, fields] = useForm<{ net: string }>({
      id: "weights",
      lastResult: {
        status: "error",
        initialValue: { net: "heavy" },
        error: { net: ["Type a weight."] },
      },
    });
    return <TextField field={getFieldState(fields.net)} label="Net" />;
  }
  const html = renderToStaticMarkup(<Form />);
  expect(html).toContain('value="heavy"');
  expect(html).toContain('aria-describedby="weights-net-error"');
  expect(html).toContain('id="weights-net-error">Type a weight.');
});

describe("the error summary", () => {
  it("renders nothing without errors", () => {
    expect(renderToStaticMarkup(<ErrorSummary formErrors={[]} fields={[field]} />)).toBe("");
  });

  it("links to each invalid field, and can be focused", () => {
    const html = renderToStaticMarkup(<ErrorSummary fields={[{ id: "tare" }, wrong]} />);
    expect(html).toContain('<a href="#net">Type a weight.</a>');
    expect(html).not.toContain("#tare");
    expect(html).toContain('role="alert" tabindex="-1"');
  });

  it("lists errors of the whole form before errors of fields", () => {
    const html = renderToStaticMarkup(
      <ErrorSummary formErrors={["Changed by someone else."]} fields={[wrong]} />,
    );
    expect(html.indexOf("Changed by someone else.")).toBeLessThan(html.indexOf("Type a weight."));
  });
});
