import { sentAsItCame } from "../as-it-came";
import { kept, make, parsed } from "../dom";
import { flush } from "./flush";
import { isUnsent, type KeptForm, type State } from "./kept-forms";
import offline from "./offline";
import { allItems, dropItem, itemOf, putItem, whoHere } from "./store";

const STATE_WORDS: Record<State, string> = {
  sending: "Sending",
  unsure: "Waiting to send",
  waiting: "Waiting to send",
  needs: "Needs you",
  sent: "Sent",
};
/** What belongs to the sending and not to what somebody typed. */
const NOT_TYPED = /^(submission_id|version|intent|seen_at|back|from)$/;

const moment = (ms: number) =>
  new Date(ms).toLocaleString("en-US", {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });

const DAY_AND_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const inWords = (value: string) => (DAY_AND_TIME.test(value) ? moment(new Date(value).getTime()) : value);

/** What was typed, in the words of the page that the form was on, where that page is kept. */
function typedWords(item: KeptForm, page: Document | null): [string, string][] {
  const address = (form: HTMLFormElement) =>
    new URL(form.getAttribute("action") ?? item.page, location.origin);
  const form = [...(page?.forms ?? [])].find((one) => address(one).pathname === item.action.split("?")[0]);
  const came = new Map(form ? sentAsItCame(form) : []);
  return item.fields
    .filter(([name, value]) => value.trim() !== "" && !NOT_TYPED.test(name) && came.get(name) !== value)
    .flatMap(([name, value]): [string, string][] => {
      const field = (form ?? page)?.querySelector(`[name="${CSS.escape(name)}"]`);
      if (field instanceof HTMLInputElement && field.type === "hidden") return [];
      const label = page?.querySelector(`label[for="${CSS.escape(field?.id ?? "")}"]`)?.textContent?.trim();
      const options = field instanceof HTMLSelectElement ? [...field.options] : [];
      const option = options.find((one) => one.value === value)?.textContent?.trim();
      return [[label || name.replaceAll("_", " "), option || inWords(value)]];
    });
}

/** All that isn't sent, as one file that the office can read: a device that can't send can still be carried there. */
export function unsentFile(items: readonly KeptForm[]): string {
  const base64 = (body: ArrayBuffer) =>
    btoa(Array.from(new Uint8Array(body), (byte) => String.fromCharCode(byte)).join(""));
  const forms = items.map(({ body, ...item }) => ({ ...item, body: base64(body) }));
  return JSON.stringify({ timbertally_outbox: 1, saved_at: new Date().toISOString(), forms }, null, 1);
}

const button = (words: string, press: (pressed: HTMLButtonElement) => void, quiet = false) => {
  const made = make("button", { type: "button", class: quiet ? "button quiet" : "button" }, words);
  made.addEventListener("click", () => press(made));
  return made;
};

async function pageOf(item: KeptForm): Promise<Document | null> {
  const found = await caches.match(item.page).catch(() => undefined);
  return found ? parsed(await found.text()) : null;
}

/** Opens the form again with what was typed in it (`unsent.ts` offers it there). */
function edit(item: KeptForm) {
  kept.set(`unsent:${item.page}`, JSON.stringify({ user: item.user, sent: false, fields: item.fields }));
  location.assign(item.page);
}

async function cardOf(item: KeptForm, again: () => Promise<void>): Promise<HTMLElement> {
  const list = make("dl", { class: "facts" });
  for (const [label, value] of typedWords(item, await pageOf(item)))
    list.append(make("div", {}, make("dt", {}, label), make("dd", {}, value)));
  const row = make("p", { class: "row" });
  if (isUnsent(item)) {
    row.append(
      button("Send now", async () => {
        if (item.state === "needs") await putItem({ ...item, state: "waiting", said: "" });
        await flush();
        await again();
      }),
      button("Edit", () => edit(item)),
      button(
        "Discard",
        async (pressed) => {
          if (pressed.dataset.sure) {
            await dropItem(item.id);
            return again();
          }
          pressed.dataset.sure = "1";
          pressed.textContent = "Discard for good";
        },
        true,
      ),
    );
  } else if (item.href) row.append(make("a", { href: item.href, class: "button" }, "Look at it"));
  const said = item.said
    ? [make("p", { class: item.state === "needs" ? "notice warn" : "soft" }, item.said)]
    : [];
  return make(
    "article",
    { class: "card stack", "data-item": item.id },
    make("h3", {}, item.title || item.page),
    make(
      "p",
      {},
      make("strong", {}, STATE_WORDS[item.state]),
      `, typed ${moment(item.typed_at)}${item.sent_at ? `, sent ${moment(item.sent_at)}` : ""}`,
    ),
    ...said,
    list,
    row,
  );
}

/** Lists what this device has kept. Another person's is not shown, and not dropped. */
async function show(box: HTMLElement): Promise<void> {
  const again = async () => {
    document.dispatchEvent(new Event("outbox-changed"));
    await show(box);
  };
  const who = await whoHere();
  const items = (await allItems()).filter((item) => item.user === who?.user);
  const [open, sent] = [items.filter(isUnsent), items.filter((item) => !isUnsent(item)).reverse()];
  const cards = async (some: KeptForm[]) => Promise.all(some.map((item) => cardOf(item, again)));
  const parts: Node[] = [];
  const just = new URLSearchParams(location.search).get("kept");
  if (just && (await itemOf(just))?.state !== "sent")
    parts.push(
      make(
        "p",
        { class: "notice warn", role: "status" },
        "No signal. It's kept on this device and will be sent when there is one. You can go on working.",
      ),
    );
  if (open.length)
    parts.push(
      make("h2", {}, `Not sent yet (${open.length})`),
      make(
        "p",
        { class: "row" },
        button("Send all now", async () => {
          await flush();
          await again();
        }),
        make(
          "a",
          {
            class: "button",
            download: "timbertally-not-sent.json",
            href: URL.createObjectURL(new Blob([unsentFile(open)], { type: "application/json" })),
          },
          "Download as a file",
        ),
      ),
      ...(await cards(open)),
    );
  else parts.push(make("p", {}, "Everything you typed on this device has been sent."));
  if (sent.length) parts.push(make("h2", {}, "Sent in the last 30 days"), ...(await cards(sent)));
  box.replaceChildren(...parts);
}

export default function outbox(part: Document | Element) {
  const box = part.querySelector<HTMLElement>("[data-outbox]");
  if (!box || !("indexedDB" in window)) return;
  const draw = () => {
    show(box).catch(() => {});
  };
  draw();
  document.addEventListener("outbox", draw);
  // Who looks here waits for it.
  offline();
}
