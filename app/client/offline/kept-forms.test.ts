import { expect, test } from "vitest";
import {
  formStateLabel,
  getFormSubject,
  getReplayOutcome,
  parseReplayResponse,
  splitExpiredItems,
} from "~/modules/offline/rules/kept-forms";
import { buildOutboxFile, parseOwnOutboxItems } from "~/modules/offline/rules/outbox-file";
import { isCachedPage, isQueuedPath } from "~/modules/offline/rules/paths";
import { createQueuedForm as item } from "~/modules/offline/rules/testing/kept-form";
import {
  isAlwaysCached,
  listAssetUrls,
  listPagesToPrefetch,
  readPageTitle,
  readPageUser,
  renderCachedPage,
  selectPagesToDrop,
} from "./kept-pages";
import { formatWaitingMessage, getRetryDelay } from "./offline";

test("marks an item sent only if the server reports the item as saved", () => {
  const saved = { outcome: "saved", href: "/trip-tickets/12", version: 5 } as const;
  expect(getReplayOutcome(200, saved)).toMatchObject({ state: "sent", href: "/trip-tickets/12", goOn: true });
  // Responses that don't confirm a save: a motel's page, an empty response, a broken connection, and every status with
  // an outcome that doesn't match.
  for (const status of [0, 200, 204, 302, 401, 404, 409, 422, 429, 500, 502, 503])
    expect(getReplayOutcome(status, null), String(status)).toMatchObject({ state: "waiting", goOn: false });
  for (const status of [200, 301, 429, 500, 503])
    expect(getReplayOutcome(status, { outcome: "refused", message: "No." })).toMatchObject({
      state: "waiting",
    });
  for (const status of [400, 403, 404, 409, 413, 422])
    expect(getReplayOutcome(status, { outcome: "refused", message: "No." })).toEqual({
      state: "needs",
      said: "No.",
      odd: false,
      changed: false,
      spent: false,
      goOn: true,
    });
  const overtaken = getReplayOutcome(409, { outcome: "refused", message: "Pat saved it.", changed: true });
  expect([formStateLabel(overtaken), formStateLabel({ state: "needs" })]).toEqual([
    "Changed by someone else",
    "Needs you",
  ]);
  for (const status of [201, 302, 503])
    expect(getReplayOutcome(status, saved)).toMatchObject({ state: "waiting" });
  expect(getReplayOutcome(401, { outcome: "refused", message: "" })).toMatchObject({
    state: "waiting",
    said: "Sign in, and it will be sent.",
    goOn: false,
  });
  expect(getReplayOutcome(403, { outcome: "other", message: "" })).toMatchObject({
    state: "waiting",
    goOn: true,
  });
});

test("ignores a response that isn't JSON from the server", () => {
  for (const text of [
    "",
    "<html>Welcome to the motel</html>",
    "null",
    "[]",
    '"saved"',
    '{"outcome":"saved"}',
  ])
    expect(parseReplayResponse(text), text).toBeNull();
  expect(parseReplayResponse('{"outcome":"saved","href":"/x","version":"5"}')).toEqual({
    outcome: "saved",
    href: "/x",
    version: null,
  });
  expect(parseReplayResponse('{"outcome":"refused"}')).toEqual({ outcome: "refused", message: "" });
  expect(parseReplayResponse('{"outcome":"refused","changed":true,"odd":1,"spent":true}')).toEqual({
    outcome: "refused",
    message: "",
    changed: true,
    spent: true,
  });
});

test("lists sent items for thirty days, and returns items cut off while sending to waiting", () => {
  const now = 100 * 24 * 3_600_000;
  const day = 24 * 3_600_000;
  const items = [
    item({ id: "old", state: "sent", typed_at: 0, sent_at: now - 31 * day }),
    item({ id: "young", state: "sent", typed_at: 0, sent_at: now - 29 * day }),
    item({ id: "never sent", typed_at: 0 }),
    item({ id: "cut off", state: "sending", typed_at: now - 61_000 }),
    item({ id: "on its way", state: "sending", typed_at: now - 5_000 }),
    // Item whose sending was interrupted before the clock was set back by years.
    item({ id: "of another time", state: "sending", typed_at: now + 2_000 * day }),
  ];
  const { keep, gone } = splitExpiredItems(items, now);
  expect(gone.map(({ id }) => id)).toEqual(["old"]);
  expect(keep.map(({ id, state }) => [id, state])).toEqual([
    ["young", "sent"],
    ["never sent", "waiting"],
    ["cut off", "waiting"],
    ["on its way", "sending"],
    ["of another time", "waiting"],
  ]);
});

