import { expect, onTestFinished, test, vi } from "vitest";
import { parseScaleLine } from "~/lib/units/indicator";
import { parsePounds, toTonThousandths } from "~/lib/units/measures";
import { moveItemTo } from "./columns";
import { nextOptionIndex, normalizeText } from "./combobox";
import { readStoredJson } from "./dom";
import { hasSameFields, parseSavedDraft } from "./draft-restore";
import { readTypedDraft } from "./job-setup";
import { isUsualVolume, parseDestinationProducts } from "./load-form";
import { parseTicketNumbers, readTicketTotal } from "./match-count";
import { getListAnnouncement, normalizeControlText } from "./partial-reload";
import { formatTypedPhone } from "./phone";
import { readChoices } from "./picker";
import { getRestoreOfferMessage } from "./put-back";
import { getNextRow, SHORTCUTS } from "./shortcut-help";
import { appendTypedKey, getShortcutAction } from "./shortcuts";
import { convertPoundsToTons, formatTonsFromWeights, parseWholePounds } from "./weighing";
import { formatNetLabel, parseTypedPounds } from "./weights";

test.each([
  ["abc9065550100xyz", "(906)555-0100"],
  ["+1 906.555.0100", "(906)555-0100"],
  ["90655501009999", "(906)555-0100"],
  ["9065", "(906)5"],
  ["906", "906"],
  ["9065550", "(906)555-0"],
  ["call me", ""],
])("keeps only the digits of a phone number and formats them while typing: %s", (typed, written) => {
  expect(formatTypedPhone(typed, typed.length)).toEqual({ value: written, caret: written.length });
});

test("keeps the caret after a digit typed into a phone number", () => {
  expect(formatTypedPhone("(907 6)555-010", 4)).toEqual({ value: "(907)655-5010", caret: 4 });
  expect(formatTypedPhone("1", 1)).toEqual({ value: "", caret: 0 });
  expect(formatTypedPhone("(906)555-0123 x12", 17)).toEqual({ value: "(906)555-0123 x12", caret: 17 });
  expect(formatTypedPhone("9065550123x", 11)).toEqual({ value: "(906)555-0123 x", caret: 15 });
});

test("parses a typed scale line as the server does", () => {
  const lines = ["78,540", "78540", "ST,GS,+ 049180lb", " 49180LG", "22308 kg", "24.59 tn", "49180 LB G"];
  for (const line of lines) {
    const read = parseScaleLine(line, "gross");
    expect(parseTypedPounds(line), line).toBe(read.ok ? read.pounds : null);
  }
  for (const line of ["", "US,GS,+ 049180lb", "-49180", "OL", "many"]) {
    expect(parseScaleLine(line, "gross").ok, line).toBe(false);
    expect(parseTypedPounds(line), line).toBeNull();
  }
});

test("rounds tons of net pounds half to even, as the server does", () => {
  for (let net = 0; net < 4_000; net++)
    expect(convertPoundsToTons(net), String(net)).toBe(toTonThousandths(net) / 1000);
  for (const net of [49_181, 78_543, 120_001, 199_999])
    expect(convertPoundsToTons(net)).toBe(toTonThousandths(net) / 1000);
});

test.each([
  "78,540",
  " 80,120 lbs ",
  "80120 LB",
  "80 120",
  "31,440 #",
  "31440#",
  "0",
  "80 12",
  "7,85,40",
  "36,000 kg",
  "40 tons",
  "lb",
  "",
  "-1",
])("parses whole pounds typed into a ticket as the server does: %j", (typed) => {
  expect(parseWholePounds(typed)).toBe(parsePounds(typed));
});

test("fills in the volume from two weights only if the unit is tons", () => {
  expect(formatTonsFromWeights("80,400", "30,400", "", "2")).toBe("25");
  expect(formatTonsFromWeights("80,400", "30,400", "2,400", "2")).toBe("23.8");
  expect(formatTonsFromWeights("80,400", "30,400", "50,000", "2")).toBeNull();
  expect(formatTonsFromWeights("80,400", "30,400", "", "1")).toBeNull();
  expect(formatTonsFromWeights("30,400", "30,400", "", "2")).toBeNull();
  expect(formatTonsFromWeights("80,400 lb", "30 400#", "", "2")).toBe("25");
  expect(formatTonsFromWeights("80,400 kg", "30,400", "", "2")).toBeNull();
  expect(parseWholePounds(" 78,540 ")).toBe(78_540);
  expect(parseWholePounds("1234567")).toBeNull();
});

