import { expect, test } from "vitest";
import { evaluateCrews } from "~/domain/access/crew-permissions";
import { moreOf, navOf } from "./nav";

const names = (items: { label: string }[]) => items.map((item) => item.label);
const none = { create: false, read: false, update: false, delete: false };

test("a person without a company has Settlements and Company in the menu, and no dashboard", () => {
  expect(names(navOf(false))).toEqual(["Settlements", "Company"]);
});

test("the menu leads to what somebody's crew may read", () => {
  const admin = evaluateCrews([{ isPrimary: true, rows: [] }]);
  expect(names(navOf(true, admin))).toEqual([
    "Dashboard",
    "Jobs",
    "Trip Tickets",
    "Production",
    "Settlements",
    "Invoices",
    "Company",
  ]);
  const office = evaluateCrews([{ isPrimary: false, rows: [{ entity: "trip_ticket", ...none }] }]);
  expect(names(navOf(true, office))).toEqual(["Dashboard", "Jobs", "Settlements", "Invoices", "Company"]);
  const yard = evaluateCrews([{ isPrimary: false, rows: [{ entity: "job", ...none }] }]);
  expect(names(navOf(true, yard))).toEqual([
    "Dashboard",
    "Trip Tickets",
    "Production",
    "Settlements",
    "Invoices",
    "Company",
  ]);
});

test("a mill has its scale house in the menu, for those who may change tickets", () => {
  const admin = evaluateCrews([{ isPrimary: true, rows: [] }]);
  const reader = evaluateCrews([
    { isPrimary: false, rows: [{ entity: "trip_ticket", ...none, read: true }] },
  ]);
  expect(names(navOf(true, admin, false, 0, true))).toContain("Scale house");
  expect(names(navOf(true, reader, false, 0, true))).not.toContain("Scale house");
  expect(names(navOf(true, admin))).not.toContain("Scale house");
});

test("the two places that count what is not read say so to a script, and on a light page to none", () => {
  const counting = (isLight: boolean) =>
    [...navOf(true, null, false, 0, false, 3, isLight), ...moreOf(false, 3, isLight)].filter((i) => i.counts);
  expect(names(counting(false))).toEqual(["Dashboard", "Notifications"]);
  expect(counting(true)).toEqual([]);
});

test("the admin pages are a super user's", () => {
  expect(names(moreOf(false))).not.toContain("Admin");
  expect(names(moreOf(true))).toContain("Admin");
});
