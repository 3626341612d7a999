import { type KeptForm, settled, type Who } from "~/domain/offline/kept-forms";
import { inTypedOrder, nextOrder, upgraded } from "~/domain/offline/turns";
import { isAlwaysKept, whoIn } from "./kept-pages";

/*
 * The outbox's database on this device. An upgrade adds and never deletes: a new build must find what an old one kept. 2:
 * items have their place in the order of typing, and those that were sent have let their files go.
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
      for (const item of upgraded(old.result)) items?.put(item);
    });
  }
}

/**
 * Opens it, or makes it. A page of an older build than the one that upgraded it opens it as it is: what an upgrade adds it
 * leaves alone.
 */
function open(version: number | null = VERSION): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = version === null ? indexedDB.open(NAME) : indexedDB.open(NAME, version);
    request.onupgradeneeded = ({ oldVersion }) => upgrade(request, oldVersion);
    request.onsuccess = () => {
      // Another tab with a newer build may need it.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => {
      if (version !== null && request.error?.name === "VersionError") open(null).then(resolve, reject);
      else reject(request.error);
    };
  });
}

/** Storage that says nothing for so long says nothing until the browser is opened again, as WebKit's does at times. */
const PATIENCE_MS = 15_000;
export class StorageHangs extends Error {}

/** Gives up on what storage doesn't answer. */
function inTime<T>(act: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageHangs()), PATIENCE_MS);
  });
  return Promise.race([act, late]).finally(() => clearTimeout(timer));
}

/** Does it in one transaction; what is written is on the disk when this resolves. Rejects where the storage hangs. */
const within = <T>(
  store: "items" | "facts",
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => inTime(inOneTransaction(store, mode, act));

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

/** Keeps an item, in place of what had its id. Rejects where the device has no room. */
export const putItem = (item: KeptForm): Promise<unknown> =>
  within("items", "readwrite", (items) => items.put(item));

/** Keeps what somebody typed: where there is no room, kept pages that can be had again give way to it. */
export async function keepItem(item: KeptForm): Promise<void> {
  try {
    await putItem(item);
  } catch (error) {
    if (error instanceof StorageHangs) throw error;
    const pages = await caches.open(PAGE_STORE);
    for (const { url } of await pages.keys()) if (!isAlwaysKept(url)) await pages.delete(url);
    await putItem(item);
  }
}

/** Keeps several at once, all or none. */
export async function putItems([first, ...others]: readonly KeptForm[]): Promise<void> {
  if (!first) return;
  await within("items", "readwrite", (items) => {
    for (const item of others) items.put(item);
    return items.put(first);
  });
}

export const dropItem = (id: string): Promise<unknown> =>
  within("items", "readwrite", (items) => items.delete(id));

export const itemOf = (id: string): Promise<KeptForm | undefined> =>
  within<KeptForm | undefined>("items", "readonly", (items) => items.get(id));

/** Everything that is kept, oldest first; what was sent a month ago is dropped on the way. */
export async function allItems(): Promise<KeptForm[]> {
  const items = await within<KeptForm[]>("items", "readonly", (all) => all.getAll());
  const { keep, gone } = settled(items, Date.now());
  for (const { id } of gone) await dropItem(id);
  return inTypedOrder(keep);
}

/** The place of what is typed now. */
export const orderHere = async (): Promise<number> => nextOrder(await allItems(), Date.now());

/** Who uses this device: as the last page said that came from the server. */
export const whoHere = (): Promise<Who | null | undefined> =>
  within<Who | null | undefined>("facts", "readonly", (facts) => facts.get("who"));

/** The zone in which the last page said its times. */
export const zoneHere = (): Promise<string | undefined> =>
  within<string | undefined>("facts", "readonly", (facts) => facts.get("zone"));

/** What the device keeps of pages, each for the person and the company that it was made for. */
export const PAGE_STORE = "pages";

type Brought = { build: string; at: number };
/** When all that pages without a signal need was last brought, and by which build. */
export const broughtHere = (): Promise<Brought | undefined> =>
  within<Brought | undefined>("facts", "readonly", (facts) => facts.get("brought"));

export const noteBrought = (brought: Brought): Promise<unknown> =>
  within("facts", "readwrite", (facts) => facts.put(brought, "brought"));

/**
 * Number of times that this device has changed hands. Work remembers the epoch in which it began; a page is kept and shown
 * only in its own epoch, so nothing that began for one reader is left for the next.
 */
export const epochHere = async (): Promise<number> =>
  (await within<number | undefined>("facts", "readonly", (facts) => facts.get("epoch"))) ?? 0;

/**
 * Note who reads now, or that nobody does, and drop what was kept for the reader before. With `begun`, do nothing if that
 * epoch is over. Returns the epoch from here on; null if nothing was noted.
 */
export async function noteReader(
  now: Who | null,
  { zone, begun }: { zone?: string | undefined; begun?: number } = {},
): Promise<number | null> {
  let epoch: number | null = null;
  let hasChanged = false;
  await within("facts", "readwrite", (facts) => {
    const before: IDBRequest<Who | null | undefined> = facts.get("who");
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
  if (hasChanged) await caches.delete(PAGE_STORE);
  return epoch;
}

/** Header of a kept page: the epoch in which it was kept. Builds before this header kept theirs in the first one. */
export const EPOCH_HEADER = "X-Kept-Epoch";

/** The page that is kept at an address, if it was kept for the person and company that use this device now. */
export async function ownPage(address: string, options?: CacheQueryOptions): Promise<Response | undefined> {
  const pages = await caches.open(PAGE_STORE);
  const page = await inTime(pages.match(address, options));
  if (!page) return undefined;
  const [who, epoch] = await Promise.all([whoHere(), epochHere()]);
  const owner = whoIn(await page.clone().text());
  const isOwn = who && owner && owner.user === who.user && owner.company === who.company;
  return isOwn && Number(page.headers.get(EPOCH_HEADER) ?? 0) === epoch ? page : undefined;
}