const PAGE = `<!DOCTYPE html><html><head><title>Tom&#x27;s load · Timbertally</title><link href="/assets/a.css"><script type="module" src="/behaviors/start-1.js"></script></head>
<body><div class="shell" data-user="7" data-company="3"><div role="status" class="signal" data-signal="true"></div><main id="content"><form><input type="hidden" name="submission_id" value="spent"></form>
<a href="/trip-tickets/12">12</a><a href="/trip-tickets/12">12</a><a href="/trip-tickets/new">New</a><a href="/settlements">Pay</a></main></div><script data-hydrates="" nonce="x">window.__remixContext = {};</script></body></html>`;

test("shows when a stored page was saved, and gives the page's forms new submission ids", () => {
  let n = 0;
  const html = renderCachedPage(PAGE.repeat(2), { when: "Mon, 9:14 AM", newId: () => `fresh-${++n}` });
  expect(html).not.toContain("spent");
  expect(html.match(/name="submission_id" value="fresh-\d"/g)).toEqual([
    'name="submission_id" value="fresh-1"',
    'name="submission_id" value="fresh-2"',
  ]);
  expect(html).toContain("This page was saved on this device Mon, 9:14 AM.");
  expect(html.match(/<script/g)).toHaveLength(2);
  const list = renderCachedPage(PAGE, { when: null, newId: () => "one" });
  expect(list).toContain("data-kept-page");
  expect(list).not.toContain("data-signal");
  expect(list).not.toContain("was saved on this device");
});

test("extracts from a page its user, title, scripts and styles, and the links to prefetch", () => {
  expect(readPageUser(PAGE)).toEqual({ user: "7", company: "3" });
  expect(readPageUser(PAGE.replace('data-company="3"', 'data-company=""'))).toEqual({
    user: "7",
    company: "",
  });
  expect(readPageUser("<main></main>")).toBeNull();
  expect(readPageTitle(PAGE)).toBe("Tom's load");
  expect(listAssetUrls(PAGE)).toEqual(["/assets/a.css", "/behaviors/start-1.js"]);
  expect(listPagesToPrefetch(PAGE)).toEqual([
    "/trip-tickets/12",
    "/trip-tickets/12/print",
    "/trip-tickets/new",
  ]);
  const many = Array.from({ length: 40 }, (_, i) => `<a href="/trip-tickets/${i + 1}">`).join("");
  expect(listPagesToPrefetch(many)).toHaveLength(16);
});

test("drops the oldest stored pages, but never the pages needed to start working without a signal", () => {
  const at = (path: string) => `https://app.test${path}`;
  const begin = [
    "/",
    "/outbox",
    "/outbox/load",
    "/sheets/scan",
    "/trip-tickets/new?job_id=4&sheet_number=",
  ].map(at);
  expect(begin.map(isAlwaysCached)).toEqual(Array(5).fill(true));
  const loads = Array.from({ length: 152 }, (_, n) => at(`/trip-tickets/${n + 1}`));
  expect(selectPagesToDrop([...begin, ...loads])).toEqual(loads.slice(0, 2));
  expect(selectPagesToDrop([...begin, ...loads.slice(2)])).toEqual([]);
  for (const path of ["/trip-tickets/new?job_id=4", "/outbox/loads", "/sheets/4", "/trip-tickets"])
    expect([path, isAlwaysCached(at(path))]).toEqual([path, false]);
});

test.each([
  ["/trip-tickets/new", true, true],
  ["/trip-tickets/12/pickup", true, true],
  ["/trip-tickets/12/edit/details", true, true],
  ["/trip-tickets/12/photos", true, true],
  ["/trip-tickets/12/deletion", false, false],
  ["/trip-tickets/12/undo", false, false],
  ["/trip-tickets/12/correction", false, false],
  ["/trip-tickets/12/map", false, false],
  ["/trip-tickets/12/comments/4/removal", false, false],
  ["/jobs/3/comments", true, true],
  ["/jobs/3/money", false, false],
  ["/settlements", false, false],
  ["/settlements/new", false, false],
  ["/invoices/2", false, false],
  ["/login", false, false],
  ["/profile", false, false],
  ["/admin", false, false],
])("%s: queued for sending %s, stored for reading %s", (path, queued, kept) => {
  expect([isQueuedPath(path), isCachedPage(path)]).toEqual([queued, kept]);
});

