import {
  confirmOddForm,
  formStateLabel,
  getTargetUrl,
  isNewTicketForm,
  isUnsent,
  listDependentForms,
  type QueuedForm,
  relinkForms,
} from "~/modules/offline/rules/kept-forms";
import { formatItemTitle, getFormVerb } from "~/modules/offline/rules/load-steps";
import { generateOutboxFile, parseOwnOutboxItems } from "~/modules/offline/rules/outbox-file";
import { isWaitingForAnother, resendAsNewForm } from "~/modules/offline/rules/turns";
import { createElement, safeLocalStorage } from "../dom";
import { flushOutbox } from "./flush";
import initOffline from "./offline";
import { reassignItemId } from "./reassign-id";
import { deleteItem, getItem, getStoredUser, listItems, putItem, putItems } from "./store";
import { formatLocalTime, listFileNames, listTypedValues, parseStoredPage } from "./typed-words";

const button = (words: string, press: (pressed: HTMLButtonElement) => void, quiet = false) => {
  const element = createElement(
    "button",
    { type: "button", class: quiet ? "button quiet" : "button" },
    words,
  );
  element.addEventListener("click", () => press(element));
  return element;
};

/**
 * Reopen the form with its typed values (`unsent.ts` fills in the values). For a later form of a load, reopen it on the
 * ticket's page.
 */
async function edit(item: QueuedForm, items: readonly QueuedForm[]) {
  const isStep = item.page.startsWith("/outbox/load");
  const page = (isStep && !getFormVerb(item.action) && getTargetUrl(item, items)) || item.page;
  // Mark the item as being edited: a resubmission under the same id replaces it.
  await putItem({ ...item, editing: true }).catch(() => {});
  safeLocalStorage.set(
    `unsent:${page}`,
    JSON.stringify({ user: item.user, sent: false, edit: item.action, fields: item.fields }),
  );
  location.assign(page);
}

/** Discard an item with all items that depend on it, and relink the load's remaining items. */
async function discard(item: QueuedForm, items: readonly QueuedForm[]) {
  await putItems(relinkForms(item, items));
  for (const { id } of listDependentForms(item, items)) await deleteItem(id);
}

function discardWords(item: QueuedForm, items: readonly QueuedForm[]): string {
  const more = listDependentForms(item, items).length - 1;
  return more ? `Discard the load and ${more} more steps for good` : "Discard for good";
}

/** Ids of items awaiting a second press to confirm the discard: the list may be redrawn between the two presses. */
const set = new Set<string>();

async function cardOf(
  item: QueuedForm,
  items: readonly QueuedForm[],
  again: () => Promise<void>,
): Promise<HTMLElement> {
  const list = createElement("dl", { class: "stack" });
  for (const [label, value] of [
    ...listTypedValues(item, await parseStoredPage(item)),
    ...listFileNames(item),
  ])
    list.append(
      createElement(
        "div",
        {},
        createElement("dt", { class: "soft small" }, label),
        createElement("dd", {}, value),
      ),
    );
  const row = createElement("p", { class: "row" });
  if (isUnsent(item)) {
    if (item.spent)
      row.append(
        button("Send as a new one", async () => {
          await putItems(resendAsNewForm(item, await reassignItemId(item, crypto.randomUUID()), items));
          await deleteItem(item.id);
          await flushOutbox();
          await again();
        }),
      );
    if (item.odd)
      row.append(
        button("It's right, send it", async () => {
          await putItem(confirmOddForm(item));
          await flushOutbox();
          await again();
        }),
      );
    row.append(
      button("Send now", async () => {
        if (item.state === "needs") await putItem({ ...item, state: "waiting", said: "" });
        await flushOutbox();
        await again();
      }),
      button("Edit", () => edit(item, items)),
      button(
        set.has(item.id) ? discardWords(item, items) : "Discard",
        async (pressed) => {
          if (set.has(item.id)) {
            set.delete(item.id);
            await discard(item, items);
            return again();
          }
          set.add(item.id);
          pressed.textContent = discardWords(item, items);
        },
        true,
      ),
    );
    if (isNewTicketForm(item.action))
      row.append(
        " ",
        createElement(
          "a",
          { href: `/outbox/load?of=${item.id}`, class: "button" },
          "Continue with this load",
        ),
      );
  } else if (item.href) row.append(createElement("a", { href: item.href, class: "button" }, "Look at it"));
  const words =
    item.said || (isWaitingForAnother(item, items) ? "It waits for another form of this load." : "");
  const paragraphs = words
    ? [createElement("p", { class: item.state === "needs" ? "notice warn" : "soft" }, words)]
    : [];
  return createElement(
    "article",
    { class: "card stack", "data-item": item.id },
    createElement("h3", {}, formatItemTitle(item, items)),
    createElement(
      "p",
      {},
      createElement("strong", {}, formStateLabel(item)),
      `, typed ${formatLocalTime(item.typed_at)}${item.sent_at ? `, sent ${formatLocalTime(item.sent_at)}` : ""}`,
    ),
    ...paragraphs,
    ...(list.childElementCount ? [list] : []),
    row,
  );
}