test.each([
  ["", "30,000", "", "2", ""],
  ["80,000", "", "", "2", ""],
  ["22308 kg", "", "", "2", "49,181 lb gross. "],
  ["80,000", "30,001", "", "2", "49,999 lb net, 25 tons"],
  ["80,000", "30,000", "", "1", "50,000 lb net"],
  ["80,000", "30,000", "2,400", "2", "50,000 lb net, 47,600 lb after the deduction, 23.8 tons"],
  ["80,000", "30,000", "50,001", "2", "The deduction is more than the net weight."],
  ["30,000", "80,000", "", "2", "Tare is more than gross."],
])(
  "shows the net weight for gross %s, tare %s, deduction %s, unit %s: %s",
  (gross, tare, deduction, unit, shown) => {
    expect(formatNetLabel(gross, tare, deduction, unit)).toBe(shown);
  },
);

test("parses the data embedded in a page and drops malformed values", () => {
  expect(readChoices('{"1":[["3","FSC 100%"]],"2":"x"}')).toEqual(
    new Map([
      ["1", [["3", "FSC 100%"]]],
      ["2", []],
    ]),
  );
  expect(readChoices(undefined).size).toBe(0);
  const mix = parseDestinationProducts('{"4":[["1:2","Pulp","2","55"],["broken"]]}');
  expect(mix.get("4")).toEqual([["1:2", "Pulp", "2", "55"]]);
  expect(isUsualVolume(mix.get("4") ?? [], "2", "55")).toBe(true);
  expect(isUsualVolume(mix.get("4") ?? [], "2", "54")).toBe(false);
  expect(parseTicketNumbers("1042, 1043 1042 x12 007")).toEqual([1042, 1043]);
  expect(readTicketTotal({ meta: { total: 3 } })).toBe(3);
  expect([readTicketTotal(null), readTicketTotal({ meta: null }), readTicketTotal([])]).toEqual([
    null,
    null,
    null,
  ]);
});

test("converts typed values to a draft: numeric ids, no empty values, no submission id", () => {
  const sent = [
    ["name", "Deward"],
    ["version", "3"],
    ["us_state_id", ""],
    ["submission_id", "a"],
    ["intent", "next"],
  ] as const;
  expect(readTypedDraft(sent)).toEqual({ name: "Deward", version: 3 });
});

test("parses form data stored on this device, or returns null if malformed or not readable", () => {
  const store = new Map([
    ["good", '{"user":"7","sent":true,"fields":[["a","b"],["c"],3]}'],
    ["broken", "{"],
    ["list", "[1]"],
  ]);
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(parseSavedDraft(readStoredJson("good"))).toEqual({
    user: "7",
    sent: true,
    edit: null,
    to: null,
    typed: null,
    fields: [["a", "b"]],
  });
  expect([
    parseSavedDraft(readStoredJson("broken")),
    parseSavedDraft(readStoredJson("list")),
    parseSavedDraft(readStoredJson("none")),
  ]).toEqual([null, null, null]);
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("forbidden");
    },
  });
  expect(readStoredJson("good")).toBeNull();
});

test("the highlight wraps around at both ends of the option list", () => {
  expect(nextOptionIndex(-1, 3, "ArrowDown")).toBe(0);
  expect(nextOptionIndex(2, 3, "ArrowDown")).toBe(0);
  expect(nextOptionIndex(-1, 3, "ArrowUp")).toBe(2);
  expect(nextOptionIndex(0, 3, "ArrowUp")).toBe(2);
  expect([nextOptionIndex(1, 3, "Home"), nextOptionIndex(1, 3, "End")]).toEqual([0, 2]);
  expect(normalizeText("  Mix Cr ")).toBe("mix cr");
});

const key = (name: string, more: object = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...more,
});

test("collects typed text for the search box until the box has loaded", () => {
  const typed = (...keys: string[]) =>
    keys.reduce<string | null>(
      (ahead, item) => (ahead === null ? null : appendTypedKey(ahead, key(item))),
      "",
    );
  expect(typed("D", "e", "w")).toBe("Dew");
  expect(typed("4", "2", "Enter")).toBe("42\n");
  expect(typed("4", "Tab")).toBeNull();
  expect(appendTypedKey("a", key("c", { ctrlKey: true }))).toBeNull();
});

