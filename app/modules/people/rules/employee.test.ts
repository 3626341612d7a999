import { expect, test } from "vitest";
import { INVALID_PHONE_MESSAGE } from "~/lib/text/phone";
import { employeePhoneField, PHONE_TOO_LONG, PHONE_TOO_SHORT, selectCrewIds } from "./employee";

test.each([
  ["(906)555-0100", null],
  ["906 555 0100", null],
  ["+19065550100", null],
  ["1-906-555-0100", null],
  ["906555010", PHONE_TOO_SHORT],
  ["", PHONE_TOO_SHORT],
  ["call me at home", PHONE_TOO_SHORT],
  ["+4915112345678", PHONE_TOO_LONG],
  ["29065550100", INVALID_PHONE_MESSAGE],
])("returns for the phone %s the error %s", (text, problem) => {
  const parsed = employeePhoneField.safeParse(text);
  expect(parsed.success ? null : parsed.error.issues[0]?.message).toBe(problem);
});

const crews = [
  { id: 1, name: "Admins", is_primary: true },
  { id: 2, name: "Crew", is_primary: false },
  { id: 3, name: "Night haul", is_primary: false },
];

test.each<[{ is_admin: boolean; crew_ids?: number[] }, number[] | null, string]>([
  [{ is_admin: false }, [], "none where none is named"],
  [{ is_admin: true }, [1], "the admins"],
  [{ is_admin: true, crew_ids: [3] }, [1, 3], "both"],
  [{ is_admin: false, crew_ids: [3, 3] }, [3], "each once"],
  [{ is_admin: false, crew_ids: [1] }, null, "nobody becomes an admin by a crew's number"],
  [{ is_admin: false, crew_ids: [9] }, null, "no crew of another company"],
])("%j leads into %j: %s", (wish, into, _why) => {
  expect(selectCrewIds(crews, wish)).toEqual(into);
});
