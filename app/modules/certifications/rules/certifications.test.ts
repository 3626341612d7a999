import { expect, it, test } from "vitest";
import { CERTIFICATION_TYPES } from "#db/reference/lists";
import {
  FSC_TYPE_ID,
  formatCertificationName,
  getLicenseWarning,
  getRequestState,
  hasExpired,
  isSelectableType,
  matchesCertificationSearch,
  SFI_TYPE_ID,
  toEndOfDay,
  toLastDay,
} from "./certifications";

test("hides certification types whose name contains URL", () => {
  expect(CERTIFICATION_TYPES.filter(([, name]) => isSelectableType({ name })).map(([id]) => id)).toEqual([
    FSC_TYPE_ID,
    SFI_TYPE_ID,
  ]);
  expect(isSelectableType({ name: "Url of the certificate" })).toBe(false);
});

test.each([
  "FSC-C104455",
  "fsc c104455",
  "FSC® F000100",
  " FSC-C104455 ",
  "BV-COC-070906",
  "SGSHK-COC-350878",
  "NC-FM/COC-104455",
  "SCS-CW/FM-000123",
  "RA-COC-001234-A2",
])("accepts %s as an FSC license or certificate without a warning", (license) => {
  expect(getLicenseWarning(FSC_TYPE_ID, license)).toBeNull();
});

test.each(["C104455", "FSC-104455", "FSC-C10445", "FSC-C1044556", "COC-104455", "NSF-SFI-COC-5Z311", "x"])(
  "warns about %s, which does not look like an FSC code",
  (license) => {
    expect(getLicenseWarning(FSC_TYPE_ID, license)).toMatch(/^FSC licenses look like/);
  },
);

test("SFI accepts any number, but warns about an FSC license", () => {
  for (const license of ["SFI-00001", "NSF-SFI-COC-5Z311", "PwC-SFIFM-242", "14"])
    expect(getLicenseWarning(SFI_TYPE_ID, license)).toBeNull();
  expect(getLicenseWarning(SFI_TYPE_ID, "FSC-C104455")).toBe("This looks like an FSC license, not SFI.");
});

it("finds a certification by license or claim, ignoring case, and by nothing else", () => {
  const item = { license: "FSC-C104455", claim: "FSC Controlled Wood", holder: "Superior" };
  for (const term of ["c1044", "CONTROLLED", " wood ", ""])
    expect(matchesCertificationSearch(item, term)).toBe(true);
  for (const term of ["superior", "c1044 wood", "%"])
    expect(matchesCertificationSearch(item, term)).toBe(false);
  expect(matchesCertificationSearch({ license: "SFI-1", claim: null }, "null")).toBe(false);
});

test("a certificate is valid through its last day", () => {
  expect(toLastDay(toEndOfDay("2027-03-31"))).toBe("2027-03-31");
  expect(hasExpired("2027-03-31", "2027-03-31")).toBe(false);
  expect(hasExpired("2027-03-31", "2027-04-01")).toBe(true);
  expect(hasExpired(null, "2027-04-01")).toBe(false);
});

test("a request is pending until answered, and a membership lasts until it is ended", () => {
  const times = { accepted_at: null, rejected_at: null, ended_at: null };
  const instant = "2026-11-16T12:00:00.000Z";
  expect(getRequestState(times)).toBe("pending");
  expect(getRequestState({ ...times, accepted_at: instant })).toBe("member");
  expect(getRequestState({ ...times, rejected_at: instant })).toBe("rejected");
  expect(getRequestState({ ...times, accepted_at: instant, ended_at: instant })).toBe("ended");
  expect(getRequestState({ ...times, ended_at: instant })).toBe("ended");
});

test("a certification's name contains type, license and claim, so two claims of a license differ", () => {
  const named = (claim: string | null) =>
    formatCertificationName({ type: "FSC", license: "FSC-C104455", claim });
  expect(named("FSC 100%")).toBe("FSC FSC-C104455, FSC 100%");
  expect(named("FSC Controlled Wood")).not.toBe(named("FSC 100%"));
  expect(named(null)).toBe("FSC FSC-C104455");
});
