import { expect, test } from "vitest";
import {
  confirmOddForm,
  getItemSubject,
  getReplayHeaders,
  getReplayOutcome,
  getSendTimeoutMs,
  getTargetUrl,
  listDependentForms,
  parseReplayResponse,
  type QueuedForm,
  relinkForms,
  splitExpiredItems,
} from "~/modules/offline/rules/kept-forms";
import {
  applyQueuedSteps,
  formActionLabel,
  formatItemTitle,
  getFormVerb,
  getNewTicketFacts,
  listItemsOfSubject,
  listNextSteps,
  parseTicketFacts,
  type TicketFacts,
} from "~/modules/offline/rules/load-steps";
import { createQueuedForm } from "~/modules/offline/rules/testing/kept-form";
import { listDueForms } from "~/modules/offline/rules/turns";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { fillForm, listSheetFormUrls, parseSheetFields } from "./kept-pages";
import { filterOfflineSheets, getSheetFormUrl, parseOfflineSheetData, parseScannedCode } from "./sheet-codes";

const WHO = { user: "7", company: "3" };
const MADE = "0b7e3c1e-made";
const load = (over: Partial<QueuedForm> = {}): QueuedForm[] => [
  createQueuedForm({
    id: MADE,
    action: "/trip-tickets/new?job_id=1&sheet_number=1012",
    fields: [
      ["sheet_number", "1012"],
      ["hauler_company_id", "3"],
    ],
    typed_at: 5,
    ...over,
  }),
  step("pickup", { after: MADE, fields: [["version", "2"]], typed_at: 6 }),
  // Dropoff typed after the clock was set back.
  step("dropoff", { after: "pickup", fields: [["version", "3"]], typed_at: 4 }),
];
const step = (verb: string, over: Partial<QueuedForm>) =>
  createQueuedForm({ id: verb, action: `/trip-tickets/@${MADE}/${verb}`, ...over });
const due = (items: QueuedForm[]) => listDueForms(items, WHO).map(({ id }) => id);
const saved = (item: QueuedForm | undefined, href = "/trip-tickets/88"): Partial<QueuedForm> => ({
  ...item,
  state: "sent",
  sent_at: 9,
  href,
});

test("sends a load's items in order, each after the previous one is saved, whatever the clock shows", () => {
  const items = load();
  expect(due(items)).toEqual([MADE]);
  const [made, pickup, dropoff] = items;
  expect(getTargetUrl(pickup ?? createQueuedForm(), items)).toBeNull();
  const after = [createQueuedForm(saved(made)), pickup ?? createQueuedForm(), dropoff ?? createQueuedForm()];
  expect(due(after)).toEqual(["pickup"]);
  expect(getTargetUrl(pickup ?? createQueuedForm(), after)).toBe("/trip-tickets/88/pickup");
  expect(
    due([createQueuedForm(saved(made)), createQueuedForm(saved(pickup)), dropoff ?? createQueuedForm()]),
  ).toEqual(["dropoff"]);
  // Return no target if the form of the load created anything other than one ticket.
  expect(
    getTargetUrl(pickup ?? createQueuedForm(), [
      createQueuedForm(saved(made, "/trip-tickets/made?first=8&count=2")),
    ]),
  ).toBeNull();
  expect(due([{ ...(made ?? createQueuedForm()), state: "needs" }, ...items.slice(1)])).toEqual([]);
});

test("groups all items of a load, before and after its ticket has a number", () => {
  const items = load();
  expect(items.map((item) => getItemSubject(item, items))).toEqual(Array(3).fill(`/trip-tickets/@${MADE}`));
  const sent = [createQueuedForm(saved(items[0])), ...items.slice(1)];
  expect(getItemSubject(sent[1] ?? createQueuedForm(), sent)).toBe("/trip-tickets/88");
  expect(listItemsOfSubject(sent, "/trip-tickets/88", "7").map(({ id }) => id)).toEqual([
    "dropoff",
    "pickup",
  ]);
  expect(listItemsOfSubject(sent, "/trip-tickets/88", "8")).toEqual([]);
  expect(formatItemTitle(sent[1] ?? createQueuedForm(), sent)).toBe("Picked up, sheet #1012");
  const head = (title: string) =>
    formatItemTitle(createQueuedForm({ action: "/jobs/1/comments", title }), []);
  expect([head("Deward Tract"), head("Comments on 1012")]).toEqual([
    "Comment, Deward Tract",
    "Comments on 1012",
  ]);
});

