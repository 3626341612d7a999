import { expect, it, test } from "vitest";
import { CERTIFICATION_TYPES } from "#db/reference/lists";
import {
  certificationName,
  endOfDay,
  FSC,
  hasExpired,
  isFound,
  isOffered,
  lastDay,
  licenseWarning,
  requestState,
  SFI,
} from "./certifications";

test("types whose name contains URL are not offered", () => {
  expect(CERTIFICATION_TYPES.filter(([, name]) => isOffered({ name })).map(([id]) => id)).toEqual([FSC, SFI]);
  expect(isOffered({ name: "Url of the certificate" })).toBe(false);
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
])("%s is a license or certificate of FSC as they are", (license) => {
  expect(licenseWarning(FSC, license)).toBeNull();
});

test.each(["C104455", "FSC-104455", "FSC-C10445", "FSC-C1044556", "COC-104455", "NSF-SFI-COC-5Z311", "x"])(
  "%s isn't a code that FSC gives: warned about, not refused",
  (license) => {
    expect(licenseWarning(FSC, license)).toMatch(/^FSC licenses look like/);
  },
);

test("SFI's bodies have numbers of their own; only one of FSC's is odd there", () => {
  for (const license of ["SFI-00001", "NSF-SFI-COC-5Z311", "PwC-SFIFM-242", "14"])
    expect(licenseWarning(SFI, license)).toBeNull();
  expect(licenseWarning(SFI, "FSC-C104455")).toBe("This looks like an FSC license, not SFI.");
});

it("finds by license or claim, whatever the case, and by nothing else", () => {
  const one = { license: "FSC-C104455", claim: "FSC Controlled Wood", holder: "Superior" };
  for (const term of ["c1044", "CONTROLLED", " wood ", ""]) expect(isFound(one, term)).toBe(true);
  for (const term of ["superior", "c1044 wood", "%"]) expect(isFound(one, term)).toBe(false);
  expect(isFound({ license: "SFI-1", claim: null }, "null")).toBe(false);
});

test("a certificate holds through its last day", () => {
  expect(lastDay(endOfDay("2027-03-31"))).toBe("2027-03-31");
  expect(hasExpired("2027-03-31", "2027-03-31")).toBe(false);
  expect(hasExpired("2027-03-31", "2027-04-01")).toBe(true);
  expect(hasExpired(null, "2027-04-01")).toBe(false);
});

test("a request is pending until it is answered, and a membership lasts until it is ended", () => {
  const times = { accepted_at: null, rejected_at: null, ended_at: null };
  const at = "2026-11-16T12:00:00.000Z";
  expect(requestState(times)).toBe("pending");
  expect(requestState({ ...times, accepted_at: at })).toBe("member");
  expect(requestState({ ...times, rejected_at: at })).toBe("rejected");
  expect(requestState({ ...times, accepted_at: at, ended_at: at })).toBe("ended");
  expect(requestState({ ...times, ended_at: at })).toBe("ended");
});

test("a certification is named by type, license and claim, so that two claims of one license differ", () => {
  const named = (claim: string | null) => certificationName({ type: "FSC", license: "FSC-C104455", claim });
  expect(named("FSC 100%")).toBe("FSC FSC-C104455, FSC 100%");
  expect(named("FSC Controlled Wood")).not.toBe(named("FSC 100%"));
  expect(named(null)).toBe("FSC FSC-C104455");
});
