import { expect, test } from "vitest";
import {
  addressOf,
  discardedWith,
  type KeptForm,
  loadOrJobOf,
  patienceOf,
  readAnswer,
  relinked,
  saidRight,
  saysOf,
  settled,
  verdictOf,
} from "~/domain/offline/kept-forms";
import {
  didWords,
  itemHead,
  itemsOf,
  type LoadFacts,
  loadAfter,
  loadIn,
  loadOfNew,
  nextSteps,
  verbOf,
} from "~/domain/offline/load-steps";
import { keptForm } from "~/domain/offline/testing/kept-form";
import { dueOf } from "~/domain/offline/turns";
import { STATUS } from "~/domain/tickets/trip-ticket";
import { filledIn, sheetFields, sheetFormsIn } from "./kept-pages";
import { atHandIn, codeIn, sheetForm, sheetsAtHand } from "./sheet-codes";

const WHO = { user: "7", company: "3" };
const MADE = "0b7e3c1e-made";
const load = (over: Partial<KeptForm> = {}): KeptForm[] => [
  keptForm({
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
  // The clock was set back in between.
  step("dropoff", { after: "pickup", fields: [["version", "3"]], typed_at: 4 }),
];
const step = (verb: string, over: Partial<KeptForm>) =>
  keptForm({ id: verb, action: `/trip-tickets/@${MADE}/${verb}`, ...over });
const due = (items: KeptForm[]) => dueOf(items, WHO).map(({ id }) => id);
const saved = (item: KeptForm | undefined, href = "/trip-tickets/88"): Partial<KeptForm> => ({
  ...item,
  state: "sent",
  sent_at: 9,
  href,
});

test("the steps of a load that was typed here go one by one, each once the one before is saved, whatever the clock says", () => {
  const items = load();
  expect(due(items)).toEqual([MADE]);
  const [made, pickup, dropoff] = items;
  expect(addressOf(pickup ?? keptForm(), items)).toBeNull();
  const after = [keptForm(saved(made)), pickup ?? keptForm(), dropoff ?? keptForm()];
  expect(due(after)).toEqual(["pickup"]);
  expect(addressOf(pickup ?? keptForm(), after)).toBe("/trip-tickets/88/pickup");
  expect(due([keptForm(saved(made)), keptForm(saved(pickup)), dropoff ?? keptForm()])).toEqual(["dropoff"]);
  // Where the form of the load came to something that isn't one ticket, nobody guesses which.
  expect(
    addressOf(pickup ?? keptForm(), [keptForm(saved(made, "/trip-tickets/made?first=8&count=2"))]),
  ).toBeNull();
  expect(due([{ ...(made ?? keptForm()), state: "needs" }, ...items.slice(1)])).toEqual([]);
});

test("a load on this device is one thing, before and after its ticket has a number", () => {
  const items = load();
  expect(items.map((item) => loadOrJobOf(item, items))).toEqual(Array(3).fill(`/trip-tickets/@${MADE}`));
  const sent = [keptForm(saved(items[0])), ...items.slice(1)];
  expect(loadOrJobOf(sent[1] ?? keptForm(), sent)).toBe("/trip-tickets/88");
  expect(itemsOf(sent, "/trip-tickets/88", "7").map(({ id }) => id)).toEqual(["dropoff", "pickup"]);
  expect(itemsOf(sent, "/trip-tickets/88", "8")).toEqual([]);
  expect(itemHead(sent[1] ?? keptForm(), sent)).toBe("Picked up, sheet #1012");
  const head = (title: string) => itemHead(keptForm({ action: "/jobs/1/comments", title }), []);
  expect([head("Deward Tract"), head("Comments on 1012")]).toEqual([
    "Comment, Deward Tract",
    "Comments on 1012",
  ]);
});

test("what is discarded takes along what can't be sent without it, and the rest of its load moves up", () => {
  const items = load();
  const [made = keptForm(), pickup = keptForm()] = items;
  expect(discardedWith(made, items)).toHaveLength(3);
  expect(discardedWith(pickup, items).map(({ id }) => id)).toEqual(["pickup"]);
  expect(relinked(pickup, items).map(({ id, after }) => [id, after])).toEqual([["dropoff", MADE]]);
  expect(relinked(made, items).map(({ after }) => after)).toEqual([undefined]);
});

test("what was sent a month ago stays as long as a step of its load waits", () => {
  const now = 40 * 24 * 3_600_000;
  const [made = keptForm(), pickup = keptForm()] = load();
  const old = keptForm(saved(made));
  expect(settled([old, pickup], now).gone).toEqual([]);
  expect(settled([old, keptForm(saved(pickup))], now).gone).toHaveLength(2);
});

test("each load's next step is the one that its last form on this device leads to", () => {
  const at = (status: LoadFacts["status"], items: KeptForm[]) => {
    const facts = loadAfter({ status, version: 1 }, items);
    return [facts.version, nextSteps(facts, items).map(({ kind }) => kind)];
  };
  const [, pickup = keptForm(), dropoff = keptForm()] = load();
  const slip = keptForm({
    action: `/trip-tickets/@${MADE}/edit/details?only=weights`,
    fields: [["version", "4"]],
  });
  expect(at(STATUS.claimed, [])).toEqual([1, ["pickup"]]);
  expect(at(STATUS.claimed, [pickup])).toEqual([2, ["dropoff", "photo"]]);
  expect(at(STATUS.claimed, [pickup, dropoff])).toEqual([3, ["slip", "photo"]]);
  expect(at(STATUS.claimed, [pickup, dropoff, slip])).toEqual([4, ["photo"]]);
  expect(at(STATUS.available, [])).toEqual([1, []]);
  expect(loadOfNew({ fields: [["hauler_company_id", "3"]] }).status).toBe(STATUS.claimed);
  expect(loadOfNew({ fields: [["hauler_company_id", ""]] }).status).toBe(STATUS.available);
  expect(loadIn("2.7")).toEqual({ status: STATUS.inTransit, version: 7 });
  for (const other of [undefined, "", "9.1", "2", "2.x"]) expect(loadIn(other)).toBeNull();
});

test("what looks odd is sent again by who says that it's right, under its own id", () => {
  const refused = readAnswer('{"outcome":"refused","message":"25 tons?","odd":true}');
  expect(verdictOf(422, refused)).toMatchObject({ state: "needs", odd: true });
  expect(verdictOf(422, readAnswer('{"outcome":"refused","message":"No."}'))).toMatchObject({ odd: false });
  const right = saidRight(keptForm({ state: "needs", odd: true, said: "25 tons?" }));
  expect(right).toMatchObject({ id: "one", state: "waiting", odd: false, said: "" });
  expect(new TextDecoder().decode(right.body)).toBe("version=4&save_anyway=on");
});

test("what a form did is said in a word or two", () => {
  expect(verbOf("/trip-tickets/12/pickup")).toBe("pickup");
  expect(verbOf("/trip-tickets/12/photos")).toBeNull();
  expect(
    [
      "/trip-tickets/new?job_id=1",
      "/trip-tickets/@0123-abc/dropoff",
      "/trip-tickets/1/photos",
      "/trip-tickets/1/edit/details?only=weights",
    ].map(didWords),
  ).toEqual(["New trip ticket", "Dropped off", "Photo", "Scale slip"]);
});

test("what is sent says when it was typed by the clock that it is sent by, and a large file is waited for", () => {
  expect(saysOf(keptForm({ typed_at: 5, zone: "America/Chicago" }), 9)).toEqual({
    "X-Replay": "7.3",
    "X-Typed": "5 9 America/Chicago",
  });
  expect(saysOf(keptForm({ typed_at: 5 }), 9)["X-Typed"]).toBe("5 9");
  // Eight megabytes over 40 kB a second take more than three minutes.
  expect(patienceOf(8_000_000)).toBeGreaterThan(400_000);
  expect(patienceOf(2_000)).toBeLessThan(40_000);
});

test("a job's kept form becomes a sheet's: by its code, by its number", () => {
  const html = '<input id="n" name="sheet_number" value=""/><input type="hidden" name="sheet_sig" value="">';
  const fields = sheetFields(new URLSearchParams("job_id=1&sheet=4&sig=k1.ab-C&sheet_number=1012"));
  expect(fields).toEqual({ sheet_number: "1012", blank_sheet_id: "4", sheet_sig: "k1.ab-C" });
  expect(filledIn(html, fields ?? {})).toBe(
    '<input id="n" name="sheet_number" value="1012"><input type="hidden" name="sheet_sig" value="k1.ab-C">',
  );
  expect(sheetFields(new URLSearchParams("job_id=1"))).toBeNull();
  expect(filledIn(html, { sheet_number: '"><script>' })).toBe(html);
  const page = `<div data-scan="${JSON.stringify({
    runs: [{ job: 9, id: 1, number: 5, load: 1, count: 2 }],
    jobs: [
      { id: 3, name: "A" },
      { id: 9, name: "B" },
    ],
  }).replaceAll('"', "&quot;")}">`;
  expect(sheetFormsIn(page)).toEqual([9, 3].map((id) => `/trip-tickets/new?job_id=${id}&sheet_number=`));
  expect(sheetFormsIn("<p>")).toEqual([]);
});

test("a code or a number names a sheet at hand", () => {
  const hand = atHandIn(
    JSON.stringify({
      runs: [
        { job: 1, id: 40, number: 1010, load: 3, count: 5 },
        { job: 2, id: 90, number: 1012, load: 1, count: 1 },
      ],
      jobs: [],
    }),
  );
  expect(sheetsAtHand(hand, { number: 1012 }).map(({ job, id }) => [job, id])).toEqual([
    [1, 42],
    [2, 90],
  ]);
  expect(sheetsAtHand(hand, { number: 1012, job: 2 })).toEqual([{ job: 2, id: 90, number: 1012 }]);
  expect(sheetsAtHand(hand, { id: 44 })).toEqual([{ job: 1, id: 44, number: 1014 }]);
  for (const none of [{ id: 45 }, { id: 39 }, { number: 1009 }, { number: 1015 }])
    expect(sheetsAtHand(hand, none)).toEqual([]);
  expect(codeIn("https://x.test/sheets/44?sig=k1.AbC-9")).toEqual({ sheet: 44, sig: "k1.AbC-9" });
  expect(codeIn("https://x.test/trip-tickets/12?p=1&sig=k")).toEqual({ path: "/trip-tickets/12?p=1&sig=k" });
  expect(codeIn("https://motel.test/menu")).toBeNull();
  expect(sheetForm(1, { sheet: 44, sig: "k.a", number: 1014 })).toBe(
    "/trip-tickets/new?job_id=1&sheet=44&sig=k.a&sheet_number=1014",
  );
  expect(atHandIn("null")).toEqual({ runs: [], jobs: [] });
});
