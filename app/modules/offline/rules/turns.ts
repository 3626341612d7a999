/*
 * Rules, independent of a browser, for the order in which a device sends its queued items and for which item follows
 * which.
 */
import {
  type FormOwner,
  getFormSubject,
  getTicketOrJob,
  isFile,
  isUnsent,
  type QueuedForm,
  replaceFields,
  unsentTicketSubject,
} from "./kept-forms";

/** Position of an item in the order of typing. */
const orderOf = ({ order, typed_at }: QueuedForm): number => order ?? typed_at;

export const sortByTypedOrder = (items: readonly QueuedForm[]): QueuedForm[] =>
  [...items].sort((a, b) => orderOf(a) - orderOf(b));

/** Order number for a new item: after all the current ones, whatever the device's clock says. */
export const getNextOrder = (items: readonly QueuedForm[], now: number): number =>
  items.reduce((last, item) => Math.max(last, orderOf(item) + 1), now);

/**
 * After this many failures an item lets the forms of everything else go first; otherwise one that never goes through
 * would hold all of them back.
 */
const OFTEN = 10;

/**
 * Items to send now, oldest first: nothing for a load whose earlier change needs a person or has failed often, and no
 * step of a load before the one it follows, whatever the device's clock said in between.
 */
export function listDueForms(items: readonly QueuedForm[], who: FormOwner): QueuedForm[] {
  const held = new Set<string>();
  const unsent = new Set(items.filter(isUnsent).map(({ id }) => id));
  const due = sortByTypedOrder(items).filter((item) => {
    const subject = getTicketOrJob(item, items);
    if (item.user !== who.user) return false;
    const isHeld = subject !== null && held.has(subject);
    if (subject && changes(item) && isUnsent(item) && (item.state === "needs" || failed(item)))
      held.add(subject);
    if (item.after !== undefined && unsent.has(item.after)) return false;
    return (item.state === "waiting" || item.state === "unsure") && !isHeld;
  });
  return [...due.filter((item) => !failed(item)), ...due.filter(failed).sort((a, b) => a.tries - b.tries)];
}

/** Comments and photos of a load have no items that follow them. */
const changes = ({ action }: QueuedForm): boolean => !/\/(comments|photos)$/.test(action);
/** True if an item isn't due because an earlier item of its load isn't saved yet. */
export const isWaitingForAnother = (item: QueuedForm, items: readonly QueuedForm[]): boolean =>
  (item.state === "waiting" || item.state === "unsure") &&
  !listDueForms(items, item).some(({ id }) => id === item.id);

const failed = ({ tries }: QueuedForm): boolean => tries >= OFTEN;

/**
 * Later forms of the load that were typed on the same page as the one just saved: they follow it, so they name the
 * version it created. If anyone else saved in between, the server still reports it.
 */
export function listFollowingForms(items: readonly QueuedForm[], saved: QueuedForm): QueuedForm[] {
  const subject = getFormSubject(saved.action);
  const version = getFormVersion(saved);
  if (!subject || version === null) return [];
  return items
    .filter(
      (item) =>
        item.user === saved.user &&
        orderOf(item) > orderOf(saved) &&
        item.state === "waiting" &&
        !isFile(item) &&
        getFormSubject(item.action) === subject &&
        getFormVersion(item) === version,
    )
    .map((item) =>
      replaceFields(
        item,
        item.fields.map(([name, value]) => [name, name === "version" ? String(version + 1) : value]),
      ),
    );
}

/** Version that a form will create, if it names one. */
export function getFormVersion(item: QueuedForm): number | null {
  const message = item.fields.find(([name]) => name === "version")?.[1];
  return message && /^\d+$/.test(message) ? Number(message) : null;
}

/** True if a different form with the same id is waiting to be sent: the first one stays, and the new one gets a new id. */
export const isOverwriting = (before: QueuedForm, now: Pick<QueuedForm, "fields" | "files">): boolean =>
  before.state === "waiting" &&
  !before.answered &&
  !before.editing &&
  JSON.stringify([before.fields, before.files ?? []]) !== JSON.stringify([now.fields, now.files ?? []]);

/** Give a form whose id was used for other answers a new id, together with the steps that follow from it. */
export const toNewForm = (spent: QueuedForm, now: QueuedForm, items: readonly QueuedForm[]): QueuedForm[] => [
  { ...now, state: "waiting", said: "", spent: false, tries: 0 },
  ...items
    .filter((item) => isUnsent(item) && item.id !== spent.id)
    .map((item) => ({
      ...item,
      action: item.action.replace(`${unsentTicketSubject(spent.id)}/`, `${unsentTicketSubject(now.id)}/`),
      ...(item.after === spent.id ? { after: now.id } : {}),
    })),
];

/** Strip a sent item for the list: a photo's bytes have already arrived and would fill the device. */
export const removeFiles = (item: QueuedForm): QueuedForm =>
  isFile(item) ? { ...item, body: new ArrayBuffer(0) } : item;

/** Convert items stored by earlier builds to the current form. Waiting items change only in their position. */
export function upgradeItems(items: readonly QueuedForm[]): QueuedForm[] {
  const done: QueuedForm[] = [];
  for (const item of sortByTypedOrder(items)) {
    const placed = { ...item, order: getNextOrder(done.slice(-1), item.typed_at) };
    done.push(isUnsent(item) ? placed : removeFiles(placed));
  }
  return done;
}
