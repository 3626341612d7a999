import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const SCRIPT = readFileSync(new URL("../../public/enhance.js", import.meta.url), "utf8");

type Listener = (event: object) => void;
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
    for (const listener of this.heard) listener({ target: this });
  }
}

/** Runs the script on a page that has these inputs; answers how the page as a whole hears of something. */
function onPage(
  found: Record<string, Input[]>,
  dataset: Record<string, string> = {},
  framework = false,
  more: object = {},
) {
  const heard: [string, Listener][] = [];
  runInNewContext(SCRIPT, {
    Intl,
    location: { protocol: "http:" },
    addEventListener() {},
    document: {
      cookie: "",
      referrer: "",
      documentElement: { dataset },
      addEventListener: (kind: string, listener: Listener) => heard.push([kind, listener]),
      querySelector: (marks: string) => (framework && marks === "script[type=module]" ? {} : null),
      querySelectorAll: (marks: string) => found[marks] ?? [],
      ...more,
    },
    // The time that a slow line is waited for does not come.
    setTimeout: () => 0,
    clearTimeout() {},
  });
  return (kind: string, event: object) => {
    for (const [of, listener] of heard) if (of === kind) listener(event);
  };
}

test("a phone number takes digits alone and is written as one types, with the caret where it was", () => {
  const phone = new Input();
  phone.dataset.phone = "";
  const happens = onPage({});
  phone.addEventListener("input", (event) => happens("input", event));
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

/** A link that is shown in a dialog where it can be, and what came of a press on the words in it. */
function press(event: object, ...page: [dataset?: Record<string, string>, framework?: boolean]) {
  const said = { prevented: false, followed: 0 };
  const link = {
    dataset: { dialog: "main" } as Record<string, string>,
    closest: () => link,
    click: () => said.followed++,
  };
  onPage({}, ...page)("click", {
    target: { closest: () => link },
    preventDefault: () => {
      said.prevented = true;
    },
    ...event,
  });
  return { said, link };
}

test("a link that opens in a dialog is a plain link to a new tab, before React is there, and where a script is at it", () => {
  for (const key of ["ctrlKey", "metaKey", "shiftKey", "altKey", "defaultPrevented"])
    expect(press({ [key]: true }).said, key).toEqual({ prevented: false, followed: 0 });
  expect(press({}, {}, true).said.prevented).toBe(false);
  expect(press({}, { live: "" }, true).said.prevented).toBe(true);
});

test("where the dialog's script can't be had the link is followed, and a second press doesn't wait for it", async () => {
  const { said, link } = press({});
  expect(said.prevented).toBe(true);
  // Without its mark it is a plain link.
  expect(link.dataset).toEqual({});
  await expect.poll(() => said.followed).toBe(1);
});

test("what suggests in the box that finds comes with its first focus, and not before React is there", () => {
  const brought: string[] = [];
  const q = new Input();
  const finder = { dataset: {}, elements: { q } };
  const dataset: Record<string, string> = {};
  const happens = onPage({}, dataset, true, {
    querySelector: (marks: string) =>
      marks === "form[data-find]" ? finder : marks === "script[type=module]" ? {} : null,
    createElement: () => ({ dataset: {} }),
    body: { append: ({ src }: { src: string }) => brought.push(src) },
  });
  q.type("");
  expect(brought).toEqual([]);
  dataset.live = "";
  happens("live", {});
  expect(brought).toEqual(["/picker.js"]);
});
