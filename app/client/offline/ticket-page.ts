/*
 * Loads on this device: a page for a load whose form isn't sent yet, and a ticket's pending forms on the ticket's page,
 * marked as not sent.
 */

import {
  buildUnsentTicketPath,
  getItemSubject,
  isUnsent,
  type QueuedForm,
} from "~/modules/offline/rules/kept-forms";
import {
  applyQueuedSteps,
  formActionLabel,
  getNewTicketFacts,
  listItemsOfSubject,
  listNextSteps,
  type NextStep,
  parseTicketFacts,
  type TicketFacts,
} from "~/modules/offline/rules/load-steps";
import { createElement, type PagePart, parseHtml } from "../dom";
import initOffline from "./offline";
import { addItem, getNextItemOrder, getStoredUser, getStoredZone, listItems, matchOwnPage } from "./store";
import { formatLocalTime, listTypedValues, parseStoredPage } from "./typed-words";

type Load = { subject: string; facts: TicketFacts; items: QueuedForm[]; made?: QueuedForm };

const STATE_WORDS = { sent: "Sent", needs: "Needs you" } as const;
const stateWords = ({ state }: QueuedForm) =>
  state === "sent" || state === "needs" ? STATE_WORDS[state] : "Not sent yet";

/** Find the load named in the address, by the form that creates it or by its ticket as saved on this device. */
async function loadHere(): Promise<Load | null> {
  const query = new URLSearchParams(location.search);
  const [all, who] = [await listItems(), await getStoredUser()];
  if (!who) return null;
  const match = all.find(({ id, user }) => id === query.get("of") && user === who.user);
  if (match) {
    const subject = getItemSubject(match, all) ?? buildUnsentTicketPath(match.id);
    const items = listItemsOfSubject(all, subject, who.user);
    // Later changes to the load are unknown here; the load's own page shows them.
    return { subject, items, made: match, facts: applyQueuedSteps(getNewTicketFacts(match), items) };
  }
  const ticket = /^\d+$/.exec(query.get("ticket") ?? "")?.[0];
  const page = ticket && (await matchOwnPage(`/trip-tickets/${ticket}`));
  if (!page) return null;
  const saved = parseTicketFacts(
    parseHtml(await page.text()).querySelector<HTMLElement>("[data-load-now]")?.dataset.loadNow,
  );
  if (!saved) return null;
  const items = listItemsOfSubject(all, `/trip-tickets/${ticket}`, who.user).filter(isUnsent);
  return { subject: `/trip-tickets/${ticket}`, items, facts: applyQueuedSteps(saved, items) };
}

/** Store a form as a separate item after the load's earlier items; other code sends it. */
async function keep(load: Load, step: NextStep, form: HTMLFormElement | null): Promise<void> {
  const who = await getStoredUser();
  if (!who) return;
  const data = form ? new FormData(form) : new FormData();
  const id = crypto.randomUUID();
  data.set("submission_id", id);
  if (step.kind !== "photo") data.set("version", String(load.facts.version + 1));
  const fields = [...data].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const files = [...data].flatMap(([, value]): [string, number][] =>
    typeof value !== "string" && value.size ? [[value.name, value.size]] : [],
  );
  // Build the body only once, so that exactly these bytes are sent later.
  const body = step.kind === "photo" ? data : new URLSearchParams(fields);
  const request = new Request("/", { method: "POST", body });
  const before = load.items.at(-1);
  await addItem({
    ...who,
    id,
    action: `${load.subject}${step.path}`,
    page: `${location.pathname}${location.search}`,
    title: load.made?.title || document.title.replace(/ · Timbertally$/, ""),
    type: request.headers.get("Content-Type") ?? "application/x-www-form-urlencoded",
    body: await request.arrayBuffer(),
    fields,
    ...(files.length ? { files } : {}),
    typed_at: Date.now(),
    order: await getNextItemOrder(),
    zone_minutes: new Date().getTimezoneOffset(),
    zone: await getStoredZone(),
    ...(before ? { after: before.id } : {}),
    state: "waiting",
    tries: 0,
    said: "",
    href: "",
    sent_at: null,
  });
  document.dispatchEvent(new Event("outbox-changed"));
}

const line = (item: QueuedForm) => {
  const words = listTypedValues(item, document)
    .map(([label, value]) => `${label}: ${value}`)
    .join(", ");
  return createElement(
    "li",
    { "data-item": item.id },
    createElement("strong", {}, formActionLabel(item.action)),
    ` ${formatLocalTime(item.typed_at)} `,
    createElement("span", { class: item.state === "needs" ? "error" : "soft small" }, stateWords(item)),
    ...(words && !item.action.startsWith("/trip-tickets/new")
      ? [createElement("p", { class: "small" }, words)]
      : []),
    ...(item.state === "needs" && item.said ? [createElement("p", { class: "small" }, item.said)] : []),
  );
};

