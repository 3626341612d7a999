/*
 * The loads of this device: a load whose form isn't sent yet on a page of its own, and what waits shown over the page of a
 * ticket, marked as not sent.
 */

import { isUnsent, type KeptForm, loadOrJobOf, unsentLoad } from "~/domain/offline/kept-forms";
import {
  didWords,
  itemsOf,
  type LoadFacts,
  loadAfter,
  loadIn,
  loadOfNew,
  type NextStep,
  nextSteps,
} from "~/domain/offline/load-steps";
import { make, type PagePart, parsed } from "../dom";
import offline from "./offline";
import { allItems, keepItem, orderHere, ownPage, whoHere, zoneHere } from "./store";
import { keptPageOf, moment, typedWords } from "./typed-words";

type Load = { subject: string; facts: LoadFacts; items: KeptForm[]; made?: KeptForm };

const STATE_WORDS = { sent: "Sent", needs: "Needs you" } as const;
const stateWords = ({ state }: KeptForm) =>
  state === "sent" || state === "needs" ? STATE_WORDS[state] : "Not sent yet";

/** The load that the address names: by the form that makes it, or by its ticket as it was saved on this device. */
async function loadHere(): Promise<Load | null> {
  const query = new URLSearchParams(location.search);
  const [all, who] = [await allItems(), await whoHere()];
  if (!who) return null;
  const made = all.find(({ id, user }) => id === query.get("of") && user === who.user);
  if (made) {
    const subject = loadOrJobOf(made, all) ?? unsentLoad(made.id);
    const items = itemsOf(all, subject, who.user);
    // What was made since its form was sent is not known here: its own page says that.
    return { subject, items, made, facts: loadAfter(loadOfNew(made), items) };
  }
  const ticket = /^\d+$/.exec(query.get("ticket") ?? "")?.[0];
  const page = ticket && (await ownPage(`/trip-tickets/${ticket}`));
  if (!page) return null;
  const saved = loadIn(
    parsed(await page.text()).querySelector<HTMLElement>("[data-load-now]")?.dataset.loadNow,
  );
  if (!saved) return null;
  const items = itemsOf(all, `/trip-tickets/${ticket}`, who.user).filter(isUnsent);
  return { subject: `/trip-tickets/${ticket}`, items, facts: loadAfter(saved, items) };
}

/** Keeps a step as an item of its own, behind what was typed of the load before; nothing leaves from here. */
async function keep(load: Load, step: NextStep, form: HTMLFormElement | null): Promise<void> {
  const who = await whoHere();
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
  // A body that is made here, once: what is sent later is these bytes and no other.
  const body = step.kind === "photo" ? data : new URLSearchParams(fields);
  const request = new Request("/", { method: "POST", body });
  const before = load.items.at(-1);
  await keepItem({
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
    order: await orderHere(),
    zone_minutes: new Date().getTimezoneOffset(),
    zone: await zoneHere(),
    ...(before ? { after: before.id } : {}),
    state: "waiting",
    tries: 0,
    said: "",
    href: "",
    sent_at: null,
  });
  document.dispatchEvent(new Event("outbox-changed"));
}

const line = (item: KeptForm) => {
  const words = typedWords(item, document)
    .map(([label, value]) => `${label}: ${value}`)
    .join(", ");
  return make(
    "li",
    { "data-item": item.id },
    make("strong", {}, didWords(item.action)),
    ` ${moment(item.typed_at)} `,
    make("span", { class: item.state === "needs" ? "error" : "soft small" }, stateWords(item)),
    ...(words && !item.action.startsWith("/trip-tickets/new") ? [make("p", { class: "small" }, words)] : []),
    ...(item.state === "needs" && item.said ? [make("p", { class: "small" }, item.said)] : []),
  );
};

