import { expect, test } from "vitest";
import { API_CALLS } from "./calls.server";
import { getCallBodyLimit } from "./room.server";

const MEGABYTE = 1024 * 1024;

test("allows upload calls a body with the file and its form fields, and other calls only the default size", () => {
  const roomy = Object.keys(API_CALLS).flatMap((path) => {
    const address = path.replace(/\{\w+\}/g, "7");
    const room = (kind: "form" | "json") => (getCallBodyLimit(address, kind) ?? 0) / MEGABYTE;
    const [form, json] = [room("form"), room("json")];
    return form || json ? [[path, form, json]] : [];
  });
  expect(roomy.sort()).toEqual([
    ["/api/jobs", 0, 14],
    ["/api/jobs/{job_id}/companies/{company_id}/contract", 26, 0],
    ["/api/jobs/{job_id}/file", 101, 14],
    ["/api/jobs/{job_id}/photos", 12, 0],
    ["/api/trip-tickets/{trip_ticket_id}/photos", 12, 0],
  ]);
  expect(getCallBodyLimit("/api/no/such/call", "form")).toBeUndefined();
});
