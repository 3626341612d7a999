import {
  addressOf,
  discardedWith,
  isUnsent,
  type KeptForm,
  makesLoad,
  relinked,
  saidRight,
  stateWords,
} from "~/domain/offline/kept-forms";
import { itemHead, verbOf } from "~/domain/offline/load-steps";
import { itemsIn, unsentParts } from "~/domain/offline/outbox-file";
import { asNew, waitsForAnother } from "~/domain/offline/turns";
import { kept, make } from "../dom";
import { flush } from "./flush";
import offline from "./offline";
import { allItems, dropItem, itemOf, putItem, putItems, whoHere } from "./store";
import { fileWords, keptPageOf, moment, typedWords } from "./typed-words";
import { underId } from "./under-id";

const button = (words: string, press: (pressed: HTMLButtonElement) => void, quiet = false) => {
  const made = make("button", { type: "button", class: quiet ? "button quiet" : "button" }, words);
  made.addEventListener("click", () => press(made));
  return made;
};

/** Opens the form again with what was typed in it (`unsent.ts` puts it there): a step of a load on the ticket's own page. */
async function edit(item: KeptForm, items: readonly KeptForm[]) {
  const isStep = item.page.startsWith("/outbox/load");
  const page = (isStep && !verbOf(item.action) && addressOf(item, items)) || item.page;
  // What is sent from there under the same id takes this one's place.
  await putItem({ ...item, editing: true }).catch(() => {});
  kept.set(
    `unsent:${page}`,
    JSON.stringify({ user: item.user, sent: false, edit: item.action, fields: item.fields }),
  );
  location.assign(page);
}

/** Throws an item away with all that can't be sent without it; the rest of its load moves up. */
async function discard(item: KeptForm, items: readonly KeptForm[]) {
  await putItems(relinked(item, items));
  for (const { id } of discardedWith(item, items)) await dropItem(id);
}

function discardWords(item: KeptForm, items: readonly KeptForm[]): string {
  const more = discardedWith(item, items).length - 1;
  return more ? `Discard the load and ${more} more steps for good` : "Discard for good";
}

/** Items whose writer was asked once whether to discard them: the list may be drawn again between the two presses. */
const asked = new Set<string>();

async function cardOf(
  item: KeptForm,
  items: readonly KeptForm[],
  again: () => Promise<void>,
): Promise<HTMLElement> {
  const list = make("dl", { class: "stack" });
  for (const [label, value] of [...typedWords(item, await keptPageOf(item)), ...fileWords(item)])
    list.append(make("div", {}, make("dt", { class: "soft small" }, label), make("dd", {}, value)));
  const row = make("p", { class: "row" });
  if (isUnsent(item)) {
    if (item.spent)
      row.append(
        button("Send as a new one", async () => {
          await putItems(asNew(item, await underId(item, crypto.randomUUID()), items));
          await dropItem(item.id);
          await flush();
          await again();
        }),
      );
    if (item.odd)
      row.append(
        button("It's right, send it", async () => {
          await putItem(saidRight(item));
          await flush();
          await again();
        }),
      );
    row.append(
      button("Send now", async () => {
        if (item.state === "needs") await putItem({ ...item, state: "waiting", said: "" });
        await flush();
        await again();
      }),
      button("Edit", () => edit(item, items)),
      button(
        asked.has(item.id) ? discardWords(item, items) : "Discard",
        async (pressed) => {
          if (asked.has(item.id)) {
            asked.delete(item.id);
            await discard(item, items);
            return again();
          }
          asked.add(item.id);
          pressed.textContent = discardWords(item, items);
        },
        true,
      ),
    );
    if (makesLoad(item.action))
      row.append(
        " ",
        make("a", { href: `/outbox/load?of=${item.id}`, class: "button" }, "Continue with this load"),
      );
  } else if (item.href) row.append(make("a", { href: item.href, class: "button" }, "Look at it"));
  const words = item.said || (waitsForAnother(item, items) ? "It waits for another form of this load." : "");
  const said = words ? [make("p", { class: item.state === "needs" ? "notice warn" : "soft" }, words)] : [];
  return make(
    "article",
    { class: "card stack", "data-item": item.id },
    make("h3", {}, itemHead(item, items)),
    make(
      "p",
      {},
      make("strong", {}, stateWords(item)),
      `, typed ${moment(item.typed_at)}${item.sent_at ? `, sent ${moment(item.sent_at)}` : ""}`,
    ),
    ...said,
    ...(list.childElementCount ? [list] : []),
    row,
  );
}