test("handles list keys only on lists, help and Ctrl+K on every page, and plain keys never while typing", () => {
  const list = { isTyping: false, isList: true };
  const typing = { isTyping: true, isList: true };
  const page = { isTyping: false, isList: false };
  expect(["/", "?", "j", "K", "x", "e"].map((item) => getShortcutAction(key(item), list))).toEqual([
    "find",
    "help",
    "next",
    "previous",
    "tick",
    "edit",
  ]);
  for (const item of ["/", "?", "j", "k", "x", "e"])
    expect(getShortcutAction(key(item), typing), item).toBeNull();
  for (const text of ["j", "k", "x", "e"]) expect(getShortcutAction(key(text), page), text).toBeNull();
  expect(getShortcutAction(key("?"), page)).toBe("help");
  for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
    expect(getShortcutAction(key("k", held), typing)).toBe("find");
    expect(getShortcutAction(key("x", held), list)).toBeNull();
  }
  expect(getShortcutAction(key("j", { altKey: true }), list)).toBeNull();
  expect(getShortcutAction(key("j", { isComposing: true }), list)).toBeNull();
});

test("the help lists every shortcut key", () => {
  for (const item of ["/", "?", "j", "k", "x", "e"])
    expect(
      SHORTCUTS.some(({ keys }) => keys.toLowerCase().split(" or ").includes(item)),
      item,
    ).toBe(true);
});

test("J and K move to the next and previous row and stop at the first and last row", () => {
  expect(getNextRow(-1, 3, "next")).toBe(0);
  expect(getNextRow(-1, 3, "previous")).toBe(0);
  expect(getNextRow(1, 3, "next")).toBe(2);
  expect(getNextRow(2, 3, "next")).toBe(2);
  expect(getNextRow(0, 3, "previous")).toBe(0);
  expect(getNextRow(-1, 0, "next")).toBeNull();
});

test("identifies a list's control by its text, ignoring counts and sort arrows", () => {
  expect(normalizeControlText("Number ↑")).toBe("Number");
  expect(normalizeControlText(" In transit 1,204")).toBe(normalizeControlText("In transit"));
});

test("announces a changed list's row count, page and sort order", () => {
  const list = { pager: "44 trip tickets · Page 2 of 3", rows: 15, sorted: "Number ↓", descending: true };
  expect(getListAnnouncement(list)).toBe("44 trip tickets · Page 2 of 3, sorted by Number, descending");
  expect(getListAnnouncement({ ...list, sorted: "", pager: "" })).toBe("15 shown");
  expect(getListAnnouncement({ ...list, pager: "", rows: 0 })).toBe("Nothing found");
});

test("moves a dragged column to the drop target's position from either side", () => {
  const order = ["a", "b", "c", "d"];
  expect(moveItemTo(order, "a", "c")).toEqual(["b", "c", "a", "d"]);
  expect(moveItemTo(order, "d", "b")).toEqual(["a", "d", "b", "c"]);
  expect(moveItemTo(order, "a", "a")).toEqual(order);
  expect(moveItemTo(order, "a", "x")).toEqual(order);
  expect(moveItemTo(order, "x", "a")).toEqual(order);
});

test("shows why stored form data is offered, and offers unsent form data for one day only", () => {
  const now = 1_000_000_000;
  expect(getRestoreOfferMessage({ sent: true, typed: null }, now)).toBe(
    "What you typed here may not have arrived.",
  );
  expect(getRestoreOfferMessage({ sent: false, typed: null }, now)).toContain("there was no signal");
  expect(getRestoreOfferMessage({ sent: false, typed: now - 3_600_000 }, now)).toBe(
    "What you typed here wasn't saved.",
  );
  expect(getRestoreOfferMessage({ sent: false, typed: now - 25 * 3_600_000 }, now)).toBeNull();
});

test("treats equal form values as the same, whatever the submission id and version", () => {
  const filled = (id: string, slip: string): [string, string][] => [
    ["submission_id", id],
    ["version", id],
    ["scale_ticket_number", slip],
  ];
  expect(hasSameFields(filled("1", "A"), filled("2", "A"))).toBe(true);
  expect(hasSameFields(filled("1", "A"), filled("1", "B"))).toBe(false);
});