function stepForm(load: Load, step: NextStep, again: () => void, isFirst: boolean): Element {
  const press = (form: HTMLFormElement | null) =>
    keep(load, step, form).then(again, () =>
      box.append(
        make(
          "p",
          { class: "notice warn", role: "alert" },
          "This device is full. Free up some space, then press again.",
        ),
      ),
    );
  const template = document.querySelector<HTMLTemplateElement>(`template[data-step="${step.kind}"]`);
  const box = make("div", { class: "stack" });
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
  const button = make(
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

const sheetOf = (item: KeptForm) => item.fields.find(([name]) => name === "sheet_number")?.[1];

async function draw(box: HTMLElement): Promise<void> {
  const load = await loadHere();
  // What is being typed stays as long as nothing new is kept.
  const stamp = JSON.stringify(load?.items.map(({ id, state, said }) => [id, state, said]) ?? null);
  if (box.dataset.drawn === stamp) return;
  box.dataset.drawn = stamp;
  if (!load) {
    box.replaceChildren(
      make("p", {}, "This load isn't on this device. "),
      make("p", {}, make("a", { href: "/outbox" }, "What isn't sent yet")),
    );
    return;
  }
  const again = () => {
    draw(box).catch(() => {});
  };
  const sheet = load.made && sheetOf(load.made);
  const made = load.made && make("dl", { class: "facts" });
  if (load.made && made)
    for (const [label, value] of typedWords(load.made, await keptPageOf(load.made)))
      made.append(make("div", {}, make("dt", {}, label), make("dd", {}, value)));
  const unsent = load.items.filter(isUnsent);
  const steps = nextSteps(load.facts, load.items);
  const head = document.querySelector("main h1");
  if (head && sheet) head.textContent = `Sheet #${sheet}`;
  const ticket = /^\/trip-tickets\/\d+$/.test(load.subject) ? load.subject : null;
  box.replaceChildren(
    unsent.length
      ? make(
          "p",
          { class: "notice warn", role: "status" },
          `${unsent.length} of this load not sent yet. It's kept on this device and will be sent in order.`,
        )
      : make("p", { class: "notice", role: "status" }, "Everything for this load has been sent."),
    ...steps.map((step, at) => stepForm(load, step, again, at === 0)),
    make(
      "section",
      { class: "card stack" },
      make("h2", {}, "So far"),
      ...(made ? [made] : []),
      make("ol", { class: "timeline" }, ...load.items.map(line)),
    ),
    make(
      "p",
      { class: "row" },
      ...(ticket ? [make("a", { class: "button", href: ticket }, "Open the ticket"), " "] : []),
      make("a", { class: "button", href: "/sheets/scan" }, "Next sheet"),
      " ",
      make("a", { class: "button", href: "/outbox" }, "What isn't sent yet"),
    ),
  );
}

/** What waits of a ticket stands over its page, marked as not sent. */
async function drawOver(now: HTMLElement): Promise<void> {
  const subject = /^\/trip-tickets\/\d+/.exec(location.pathname)?.[0];
  const [all, who, saved] = [await allItems(), await whoHere(), loadIn(now.dataset.loadNow)];
  const waiting = who && subject ? itemsOf(all, subject, who.user).filter(isUnsent) : [];
  document.getElementById("not-sent-here")?.remove();
  if (!waiting.length || !saved || !subject) return;
  const [next] = nextSteps(loadAfter(saved, waiting), waiting);
  now.before(
    make(
      "section",
      { id: "not-sent-here", class: "notice warn" },
      make("h2", {}, "Not sent yet"),
      make("ol", { class: "timeline" }, ...waiting.map(line)),
      make(
        "p",
        { class: "row" },
        make(
          "a",
          { class: "button", href: `/outbox/load?ticket=${subject.split("/").at(-1)}` },
          next ? `Next: ${next.words}` : "Look at it",
        ),
      ),
    ),
  );
}

/** Once for a page of a load. */
export default function loadPage(part: PagePart) {
  if (!("indexedDB" in window)) return;
  const box = part.querySelector<HTMLElement>("[data-load-here]");
  const now = part.querySelector<HTMLElement>("[data-load-now]");
  const show = () => {
    if (box) draw(box).catch(() => {});
    if (now) drawOver(now).catch(() => {});
  };
  show();
  document.addEventListener("outbox", show);
  if (box) offline();
}