test("identifies the ticket or job of a form, so that forms of one subject are sent in order", () => {
  expect(getFormSubject("/trip-tickets/12/edit/details")).toBe("/trip-tickets/12");
  expect(getFormSubject("/jobs/3/comments")).toBe("/jobs/3");
  expect(getFormSubject("/trip-tickets/new?job_id=1")).toBeNull();
});

test("counts the items that wait and the items that need the user", () => {
  expect(formatWaitingMessage(0, 0)).toBe("");
  expect(formatWaitingMessage(2, 0)).toBe("2 waiting to send");
  expect(formatWaitingMessage(1, 1)).toBe("1 waiting to send, 1 needs you");
  expect(formatWaitingMessage(0, 3)).toBe("3 need you");
});

test("doubles the retry delay up to a minute, and shortens it after a partial success", () => {
  expect([5_000, 10_000, 40_000, 60_000].map((waited) => getRetryDelay(waited, 2, 2))).toEqual([
    10_000, 20_000, 60_000, 60_000,
  ]);
  expect(getRetryDelay(60_000, 2, 1)).toBe(5_000);
});

test("writes every unsent form in full to the outbox file", () => {
  const file = JSON.parse(buildOutboxFile([item({ fields: [["note", "ñ & 2×4"]] })]));
  expect(file).toMatchObject({ timbertally_outbox: 1, forms: [{ action: "/trip-tickets/12/edit/details" }] });
  expect(Buffer.from(file.forms[0].body, "base64").toString()).toBe("note=%C3%B1+%26+2%C3%974");
});

test("imports only the same user's and company's forms from another device's file, unchanged", () => {
  const form = item({
    id: "made-0001",
    action: "/trip-tickets/new?job_id=1",
    state: "sent",
    sent_at: 5,
    href: "/trip-tickets/88",
  });
  const step = item({
    id: "step-0001",
    action: "/trip-tickets/@made-0001/pickup",
    after: "made-0001",
    zone: "America/Chicago",
  });
  const photo = item({
    id: "photo-001",
    action: "/trip-tickets/12/photos",
    type: "multipart/form-data; boundary=x",
    body: new Uint8Array([0, 255, 13, 10]).buffer,
    state: "needs",
    said: "No.",
  });
  const done = item({ id: "done-0001", state: "sent", sent_at: 5 });
  const others = [item({ id: "other-001", user: "8" }), item({ id: "other-002", company: "4" })];
  const file = buildOutboxFile([form, step, photo, done, ...others]);
  const items = parseOwnOutboxItems(file, { user: "7", company: "3" });
  expect(items?.others).toBe(2);
  expect(items?.items.map(({ id, state, href }) => [id, state, href])).toEqual([
    ["made-0001", "sent", "/trip-tickets/88"],
    ["step-0001", "waiting", ""],
    ["photo-001", "waiting", ""],
  ]);
  expect(items?.items[1]).toEqual(step);
  expect(new Uint8Array(items?.items[2]?.body ?? new ArrayBuffer())).toEqual(
    new Uint8Array([0, 255, 13, 10]),
  );
});

test("rejects an outbox file as a whole if it is malformed or has an invalid form or target", () => {
  const who = { user: "7", company: "3" };
  const of = (over: object) => {
    const file = JSON.parse(buildOutboxFile([item({ id: "form-0001" })]));
    return JSON.stringify({ ...file, forms: [{ ...file.forms[0], ...over }] });
  };
  expect(parseOwnOutboxItems(of({}), who)?.items).toHaveLength(1);
  for (const text of ["", "[]", "{}", '{"timbertally_outbox":2,"forms":[]}', '{"timbertally_outbox":1}'])
    expect([text, parseOwnOutboxItems(text, who)]).toEqual([text, null]);
  for (const action of [
    "/settlements/new",
    "https://motel.test/trip-tickets/new",
    "//motel.test",
    "/trip-tickets/12/deletion",
    "/profile",
  ])
    expect([action, parseOwnOutboxItems(of({ action }), who)]).toEqual([action, null]);
  for (const bad of [
    { id: "x" },
    { type: "text/plain" },
    { body: "?" },
    { fields: [["a"]] },
    { typed_at: null },
  ])
    expect([bad, parseOwnOutboxItems(of(bad), who)]).toEqual([bad, null]);
});
