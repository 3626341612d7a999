/* Rules, independent of a browser, for the order in which a device sends its queued items. */
import {
  buildUnsentTicketPath,
  type FormOwner,
  getFormSubject,
  getItemSubject,
  hasFile,
  isUnsent,
  type QueuedForm,
  replaceFields,
} from "./kept-forms";

/** Position of an item in the order of typing. */
const orderOf = ({ order, typed_at }: QueuedForm): number => order ?? typed_at;

export const sortByTypedOrder = (items: readonly QueuedForm[]): QueuedForm[] =>
  [...items].sort((a, b) => orderOf(a) - orderOf(b));

/** Order number for a new item: after all the current ones, whatever the device's clock says. */
export const getNextOrder = (items: readonly QueuedForm[], now: number): number =>
  items.reduce((last, item) => Math.max(last, orderOf(item) + 1), now);

/** Number of failures after which an item is sent last; otherwise an item that always fails would hold back all others. */
const OFTEN = 10;

/**
 * Return the items to send now, oldest first. Left out are items of a load with an earlier change that was refused or
 * has failed often, and steps whose previous step isn't saved yet.
 */
export function listDueForms(items: readonly QueuedForm[], who: FormOwner): QueuedForm[] {
  const held = new Set<string>();
  const unsent = new Set(items.filter(isUnsent).map(({ id }) => id));
  const due = sortByTypedOrder(items).filter((item) => {
    const subject = getItemSubject(item, items);
    if (item.user !== who.user) return false;
    const isHeld = subject !== null && held.has(subject);
    if (subject && changes(item) && isUnsent(item) && (item.state === "needs" || failed(item)))
      held.add(subject);
    if (item.after !== undefined && unsent.has(item.after)) return false;
    return (item.state === "waiting" || item.state === "unsure") && !isHeld;
  });
  return [...due.filter((item) => !failed(item)), ...due.filter(failed).sort((a, b) => a.tries - b.tries)];
}

/** Check whether other items of the load must wait for this item: they don't wait for comments and photos. */
const changes = ({ action }: QueuedForm): boolean => !/\/(comments|photos)$/.test(action);
/** True if an item isn't due because an earlier item of its load isn't saved yet. */
export const isWaitingForAnother = (item: QueuedForm, items: readonly QueuedForm[]): boolean =>
  (item.state === "waiting" || item.state === "unsure") &&
  !listDueForms(items, item).some(({ id }) => id === item.id);

const failed = ({ tries }: QueuedForm): boolean => tries >= OFTEN;

/**
 * Return the later forms of the same load that were typed on the same page as the form just saved, changed to the
 * version that the saved form created. If another user saved in between, the server still reports the conflict.
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
        !hasFile(item) &&
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

/** Return the version that a form will create; null if the form has none. */
export function getFormVersion(item: QueuedForm): number | null {
  const message = item.fields.find(([name]) => name === "version")?.[1];
  return message && /^\d+$/.test(message) ? Number(message) : null;
}

/**
 * Check whether a form would replace a different waiting form with the same id: the waiting one is kept, and the new
 * form gets a new id.
 */
export const wouldOverwrite = (before: QueuedForm, now: Pick<QueuedForm, "fields" | "files">): boolean =>
  before.state === "waiting" &&
  !before.answered &&
  !before.editing &&
  JSON.stringify([before.fields, before.files ?? []]) !== JSON.stringify([now.fields, now.files ?? []]);

/**
 * Queue a form under a new id because its old id was used with other fields; the steps of its load are changed to the
 * new id.
 */
export const resendAsNewForm = (
  spent: QueuedForm,
  now: QueuedForm,
  items: readonly QueuedForm[],
): QueuedForm[] => [
  { ...now, state: "waiting", said: "", spent: false, tries: 0 },
  ...items
    .filter((item) => isUnsent(item) && item.id !== spent.id)
    .map((item) => ({
      ...item,
      action: item.action.replace(`${buildUnsentTicketPath(spent.id)}/`, `${buildUnsentTicketPath(now.id)}/`),
      ...(item.after === spent.id ? { after: now.id } : {}),
    })),
];

/** Remove the file contents of a sent item: a photo has already arrived and would fill the device. */
export const removeFiles = (item: QueuedForm): QueuedForm =>
  hasFile(item) ? { ...item, body: new ArrayBuffer(0) } : item;

/** Convert items stored by earlier builds to the current format. Waiting items only get an order number. */
export function upgradeItems(items: readonly QueuedForm[]): QueuedForm[] {
  const done: QueuedForm[] = [];
  for (const item of sortByTypedOrder(items)) {
    const placed = { ...item, order: getNextOrder(done.slice(-1), item.typed_at) };
    done.push(isUnsent(item) ? placed : removeFiles(placed));
  }
  return done;
}
