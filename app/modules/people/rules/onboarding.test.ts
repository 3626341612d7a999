import { expect, test } from "vitest";
import {
  buildStagePath,
  contactPhoneField,
  getPreviousStage,
  offeredCertification,
  STAGES,
} from "./onboarding";

test("back moves one stage, and the first has none before it", () => {
  expect(STAGES.map(getPreviousStage)).toEqual([
    null,
    "join-company",
    "choose-company-perspective",
    "create-company",
  ]);
  expect(buildStagePath("invite-team")).toBe("/onboarding/invite-team");
});

test.each([
  [undefined, "Contact Phone Number is required"],
  ["", "Contact Phone Number is required"],
  ["906555", "Invalid phone number"],
  ["(906)555-0100", null],
])("a contact's phone %s: %s", (typed, message) => {
  const parsed = contactPhoneField.safeParse(typed);
  expect(parsed.success ? null : parsed.error.issues[0]?.message).toBe(message);
});

test("certificates by URL are not offered", () => {
  expect([1, 2, 3].map((id) => offeredCertification.safeParse(id).success)).toEqual([true, true, false]);
});