test("discards an item with the items that depend on it, and links the load's later items to the item before", () => {
  const items = load();
  const [made = createQueuedForm(), pickup = createQueuedForm()] = items;
  expect(listDependentForms(made, items)).toHaveLength(3);
  expect(listDependentForms(pickup, items).map(({ id }) => id)).toEqual(["pickup"]);
  expect(relinkForms(pickup, items).map(({ id, after }) => [id, after])).toEqual([["dropoff", MADE]]);
  expect(relinkForms(made, items).map(({ after }) => after)).toEqual([undefined]);
});

test("keeps an old sent item while another item of its load waits", () => {
  const now = 40 * 24 * 3_600_000;
  const [made = createQueuedForm(), pickup = createQueuedForm()] = load();
  const old = createQueuedForm(saved(made));
  expect(splitExpiredItems([old, pickup], now).gone).toEqual([]);
  expect(splitExpiredItems([old, createQueuedForm(saved(pickup))], now).gone).toHaveLength(2);
});

test("determines the next action on a load from its last form on this device", () => {
  const at = (status: TicketFacts["status"], items: QueuedForm[]) => {
    const facts = applyQueuedSteps({ status, version: 1 }, items);
    return [facts.version, listNextSteps(facts, items).map(({ kind }) => kind)];
  };
  const [, pickup = createQueuedForm(), dropoff = createQueuedForm()] = load();
  const slip = createQueuedForm({
    action: `/trip-tickets/@${MADE}/edit/details?only=weights`,
    fields: [["version", "4"]],
  });
  expect(at(STATUS.claimed, [])).toEqual([1, ["pickup"]]);
  expect(at(STATUS.claimed, [pickup])).toEqual([2, ["dropoff", "photo"]]);
  expect(at(STATUS.claimed, [pickup, dropoff])).toEqual([3, ["slip", "photo"]]);
  expect(at(STATUS.claimed, [pickup, dropoff, slip])).toEqual([4, ["photo"]]);
  expect(at(STATUS.available, [])).toEqual([1, []]);
  expect(getNewTicketFacts({ fields: [["hauler_company_id", "3"]] }).status).toBe(STATUS.claimed);
  expect(getNewTicketFacts({ fields: [["hauler_company_id", ""]] }).status).toBe(STATUS.available);
  expect(parseTicketFacts("2.7")).toEqual({ status: STATUS.inTransit, version: 7 });
  for (const other of [undefined, "", "9.1", "2", "2.x"]) expect(parseTicketFacts(other)).toBeNull();
});

test("resends an unusual value under the item's own id once the user confirms it", () => {
  const refused = parseReplayResponse('{"outcome":"refused","message":"25 tons?","odd":true}');
  expect(getReplayOutcome(422, refused)).toMatchObject({ state: "needs", odd: true });
  expect(getReplayOutcome(422, parseReplayResponse('{"outcome":"refused","message":"No."}'))).toMatchObject({
    odd: false,
  });
  const right = confirmOddForm(createQueuedForm({ state: "needs", odd: true, said: "25 tons?" }));
  expect(right).toMatchObject({ id: "one", state: "waiting", odd: false, said: "" });
  expect(new TextDecoder().decode(right.body)).toBe("version=4&save_anyway=on");
});

test("describes a submitted form in one or two words", () => {
  expect(getFormVerb("/trip-tickets/12/pickup")).toBe("pickup");
  expect(getFormVerb("/trip-tickets/12/photos")).toBeNull();
  expect(
    [
      "/trip-tickets/new?job_id=1",
      "/trip-tickets/@0123-abc/dropoff",
      "/trip-tickets/1/photos",
      "/trip-tickets/1/edit/details?only=weights",
    ].map(formActionLabel),
  ).toEqual(["New trip ticket", "Dropped off", "Photo", "Scale slip"]);
});

