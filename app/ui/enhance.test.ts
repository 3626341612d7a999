import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const SCRIPT = readFileSync(new URL("../../public/enhance.js", import.meta.url), "utf8");

type Listener = () => void;
/** An input as far as the script knows it. */
class Input {
  value = "";
  disabled = false;
  selectionStart = 0;
  dataset: Record<string, string> = {};
  form: { elements: Record<string, Input> } | null = null;
  private readonly heard: Listener[] = [];
  addEventListener(_event: string, listener: Listener) {
    this.heard.push(listener);
  }
  setSelectionRange(at: number) {
    this.selectionStart = at;
  }
  /** What a person leaves in it, with the caret where they are. */
  type(text: string, caret = text.length) {
    this.value = text;
    this.selectionStart = caret;
    for (const listener of this.heard) listener();
  }
}

/** Runs the script on a page that has these inputs. */
function onPage(found: Record<string, Input[]>) {
  runInNewContext(SCRIPT, {
    Intl,
    location: { protocol: "http:" },
    addEventListener() {},
    document: {
      cookie: "",
      referrer: "",
      addEventListener() {},
      querySelector: () => null,
      querySelectorAll: (marks: string) => found[marks] ?? [],
    },
  });
}

test("a phone number takes digits alone and is written as one types, with the caret where it was", () => {
  const phone = new Input();
  onPage({ "[data-phone]": [phone] });
  for (const [typed, written] of [
    ["abc9065550100xyz", "(906)555-0100"],
    ["+1 906.555.0100", "(906)555-0100"],
    ["90655501009999", "(906)555-0100"],
    ["9065", "(906)5"],
    ["906", "906"],
    ["9065550", "(906)555-0"],
    ["call me", ""],
  ] as const) {
    phone.type(typed);
    expect(phone.value, typed).toBe(written);
  }
  // A digit put in after the first two: the caret stays behind it.
  phone.type("(907 6)555-010", 4);
  expect([phone.value, phone.selectionStart]).toEqual(["(907)655-5010", 4]);
});

test("what cannot be answered before another field is stays off until then", () => {
  const [type, license] = [new Input(), new Input()];
  license.dataset.needs = "certification_type_id";
  license.form = { elements: { certification_type_id: type } };
  onPage({ "[data-needs]": [license] });
  expect(license.disabled).toBe(true);
  type.type("1");
  expect(license.disabled).toBe(false);
  type.type("");
  expect(license.disabled).toBe(true);
});