/** Build the file only on request: with photos it may be as large as a phone can handle. */
function download(items: readonly QueuedForm[]) {
  const href = URL.createObjectURL(new Blob([...generateOutboxFile(items)], { type: "application/json" }));
  const link = createElement("a", { href, download: "timbertally-not-sent.json" });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** List the current user's items on this device. Other users' items are neither shown nor dropped. */
async function show(box: HTMLElement): Promise<void> {
  const again = async () => {
    document.dispatchEvent(new Event("outbox-changed"));
    await show(box);
  };
  const who = await getStoredUser();
  const items = (await listItems()).filter((item) => item.user === who?.user);
  const [open, sent] = [items.filter(isUnsent), items.filter((item) => !isUnsent(item)).reverse()];
  const cards = async (some: QueuedForm[]) => Promise.all(some.map((item) => cardOf(item, items, again)));
  const parts: Node[] = [];
  const just = new URLSearchParams(location.search).get("kept");
  if (just && (await getItem(just))?.state !== "sent")
    parts.push(
      createElement(
        "p",
        { class: "notice warn", role: "status" },
        "No signal. It's kept on this device and will be sent when there is one. You can keep working.",
      ),
    );
  if (open.length)
    parts.push(
      createElement("h2", {}, `Not sent yet (${open.length})`),
      createElement(
        "p",
        { class: "row" },
        button("Send all now", async () => {
          await flushOutbox();
          await again();
        }),
        button("Download as a file", () => download(items)),
      ),
      ...(await cards(open)),
    );
  else parts.push(createElement("p", {}, "Everything you typed on this device has been sent."));
  if (sent.length) parts.push(createElement("h2", {}, "Sent in the last 30 days"), ...(await cards(sent)));
  box.replaceChildren(...parts);
}

/** Import a file from another device of the same user. Existing items stay unchanged, and nothing is sent twice. */
async function takeIn(file: File): Promise<string> {
  const who = await getStoredUser();
  const match = who && parseOwnOutboxItems(await file.text(), who);
  if (!match) return "This isn't a file of unsent forms.";
  const here = new Set((await listItems()).map(({ id }) => id));
  const fresh = match.items.filter(({ id }) => !here.has(id));
  await putItems(fresh);
  document.dispatchEvent(new Event("outbox-changed"));
  const others = match.others ? ` ${match.others} for another person or company stay in the file.` : "";
  return `${fresh.length} added.${others}`;
}

function wireFile(box: HTMLElement) {
  const chosen = createElement("input", {
    type: "file",
    id: "unsent-file",
    class: "input",
    accept: ".json,application/json",
  });
  const element = createElement("p", { role: "status" });
  chosen.addEventListener("change", () => {
    const [file] = chosen.files ?? [];
    if (!file) return;
    takeIn(file).then(
      (words) => {
        element.textContent = words;
      },
      () => {
        element.textContent = "This device is full.";
      },
    );
  });
  box.replaceChildren(
    createElement("label", { for: "unsent-file" }, "File from another device"),
    createElement(
      "span",
      { class: "hint" },
      "The “not sent” file that you downloaded there. Each form is sent from here, once.",
    ),
    chosen,
    element,
  );
}

/** Show whether the browser guarantees to retain this data even when the device runs out of space. */
async function sayStorage(line: HTMLElement): Promise<void> {
  if (!navigator.storage?.persisted) return;
  const isKept = (await navigator.storage.persisted()) || (await navigator.storage.persist?.());
  line.textContent = isKept
    ? "This browser keeps unsent work, even when the device is low on space."
    : "This browser may delete unsent work when the device is low on space. Add Timbertally to the home screen to keep it safe.";
  line.hidden = false;
}

export default function initOutbox(part: Document | Element) {
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
  // Start sending at once, because a user on this page waits for it.
  initOffline();
}
