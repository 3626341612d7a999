import { expect, test } from "vitest";
import { createTicketNamer, formatCompanyCode, formatTicketName, parseTicketName } from "./ticket-name";

test.each([
  ["Superior Land & Timber", "SLT"],
  ["Superior Land and Timber, LLC", "SLT"],
  ["Weyland", "WEY"],
  ["Northern Star Hauling Company of the North Shore", "NSHN"],
  ["3 Rivers Logging", "T3RL"],
  ["Ünter Öst", "UO"],
  ["The Company", "TC"],
  ["", "T"],
  ["木材", "T"],
])("abbreviates the company name %s to %s", (company, code) => {
  expect(formatCompanyCode(company)).toBe(code);
  expect(parseTicketName(formatTicketName(1178, company))).toEqual({ code, number: 1178 });
});

test("parses a ticket's name in any spelling and rejects other text", () => {
  for (const typed of ["SLT-1178", "slt-1178", " #SLT-1178 "])
    expect(parseTicketName(typed)).toEqual({ code: "SLT", number: 1178 });
  for (const typed of [
    "1178",
    "SLT1178",
    "SLT-",
    "SLT-0",
    "TOOLONG-1",
    "SLT-1178-2",
    "new",
    "-1178",
    "SLT-1234567890",
  ])
    expect(parseTicketName(typed)).toBeNull();
});

test("names tickets by number in a list of one requester, and with company codes in a list of several", () => {
  const ours = { number: 1001, requester: "Superior Land & Timber" };
  const theirs = { number: 1001, requester: "Weyland" };
  expect(createTicketNamer([ours, ours])(ours)).toBe("1001");
  expect([ours, theirs].map(createTicketNamer([ours, theirs]))).toEqual(["SLT-1001", "WEY-1001"]);
});
