import { Asker, Client, type Cookie, Jar } from "./client";
import { url } from "./test";

type Settings = { extraHTTPHeaders?: Record<string, string>; storageState?: { cookies: Cookie[] } };

/** Playwright's `request` for tests that use the form driver. */
export const request = {
  newContext: async ({ extraHTTPHeaders, storageState }: Settings = {}) =>
    new Asker(new Client(url(), new Jar(storageState?.cookies), extraHTTPHeaders)),
};
