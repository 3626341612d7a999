import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const SCRIPT = readFileSync(new URL("../../public/dialog.js", import.meta.url), "utf8");
const PAGE = "http://timber.test/company/map";

type Answer = { ok: boolean; redirected: boolean };
type Ask = (at: object, from: object, marks: string) => Promise<void>;

/** The script, with a server that answers like this, and what it did. */
function withServer({ answer, late = false }: { answer?: Answer; late?: boolean }) {
  const did = { asked: [] as string[], went: [] as string[] };
  const ask: Ask = runInNewContext(`${SCRIPT.replaceAll("export ", "")};ask`, {
    URL,
    URLSearchParams,
    AbortController,
    FormData: class extends Map<string, string> {
      constructor(form: { sent: [string, string][] }) {
        super(form.sent);
      }
    },
    DOMParser: class {
      parseFromString = () => ({ querySelector: () => null });
    },
    location: { assign: (address: URL) => did.went.push(String(address)) },
    setTimeout: (run: () => void) => late && run(),
    clearTimeout() {},
    fetch: async (address: URL, { signal }: { signal: AbortSignal }) => {
      did.asked.push(String(address));
      signal.throwIfAborted();
      if (!answer) throw new TypeError("Failed to fetch");
      return { ...answer, url: String(address), text: async () => "" };
    },
  });
  return { ask, did };
}

const GOOD: Answer = { ok: true, redirected: false };
const link = () => ({ href: PAGE, dataset: {} as Record<string, string> });

test.each<[string, Parameters<typeof withServer>[0]]>([
  ["there is no signal", {}],
  ["the page is refused", { answer: { ...GOOD, ok: false } }],
  ["the page leads elsewhere, as to the sign-in", { answer: { ...GOOD, redirected: true } }],
  ["the page lacks the part", { answer: GOOD }],
  ["the answer takes long", { answer: GOOD, late: true }],
])("where %s, the page itself is gone to", async (_, server) => {
  const { ask, did } = withServer(server);
  const at = link();
  await ask(at, at, "#company-map");
  expect(did).toEqual({ asked: [PAGE], went: [PAGE] });
  // It stays a plain link, as it was made one while it was asked.
  expect(at.dataset).toEqual({});
});

/** A form that sends these names, pressed by its button. */
function form(sent: [string, string][]) {
  const said = { pressed: 0 };
  const at = { dataset: {} };
  const from = { name: "look", form: { action: PAGE, sent }, click: () => said.pressed++ };
  return { at, from, said };
}

test("a form is asked for by its fields and its button, also one that is a picture", async () => {
  for (const name of ["look", "look.x"]) {
    const { at, from } = form([
      ["q", "a b"],
      [name, "7"],
    ]);
    const { ask, did } = withServer({});
    await ask(at, from, "#company-map");
    expect(did.went).toEqual([`${PAGE}?q=a+b&${name}=7`]);
  }
});

test("a browser that leaves the button out of the form sends it itself", async () => {
  const { at, from, said } = form([["q", "a"]]);
  const { ask, did } = withServer({ answer: GOOD });
  await ask(at, from, "#company-map");
  expect([said.pressed, did.asked, did.went]).toEqual([1, [], []]);
});