/** Made when it's asked for: with photos it may be as large as a phone can bear. */
function download(items: readonly KeptForm[]) {
  const href = URL.createObjectURL(new Blob([...unsentParts(items)], { type: "application/json" }));
  const link = make("a", { href, download: "timbertally-not-sent.json" });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
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
  const cards = async (some: KeptForm[]) => Promise.all(some.map((item) => cardOf(item, items, again)));
  const parts: Node[] = [];
  const just = new URLSearchParams(location.search).get("kept");
  if (just && (await itemOf(just))?.state !== "sent")
    parts.push(
      make(
        "p",
        { class: "notice warn", role: "status" },
        "No signal. It's kept on this device and will be sent when there is one. You can keep working.",
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
        button("Download as a file", () => download(items)),
      ),
      ...(await cards(open)),
    );
  else parts.push(make("p", {}, "Everything you typed on this device has been sent."));
  if (sent.length) parts.push(make("h2", {}, "Sent in the last 30 days"), ...(await cards(sent)));
  box.replaceChildren(...parts);
}

/** Takes in the file of another device of the same person: what is here already stays as it is, and nothing is sent twice. */
async function takeIn(file: File): Promise<string> {
  const who = await whoHere();
  const found = who && itemsIn(await file.text(), who);
  if (!found) return "This isn't a file of unsent forms.";
  const here = new Set((await allItems()).map(({ id }) => id));
  const fresh = found.items.filter(({ id }) => !here.has(id));
  await putItems(fresh);
  document.dispatchEvent(new Event("outbox-changed"));
  const others = found.others ? ` ${found.others} for another person or company stay in the file.` : "";
  return `${fresh.length} added.${others}`;
}

function wireFile(box: HTMLElement) {
  const chosen = make("input", {
    type: "file",
    id: "unsent-file",
    class: "input",
    accept: ".json,application/json",
  });
  const said = make("p", { role: "status" });
  chosen.addEventListener("change", () => {
    const [file] = chosen.files ?? [];
    if (!file) return;
    takeIn(file).then(
      (words) => {
        said.textContent = words;
      },
      () => {
        said.textContent = "This device is full.";
      },
    );
  });
  box.replaceChildren(
    make("label", { for: "unsent-file" }, "File from another device"),
    make(
      "span",
      { class: "hint" },
      "The “not sent” file that you downloaded there. Each form is sent from here, once.",
    ),
    chosen,
    said,
  );
}

/** Whether the browser has promised to keep what is here, also where the device runs out of room. */
async function sayStorage(line: HTMLElement): Promise<void> {
  if (!navigator.storage?.persisted) return;
  const isKept = (await navigator.storage.persisted()) || (await navigator.storage.persist?.());
  line.textContent = isKept
    ? "This browser keeps unsent work, even when the device is low on space."
    : "This browser may delete unsent work when the device is low on space. Add Timbertally to the home screen to keep it safe.";
  line.hidden = false;
}

export default function outbox(part: Document | Element) {
  const box = part.querySelector<HTMLElement>("[data-outbox]");
  if (!box || !("indexedDB" in window)) return;
  const draw = () => {
    show(box).catch(() => {});
  };
  draw();
  const line = part.querySelector<HTMLElement>("[data-storage]");
  if (line) sayStorage(line).catch(() => {});
  const file = part.querySelector<HTMLElement>("[data-take-in]");
  if (file) wireFile(file);
  document.addEventListener("outbox", draw);
  // Who looks here waits for it.
  offline();
}
