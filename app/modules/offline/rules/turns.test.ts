import { expect, test } from "vitest";
import { getItemSubject } from "./kept-forms";
import { createQueuedForm as item } from "./testing/kept-form";
import {
  getNextOrder,
  isWaitingForAnother,
  listDueForms,
  listFollowingForms,
  removeFiles,
  resendAsNewForm,
  sortByTypedOrder,
  upgradeItems,
  wouldOverwrite,
} from "./turns";

const WHO = { user: "7", company: "3" };
const due = (items: Parameters<typeof listDueForms>[0]) => listDueForms(items, WHO).map(({ id }) => id);
const PHOTO = "multipart/form-data; boundary=x";

test("sends only the user's own waiting items, oldest first, and none after a refused item of the same load", () => {
  const other = "/trip-tickets/13/comments";
  const items = [
    item({ id: "late", typed_at: 9, action: other }),
    item({ id: "early", typed_at: 1 }),
    item({ id: "refused", typed_at: 2, state: "needs" }),
    item({ id: "behind", typed_at: 3, action: "/trip-tickets/12/dropoff" }),
    item({ id: "unsure", typed_at: 4, state: "unsure", action: other }),
    item({ id: "another's", typed_at: 5, user: "8", action: other }),
    item({ id: "on its way", typed_at: 6, state: "sending", action: other }),
    item({ id: "done", typed_at: 7, state: "sent", action: other }),
    item({ id: "new", typed_at: 8, action: "/trip-tickets/new" }),
  ];
  expect(due(items)).toEqual(["early", "unsure", "new", "late"]);
});

test("a later form from the same page as a saved form gets the version that the saved form created", () => {
  const saved = item({ id: "saved", typed_at: 1 });
  const later = item({
    id: "later",
    typed_at: 2,
    fields: [
      ["version", "4"],
      ["note", "a & b"],
    ],
  });
  const others = [
    item({ id: "before", typed_at: 0 }),
    item({ id: "another load", typed_at: 3, action: "/trip-tickets/13/pickup" }),
    item({ id: "another version", typed_at: 3, fields: [["version", "6"]] }),
    item({ id: "another person", typed_at: 3, user: "8" }),
    item({ id: "a photo", typed_at: 3, type: "multipart/form-data; boundary=x" }),
    item({ id: "looked at", typed_at: 3, state: "needs" }),
  ];
  const [followed, ...more] = listFollowingForms([saved, later, ...others], saved);
  expect(more).toEqual([]);
  expect(followed).toMatchObject({
    id: "later",
    fields: [
      ["version", "5"],
      ["note", "a & b"],
    ],
  });
  expect(new TextDecoder().decode(followed?.body)).toBe("version=5&note=a+%26+b");
  const form = item({ action: "/trip-tickets/new" });
  expect(listFollowingForms([later], form)).toEqual([]);
});

test("sends an item typed after the clock was set back after the items typed before", () => {
  const before = item({ id: "claim", typed_at: 9_000_000, order: 9_000_000 });
  const order = getNextOrder([before, item({ id: "older", typed_at: 5 })], 1_000);
  expect(order).toBe(9_000_001);
  const after = item({ id: "pickup", typed_at: 1_000, order, action: "/trip-tickets/12/pickup" });
  expect(due([after, before])).toEqual(["claim", "pickup"]);
  expect(listFollowingForms([after, before], before).map(({ id }) => id)).toEqual(["pickup"]);
  expect(getNextOrder([], 1_000)).toBe(1_000);
});

test("an item that failed ten times goes last and holds back only its own load", () => {
  const items = [
    item({ id: "never", typed_at: 1, tries: 10, action: "/trip-tickets/14/pickup" }),
    item({ id: "worse", typed_at: 2, tries: 25, action: "/trip-tickets/13/comments" }),
    item({ id: "behind it", typed_at: 3, action: "/trip-tickets/14/dropoff" }),
    item({ id: "other", typed_at: 4, tries: 9 }),
  ];
  expect(due(items)).toEqual(["other", "never", "worse"]);
});