test("sends the typing time by the device's clock, and allows more time for a large file", () => {
  expect(getReplayHeaders(createQueuedForm({ typed_at: 5, zone: "America/Chicago" }), 9)).toEqual({
    "X-Replay": "7.3",
    "X-Typed": "5 9 America/Chicago",
  });
  expect(getReplayHeaders(createQueuedForm({ typed_at: 5 }), 9)["X-Typed"]).toBe("5 9");
  // At 40 kB a second, eight megabytes take more than three minutes.
  expect(getSendTimeoutMs(8_000_000)).toBeGreaterThan(400_000);
  expect(getSendTimeoutMs(2_000)).toBeLessThan(40_000);
});

test("fills a job's stored form with a sheet's code and number", () => {
  const html = '<input id="n" name="sheet_number" value=""/><input type="hidden" name="sheet_sig" value="">';
  const fields = parseSheetFields(new URLSearchParams("job_id=1&sheet=4&sig=k1.ab-C&sheet_number=1012"));
  expect(fields).toEqual({ sheet_number: "1012", blank_sheet_id: "4", sheet_sig: "k1.ab-C" });
  expect(fillForm(html, fields ?? {})).toBe(
    '<input id="n" name="sheet_number" value="1012"><input type="hidden" name="sheet_sig" value="k1.ab-C">',
  );
  expect(parseSheetFields(new URLSearchParams("job_id=1"))).toBeNull();
  expect(fillForm(html, { sheet_number: '"><script>' })).toBe(html);
  const page = `<div data-scan="${JSON.stringify({
    runs: [{ job: 9, id: 1, number: 5, load: 1, count: 2 }],
    jobs: [
      { id: 3, name: "A" },
      { id: 9, name: "B" },
    ],
  }).replaceAll('"', "&quot;")}">`;
  expect(listSheetFormUrls(page)).toEqual([9, 3].map((id) => `/trip-tickets/new?job_id=${id}&sheet_number=`));
  expect(listSheetFormUrls("<p>")).toEqual([]);
});

test("finds a sheet stored on this device by code or number", () => {
  const hand = parseOfflineSheetData(
    JSON.stringify({
      runs: [
        { job: 1, id: 40, number: 1010, load: 3, count: 5 },
        { job: 2, id: 90, number: 1012, load: 1, count: 1 },
      ],
      jobs: [],
    }),
  );
  expect(filterOfflineSheets(hand, { number: 1012 }).map(({ job, id }) => [job, id])).toEqual([
    [1, 42],
    [2, 90],
  ]);
  expect(filterOfflineSheets(hand, { number: 1012, job: 2 })).toEqual([{ job: 2, id: 90, number: 1012 }]);
  expect(filterOfflineSheets(hand, { id: 44 })).toEqual([{ job: 1, id: 44, number: 1014 }]);
  for (const none of [{ id: 45 }, { id: 39 }, { number: 1009 }, { number: 1015 }])
    expect(filterOfflineSheets(hand, none)).toEqual([]);
  expect(parseScannedCode("https://x.test/sheets/44?sig=k1.AbC-9")).toEqual({ sheet: 44, sig: "k1.AbC-9" });
  expect(parseScannedCode("https://x.test/trip-tickets/12?p=1&sig=k")).toEqual({
    path: "/trip-tickets/12?p=1&sig=k",
  });
  expect(parseScannedCode("https://motel.test/menu")).toBeNull();
  expect(getSheetFormUrl(1, { sheet: 44, sig: "k.a", number: 1014 })).toBe(
    "/trip-tickets/new?job_id=1&sheet=44&sig=k.a&sheet_number=1014",
  );
  expect(parseOfflineSheetData("null")).toEqual({ runs: [], jobs: [] });
});
