/*
 * The order in which a device sends what it keeps, and what follows upon what: rules without a browser.
 */
import {
  formSubject,
  isFile,
  isUnsent,
  type KeptForm,
  loadOrJobOf,
  refilled,
  unsentLoad,
  type Who,
} from "./kept-forms";

/** Where an item stands in the order of typing. */
const orderOf = ({ order, typed_at }: KeptForm): number => order ?? typed_at;

export const inTypedOrder = (items: readonly KeptForm[]): KeptForm[] =>
  [...items].sort((a, b) => orderOf(a) - orderOf(b));

/** The place of what is typed now: behind everything that is here, whatever the device's clock says. */
export const nextOrder = (items: readonly KeptForm[], now: number): number =>
  items.reduce((last, item) => Math.max(last, orderOf(item) + 1), now);

/** What has failed so often lets the forms of everything else go first, or one that never goes would hold them all back. */
const OFTEN = 10;

/**
 * What is sent now, oldest first: nothing of a load whose earlier change somebody has to look at or has failed often, and no
 * step of a load before the one that it follows upon, whatever the device's clock said in between.
 */
export function dueOf(items: readonly KeptForm[], who: Who): KeptForm[] {
  const held = new Set<string>();
  const unsent = new Set(items.filter(isUnsent).map(({ id }) => id));
  const due = inTypedOrder(items).filter((item) => {
    const subject = loadOrJobOf(item, items);
    if (item.user !== who.user) return false;
    const isHeld = subject !== null && held.has(subject);
    if (subject && changes(item) && isUnsent(item) && (item.state === "needs" || failed(item)))
      held.add(subject);
    if (item.after !== undefined && unsent.has(item.after)) return false;
    return (item.state === "waiting" || item.state === "unsure") && !isHeld;
  });
  return [...due.filter((item) => !failed(item)), ...due.filter(failed).sort((a, b) => a.tries - b.tries)];
}

/** Nothing follows upon a comment or a photo of a load. */
const changes = ({ action }: KeptForm): boolean => !/\/(comments|photos)$/.test(action);
/** Whether an item isn't due because another one of its load isn't saved yet. */
export const waitsForAnother = (item: KeptForm, items: readonly KeptForm[]): boolean =>
  (item.state === "waiting" || item.state === "unsure") &&
  !dueOf(items, item).some(({ id }) => id === item.id);

const failed = ({ tries }: KeptForm): boolean => tries >= OFTEN;

/**
 * The later forms of a load that were typed on the same page as one that is saved now: they follow upon it, so they name
 * the version that it made. If anybody else saved in between, the server still says so.
 */
export function followingOf(items: readonly KeptForm[], saved: KeptForm): KeptForm[] {
  const subject = formSubject(saved.action);
  const version = versionOf(saved);
  if (!subject || version === null) return [];
  return items
    .filter(
      (item) =>
        item.user === saved.user &&
        orderOf(item) > orderOf(saved) &&
        item.state === "waiting" &&
        !isFile(item) &&
        formSubject(item.action) === subject &&
        versionOf(item) === version,
    )
    .map((item) =>
      refilled(
        item,
        item.fields.map(([name, value]) => [name, name === "version" ? String(version + 1) : value]),
      ),
    );
}

/** The version that a form will make, where it names one. */
export function versionOf(item: KeptForm): number | null {
  const said = item.fields.find(([name]) => name === "version")?.[1];
  return said && /^\d+$/.test(said) ? Number(said) : null;
}

/** Another form under an id that waits to be sent: what was typed first is kept, and the new one gets an id of its own. */
export const wouldOverwrite = (before: KeptForm, now: Pick<KeptForm, "fields" | "files">): boolean =>
  before.state === "waiting" &&
  !before.answered &&
  !before.editing &&
  JSON.stringify([before.fields, before.files ?? []]) !== JSON.stringify([now.fields, now.files ?? []]);

/** A form whose id was spent on other answers, under an id of its own, with the steps that lead on from it. */
export const asNew = (spent: KeptForm, now: KeptForm, items: readonly KeptForm[]): KeptForm[] => [
  { ...now, state: "waiting", said: "", spent: false, tries: 0 },
  ...items
    .filter((item) => isUnsent(item) && item.id !== spent.id)
    .map((item) => ({
      ...item,
      action: item.action.replace(`${unsentLoad(spent.id)}/`, `${unsentLoad(now.id)}/`),
      ...(item.after === spent.id ? { after: now.id } : {}),
    })),
];

/** An item as it stays in the list once it is sent: a photo's bytes have arrived and would fill the device. */
export const withoutFiles = (item: KeptForm): KeptForm =>
  isFile(item) ? { ...item, body: new ArrayBuffer(0) } : item;

/** Items as builds of before kept them, as this one keeps them. Nothing of what waits is changed but for its place. */
export function upgraded(items: readonly KeptForm[]): KeptForm[] {
  const done: KeptForm[] = [];
  for (const item of inTypedOrder(items)) {
    const placed = { ...item, order: nextOrder(done.slice(-1), item.typed_at) };
    done.push(isUnsent(item) ? placed : withoutFiles(placed));
  }
  return done;
}
