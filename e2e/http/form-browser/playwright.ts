import { Client, type Cookie, CookieJar, RequestApi } from "./client";
import { getAppUrl } from "./test";

type Settings = { extraHTTPHeaders?: Record<string, string>; storageState?: { cookies: Cookie[] } };

/** Playwright's `request` for tests that use the form driver. */
export const request = {
  newContext: async ({ extraHTTPHeaders, storageState }: Settings = {}) =>
    new RequestApi(new Client(getAppUrl(), new CookieJar(storageState?.cookies), extraHTTPHeaders)),
};
