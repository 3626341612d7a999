import { expect, test } from "vitest";
import {
  buildStagePath,
  certificationField,
  contactPhoneField,
  getPreviousStage,
  ONBOARDING_STAGES,
} from "./onboarding";

test("returns the previous stage; the first stage has none", () => {
  expect(ONBOARDING_STAGES.map(getPreviousStage)).toEqual([
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
])("validates the contact phone %s with the message %s", (typed, message) => {
  const parsed = contactPhoneField.safeParse(typed);
  expect(parsed.success ? null : parsed.error.issues[0]?.message).toBe(message);
});

test("offers no certification type whose name contains URL", () => {
  expect([1, 2, 3].map((id) => certificationField.safeParse(id).success)).toEqual([true, true, false]);
});
