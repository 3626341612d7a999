import { expect, test } from "vitest";
import { type CompanyPermissions, combineCrewFlags } from "~/lib/access/crew-permissions";
import { removeLiveCounts } from "~/ui/shell";
import { createMenu, type MenuReader } from "./menu";
import { PAGES } from "./pages";

const names = (items: { label: string }[]) => items.map((item) => item.label);
const none = { create: false, read: false, update: false, delete: false };
const admin = combineCrewFlags([{ isPrimary: true, rows: [] }]);
const READER: MenuReader = {
  belongs: true,
  permissions: admin,
  isMill: false,
  isSuper: false,
  counts: { unread: 0, setup: 0, requests: 0, news: 0 },
};
const nav = (permissions: CompanyPermissions, isMill = false) =>
  names(createMenu({ ...READER, permissions, isMill }).nav);

test("a person without a company has Settlements and Company in the menu, and no dashboard", () => {
  const { nav: places, more } = createMenu({ ...READER, belongs: false, permissions: null });
  expect(names(places)).toEqual(["Settlements", "Company"]);
  expect(names(more)).toEqual(["Notifications", "What's new", "Support", "Profile"]);
});

test("the menu links only to pages that the user's crews may read", () => {
  expect(nav(admin)).toEqual([
    "Dashboard",
    "Jobs",
    "Trip Tickets",
    "Production",
    "Settlements",
    "Map",
    "Invoices",
    "Company",
  ]);
  const office = combineCrewFlags([{ isPrimary: false, rows: [{ entity: "trip_ticket", ...none }] }]);
  expect(nav(office)).toEqual(["Dashboard", "Jobs", "Settlements", "Map", "Invoices", "Company"]);
  const yard = combineCrewFlags([{ isPrimary: false, rows: [{ entity: "job", ...none }] }]);
  expect(nav(yard)).toEqual([
    "Dashboard",
    "Trip Tickets",
    "Production",
    "Settlements",
    "Map",
    "Invoices",
    "Company",
  ]);
});

test("a mill's menu has the scale house, for users who may change tickets", () => {
  const reader = combineCrewFlags([
    { isPrimary: false, rows: [{ entity: "trip_ticket", ...none, read: true }] },
  ]);
  expect(nav(admin, true)).toContain("Scale house");
  expect(nav(reader, true)).not.toContain("Scale house");
  expect(nav(admin)).not.toContain("Scale house");
});

test("the two menu items with unread counts load a polling script, except on a light page", () => {
  const { nav: places, more } = createMenu({
    ...READER,
    counts: { unread: 3, setup: 0, requests: 0, news: 2 },
  });
  const counting = (isLight: boolean) =>
    removeLiveCounts([...places, ...more], isLight).filter((i) => i.counts);
  expect(names(counting(false))).toEqual(["Dashboard", "Notifications"]);
  expect(counting(true)).toEqual([]);
});

test("a badge's label states what it counts", () => {
  const { nav: places, more } = createMenu({
    ...READER,
    counts: { unread: 1, setup: 1, requests: 2, news: 1 },
  });
  const lines = [...places, ...more].flatMap(({ label, badge, badgeWords }) =>
    badge ? [`${label}: ${badge} ${badgeWords}`] : [],
  );
  expect(lines).toEqual([
    "Dashboard: 1 notification",
    "Jobs: 1 job setup in progress",
    "Company: 2 requests to join",
    "Notifications: 1 notification",
    "What's new: 1 new release",
  ]);
});

test("only a super user sees the admin area", () => {
  expect(names(createMenu(READER).more)).not.toContain("Admin");
  expect(names(createMenu({ ...READER, isSuper: true }).more)).toContain("Admin");
});

test("each menu entry has a distinct position", () => {
  const places = PAGES.flatMap(({ menu }) => (menu ? [menu.place] : []));
  expect(new Set(places).size).toBe(places.length);
});