test("a refused comment or photo holds back nothing else of its load", () => {
  const items = ["comments", "photos", "dropoff"].map((what, n) =>
    item({ id: what, typed_at: n, action: `/trip-tickets/12/${what}`, state: n < 2 ? "needs" : "waiting" }),
  );
  expect(due(items)).toEqual(["dropoff"]);
});

test("distinguishes an item that waits for another form of its load from one that waits for a signal", () => {
  const refused = item({ id: "pickup", action: "/trip-tickets/12/pickup", state: "needs" });
  const next = item({ id: "dropoff", typed_at: 2_000, action: "/trip-tickets/12/dropoff" });
  expect([
    isWaitingForAnother(next, [refused, next]),
    isWaitingForAnother(next, [next]),
    isWaitingForAnother(refused, [refused]),
  ]).toEqual([true, false, false]);
});

test("a different form with a waiting form's id doesn't replace it, unless its user is correcting it", () => {
  const waits = item({ fields: [["content", "first"]] });
  const other = { fields: [["content", "second"]] as [string, string][] };
  expect(wouldOverwrite(waits, other)).toBe(true);
  expect(wouldOverwrite(waits, { fields: waits.fields })).toBe(false);
  expect(wouldOverwrite(waits, { fields: waits.fields, files: [["slip.jpg", 5]] })).toBe(true);
  for (const more of [{ editing: true }, { answered: true }, { state: "needs" }, { state: "sent" }] as const)
    expect([more, wouldOverwrite({ ...waits, ...more }, other)]).toEqual([more, false]);
});

test("resends a form whose id was used up as a new form, together with the steps of its load", () => {
  const spent = item({
    id: "made-0001",
    action: "/trip-tickets/new",
    state: "needs",
    spent: true,
    said: "Sent.",
  });
  const step = item({ id: "step-0001", action: "/trip-tickets/@made-0001/pickup", after: "made-0001" });
  const items = resendAsNewForm(spent, { ...spent, id: "made-0002" }, [spent, step]);
  expect(items.map(({ id, state, action, after }) => [id, state, action, after])).toEqual([
    ["made-0002", "waiting", "/trip-tickets/new", undefined],
    ["step-0001", "waiting", "/trip-tickets/@made-0002/pickup", "made-0002"],
  ]);
  expect(items[0]).toMatchObject({ spent: false, said: "", tries: 0 });
});

test("removes the photo of a sent item but keeps its typed fields", () => {
  const photo = item({ type: PHOTO, body: new ArrayBuffer(9), files: [["slip.jpg", 9]] });
  expect([removeFiles(photo).body.byteLength, removeFiles(photo).files]).toEqual([0, [["slip.jpg", 9]]]);
  expect(removeFiles(item()).body.byteLength).toBeGreaterThan(0);
});

test("upgrades the items of older builds without loss, in typing order, with waiting photos intact", () => {
  const old = [
    item({ id: "second", typed_at: 5, action: "/trip-tickets/12/pickup" }),
    item({ id: "photo", typed_at: 5, type: PHOTO, body: new ArrayBuffer(9) }),
    item({ id: "first", typed_at: 2 }),
    item({ id: "sent", typed_at: 7, state: "sent", sent_at: 8, type: PHOTO, body: new ArrayBuffer(9) }),
  ];
  const now = upgradeItems(old);
  expect(sortByTypedOrder(now).map(({ id, order, body }) => [id, order, body.byteLength > 0])).toEqual([
    ["first", 2, true],
    ["second", 5, true],
    ["photo", 6, true],
    ["sent", 7, false],
  ]);
  for (const { id, order: _, ...kept } of now.filter(({ state }) => state === "waiting"))
    expect({ ...kept, id }).toEqual(old.find((form) => form.id === id));
  expect(getItemSubject(now[0] ?? item(), now)).toBe("/trip-tickets/12");
});
