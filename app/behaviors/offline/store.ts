import { type KeptForm, settled, type Who } from "~/domain/offline/kept-forms";

/*
 * The outbox's database on this device. An upgrade adds and never deletes: a new build must find what an old one kept.
 */
const NAME = "timbertally";
const VERSION = 1;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore("items", { keyPath: "id" });
        request.result.createObjectStore("facts");
      }
    };
    request.onsuccess = () => {
      // Another tab with a newer build may need it.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

/** Does it in one transaction; what is written is on the disk when this resolves. */
async function within<T>(
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
  return keep.sort((a, b) => a.typed_at - b.typed_at);
}

/** Who uses this device: as the last page said that came from the server. */
export const whoHere = (): Promise<Who | null | undefined> =>
  within<Who | null | undefined>("facts", "readonly", (facts) => facts.get("who"));

/** The zone in which the last page said its times. */
export const zoneHere = (): Promise<string | undefined> =>
  within<string | undefined>("facts", "readonly", (facts) => facts.get("zone"));

/** What the device keeps of pages, each for the person and the company that it was made for. */
export const PAGE_STORE = "pages";

/** Notes who reads now, or that nobody does: nothing that was kept for the one before is shown to another. */
export async function noteReader(now: Who | null, zone?: string): Promise<void> {
  const before = await whoHere();
  if (zone && zone !== (await zoneHere()))
    await within("facts", "readwrite", (facts) => facts.put(zone, "zone"));
  if (before?.user === now?.user && before?.company === now?.company) return;
  await caches.delete(PAGE_STORE);
  await within("facts", "readwrite", (facts) => facts.put(now, "who"));
}