function stepForm(load: Load, step: NextStep, again: () => void, isFirst: boolean): Element {
  const press = (form: HTMLFormElement | null) =>
    keep(load, step, form).then(again, () =>
      box.append(
        createElement(
          "p",
          { class: "notice warn", role: "alert" },
          "This device is full. Free up some space, then press again.",
        ),
      ),
    );
  const template = document.querySelector<HTMLTemplateElement>(`template[data-step="${step.kind}"]`);
  const box = createElement("div", { class: "stack" });
  const form = template?.content.querySelector("form")?.cloneNode(true);
  if (form instanceof HTMLFormElement) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      press(form);
    });
    box.append(form);
    return box;
  }
  const button = createElement(
    "button",
    { type: "button", class: isFirst ? "button primary big" : "button" },
    step.words,
  );
  button.addEventListener("click", () => {
    button.disabled = true;
    press(null);
  });
  box.append(button);
  return box;
}

const sheetOf = (item: QueuedForm) => item.fields.find(([name]) => name === "sheet_number")?.[1];

async function draw(box: HTMLElement): Promise<void> {
  const load = await loadHere();
  // Redraw only after something was stored, to keep what the user is typing.
  const stamp = JSON.stringify(load?.items.map(({ id, state, said }) => [id, state, said]) ?? null);
  if (box.dataset.drawn === stamp) return;
  box.dataset.drawn = stamp;
  if (!load) {
    box.replaceChildren(
      createElement("p", {}, "This load isn't on this device. "),
      createElement("p", {}, createElement("a", { href: "/outbox" }, "What isn't sent yet")),
    );
    return;
  }
  const again = () => {
    draw(box).catch(() => {});
  };
  const sheet = load.made && sheetOf(load.made);
  const dlist = load.made && createElement("dl", { class: "facts" });
  if (load.made && dlist)
    for (const [label, value] of listTypedValues(load.made, await parseStoredPage(load.made)))
      dlist.append(createElement("div", {}, createElement("dt", {}, label), createElement("dd", {}, value)));
  const unsent = load.items.filter(isUnsent);
  const steps = listNextSteps(load.facts, load.items);
  const head = document.querySelector("main h1");
  if (head && sheet) head.textContent = `Sheet #${sheet}`;
  const ticket = /^\/trip-tickets\/\d+$/.test(load.subject) ? load.subject : null;
  box.replaceChildren(
    unsent.length
      ? createElement(
          "p",
          { class: "notice warn", role: "status" },
          `${unsent.length} of this load not sent yet. It's kept on this device and will be sent in order.`,
        )
      : createElement("p", { class: "notice", role: "status" }, "Everything for this load has been sent."),
    ...steps.map((step, index) => stepForm(load, step, again, index === 0)),
    createElement(
      "section",
      { class: "card stack" },
      createElement("h2", {}, "So far"),
      ...(dlist ? [dlist] : []),
      createElement("ol", { class: "timeline" }, ...load.items.map(line)),
    ),
    createElement(
      "p",
      { class: "row" },
      ...(ticket ? [createElement("a", { class: "button", href: ticket }, "Open the ticket"), " "] : []),
      createElement("a", { class: "button", href: "/sheets/scan" }, "Next sheet"),
      " ",
      createElement("a", { class: "button", href: "/outbox" }, "What isn't sent yet"),
    ),
  );
}

/** Show a ticket's pending items on its page, marked as not sent. */
async function drawOver(now: HTMLElement): Promise<void> {
  const subject = /^\/trip-tickets\/\d+/.exec(location.pathname)?.[0];
  const [all, who, saved] = [await listItems(), await getStoredUser(), parseTicketFacts(now.dataset.loadNow)];
  const waiting = who && subject ? listItemsOfSubject(all, subject, who.user).filter(isUnsent) : [];
  document.getElementById("not-sent-here")?.remove();
  if (!waiting.length || !saved || !subject) return;
  const [next] = listNextSteps(applyQueuedSteps(saved, waiting), waiting);
  now.before(
    createElement(
      "section",
      { id: "not-sent-here", class: "notice warn" },
      createElement("h2", {}, "Not sent yet"),
      createElement("ol", { class: "timeline" }, ...waiting.map(line)),
      createElement(
        "p",
        { class: "row" },
        createElement(
          "a",
          { class: "button", href: `/outbox/load?ticket=${subject.split("/").at(-1)}` },
          next ? `Next: ${next.words}` : "Look at it",
        ),
      ),
    ),
  );
}

/** Run once on each page of a load. */
export default function initTicketPage(part: PagePart) {
  if (!("indexedDB" in window)) return;
  const box = part.querySelector<HTMLElement>("[data-load-here]");
  const now = part.querySelector<HTMLElement>("[data-load-now]");
  const show = () => {
    if (box) draw(box).catch(() => {});
    if (now) drawOver(now).catch(() => {});
  };
  show();
  document.addEventListener("outbox", show);
  if (box) initOffline();
}
