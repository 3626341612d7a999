import { readdir, rm } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { deleteStoredFile, openStoredFile, receiveToDisk, storeFile, TooLargeError } from "./store.server";

const folder = () => String(process.env.FILES_DIR);
afterAll(() => rm(folder(), { recursive: true, force: true }));
async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

test("finds a stored file by its key until it is deleted", async () => {
  const { path, bytes } = await receiveToDisk(pieces("one ", "load"), 100);
  const key = await storeFile(path);
  const stored = await openStoredFile(key);
  expect([bytes, stored?.bytes, await new Response(stored?.body).text()]).toEqual([8, 8, "one load"]);
  await deleteStoredFile(key);
  expect(await openStoredFile(key)).toBeNull();
});

test("rejects a path as a key, so nothing outside the store is opened or removed", async () => {
  for (const path of [
    "../../etc/passwd",
    "/etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "",
    "incoming",
    "a/../../b",
  ]) {
    await expect(openStoredFile(path)).rejects.toThrow("not a storage key");
    await expect(deleteStoredFile(path)).rejects.toThrow("not a storage key");
  }
});

test("aborts a stream over its limit and leaves no file", async () => {
  await expect(receiveToDisk(pieces("12345", "67890", "1"), 10)).rejects.toBeInstanceOf(TooLargeError);
  expect(await readdir(`${folder()}/incoming`)).toEqual([]);
});
