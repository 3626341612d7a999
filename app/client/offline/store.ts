import { type FormOwner, type QueuedForm, splitExpiredItems } from "~/modules/offline/rules/kept-forms";
import { getNextOrder, sortByTypedOrder, upgradeItems } from "~/modules/offline/rules/turns";
import { isAlwaysCached, readPageUser } from "./kept-pages";

/*
 * Outbox database on this device. An upgrade adds and never deletes, because a new build must be able to read an old
 * build's data. Version 2: items have a position in typing order, and sent items have dropped their files.
 */
const NAME = "timbertally";
const VERSION = 2;

function upgrade({ result, transaction }: IDBOpenDBRequest, from: number) {
  if (from < 1) {
    result.createObjectStore("items", { keyPath: "id" });
    result.createObjectStore("facts");
  } else if (from < 2) {
    const items = transaction?.objectStore("items");
    const old = items?.getAll();
    old?.addEventListener("success", () => {
      for (const item of upgradeItems(old.result)) items?.put(item);
    });
  }
}

/**
 * Open or create the database. A page from an older build opens an upgraded database as it is and ignores the
 * additions.
 */
function open(version: number | null = VERSION): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = version === null ? indexedDB.open(NAME) : indexedDB.open(NAME, version);
    request.onupgradeneeded = ({ oldVersion }) => upgrade(request, oldVersion);
    request.onsuccess = () => {
      // Close the database when another tab's newer build needs to upgrade it.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => {
      if (version !== null && request.error?.name === "VersionError") open(null).then(resolve, reject);
      else reject(request.error);
    };
  });
}

/** Time limit: storage that is silent for this long stays silent until the browser restarts, as WebKit's does at times. */
const PATIENCE_MS = 15_000;
export class StorageTimeoutError extends Error {}

/** Reject if storage doesn't respond within the time limit. */
function withTimeout<T>(act: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageTimeoutError()), PATIENCE_MS);
  });
  return Promise.race([act, late]).finally(() => clearTimeout(timer));
}

/** Run a request in one transaction. The data is on disk when the promise resolves; it rejects if the storage hangs. */
const within = <T>(
  store: "items" | "facts",
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => withTimeout(inOneTransaction(store, mode, act));

async function inOneTransaction<T>(
  store: "items" | "facts",
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(store, mode, { durability: "strict" });
      const request = act(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Store an item, replacing any item with the same id. Rejects if the device is full. */
export const putItem = (item: QueuedForm): Promise<unknown> =>
  within("items", "readwrite", (items) => items.put(item));

/** Store an item; on a full device, first drop stored pages, which can be fetched again. */
export async function addItem(item: QueuedForm): Promise<void> {
  try {
    await putItem(item);
  } catch (error) {
    if (error instanceof StorageTimeoutError) throw error;
    const pages = await caches.open(PAGE_CACHE);
    for (const { url } of await pages.keys()) if (!isAlwaysCached(url)) await pages.delete(url);
    await putItem(item);
  }
}

/** Store several items, all or none. */
export async function putItems([first, ...others]: readonly QueuedForm[]): Promise<void> {
  if (!first) return;
  await within("items", "readwrite", (items) => {
    for (const item of others) items.put(item);
    return items.put(first);
  });
}

export const deleteItem = (id: string): Promise<unknown> =>
  within("items", "readwrite", (items) => items.delete(id));

export const getItem = (id: string): Promise<QueuedForm | undefined> =>
  within<QueuedForm | undefined>("items", "readonly", (items) => items.get(id));

/** Return all stored items, oldest first, and drop items sent over a month ago. */
export async function listItems(): Promise<QueuedForm[]> {
  const items = await within<QueuedForm[]>("items", "readonly", (all) => all.getAll());
  const { keep, gone } = splitExpiredItems(items, Date.now());
  for (const { id } of gone) await deleteItem(id);
  return sortByTypedOrder(keep);
}

/** Return the order number for an item typed now. */
export const getNextItemOrder = async (): Promise<number> => getNextOrder(await listItems(), Date.now());

/** Return the current user of this device, according to the last page from the server. */
export const getStoredUser = (): Promise<FormOwner | null | undefined> =>
  within<FormOwner | null | undefined>("facts", "readonly", (facts) => facts.get("who"));

/** Return the time zone of the last page's times. */
export const getStoredZone = (): Promise<string | undefined> =>
  within<string | undefined>("facts", "readonly", (facts) => facts.get("zone"));

/** Name of the cache of pages on this device; each page is stored for one user and company. */
export const PAGE_CACHE = "pages";

type Brought = { build: string; at: number };
/** Return the time and build of the last complete prefetch for offline pages. */
export const getPrefetchState = (): Promise<Brought | undefined> =>
  within<Brought | undefined>("facts", "readonly", (facts) => facts.get("brought"));

export const setPrefetchState = (brought: Brought): Promise<unknown> =>
  within("facts", "readwrite", (facts) => facts.put(brought, "brought"));

/**
 * Return the number of times that this device has changed users. Pages are stored and shown only in the epoch in which
 * their request began, so that the next user never sees a page requested for the previous user.
 */
export const getEpoch = async (): Promise<number> =>
  (await within<number | undefined>("facts", "readonly", (facts) => facts.get("epoch"))) ?? 0;

/**
 * Record the current user, or that nobody is signed in, and drop the previous user's data. With `begun`, do nothing if
 * that epoch is over. Returns the resulting epoch; null if nothing was recorded.
 */
export async function setStoredUser(
  now: FormOwner | null,
  { zone, begun }: { zone?: string | undefined; begun?: number } = {},
): Promise<number | null> {
  let epoch: number | null = null;
  let hasChanged = false;
  await within("facts", "readwrite", (facts) => {
    const before: IDBRequest<FormOwner | null | undefined> = facts.get("who");
    const counted: IDBRequest<number | undefined> = facts.get("epoch");
    counted.onsuccess = () => {
      const count = counted.result ?? 0;
      if (begun !== undefined && begun !== count) return;
      hasChanged = !now || before.result?.user !== now.user || before.result.company !== now.company;
      epoch = hasChanged ? count + 1 : count;
      if (zone) facts.put(zone, "zone");
      if (!hasChanged) return;
      facts.put(epoch, "epoch");
      facts.put(now, "who");
    };
    return counted;
  });
  if (hasChanged) await caches.delete(PAGE_CACHE);
  return epoch;
}

/**
 * Header of a stored page with the epoch in which it was stored. Pages stored by earlier builds lack it and count for
 * the first epoch.
 */
export const EPOCH_HEADER = "X-Kept-Epoch";

/** Return the stored page at an address if it belongs to the current user and company of this device. */
export async function matchOwnPage(
  address: string,
  options?: CacheQueryOptions,
): Promise<Response | undefined> {
  const pages = await caches.open(PAGE_CACHE);
  const page = await withTimeout(pages.match(address, options));
  if (!page) return undefined;
  const [who, epoch] = await Promise.all([getStoredUser(), getEpoch()]);
  const owner = readPageUser(await page.clone().text());
  const isOwn = who && owner && owner.user === who.user && owner.company === who.company;
  return isOwn && Number(page.headers.get(EPOCH_HEADER) ?? 0) === epoch ? page : undefined;
}
