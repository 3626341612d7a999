import { expect, test } from "vitest";
import {
  compareFields,
  createChoiceFormatter,
  formatCheckboxValue,
  formatDayValue,
  formatPhoneValue,
} from "./compare";

test("compares only differing values, both formatted as on the page", () => {
  const fields = [
    { name: "name", label: "Name" },
    { name: "phone", label: "Phone", words: formatPhoneValue },
    { name: "miles", label: "Mileage" },
    { name: "day", label: "Start", words: formatDayValue },
    { name: "is_admin", label: "Is Admin", words: formatCheckboxValue },
    {
      name: "crews",
      label: "Crews",
      words: createChoiceFormatter([
        { value: 1, label: "Night" },
        { value: 2, label: "Day" },
      ]),
    },
  ];
  const typed = {
    name: "Au Gres ",
    phone: "906 555 0100",
    miles: "49.20",
    day: "2026-11-20",
    crews: ["2", "1"],
  };
  const same = {
    name: "Au Gres",
    phone: "+19065550100",
    miles: 49.2,
    day: "2026-11-20",
    is_admin: false,
    crews: [1, 2],
  };
  expect(compareFields(fields, typed, same)).toEqual([]);
  const other = { ...same, day: null, is_admin: true, crews: [1] };
  expect(compareFields(fields, typed, other)).toEqual([
    { name: "day", label: "Start", typed: "Fri, Nov 20, 2026", saved: "" },
    { name: "is_admin", label: "Is Admin", typed: "No", saved: "Yes" },
    { name: "crews", label: "Crews", typed: "Night, Day", saved: "Night" },
  ]);
});
