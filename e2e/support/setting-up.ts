import { type APIRequestContext, expect } from "@playwright/test";

const BIG_CREEK = {
  name: "Big Creek",
  start_date: "2026-12-01",
  us_state_id: "26",
  us_county_id: "26039",
  township: "T27N",
  range: "R2W",
  section: "28",
};

async function send(request: APIRequestContext, step: string, form: Record<string, string>) {
  const path = `/jobs/create/${step}`;
  const sent = await request.post(path, { form: { version: "1", ...form }, maxRedirects: 0 });
  expect([path, sent.status()]).toEqual([path, 303]);
}

/** Brings the job setup of who is signed in as far as its contractors. */
export async function setUpToContractors(request: APIRequestContext) {
  await send(request, "overview", { ...BIG_CREEK, intent: "next" });
  await send(request, "map", { location_method: "skip", intent: "method" });
}

/** Brings it as far as its sort sheet, so that the forms up to there are shown. */
export async function setUpToSorts(request: APIRequestContext) {
  await setUpToContractors(request);
  for (const role of ["cutter", "skidder", "hauler"]) {
    const shown = await (await request.get(`/jobs/create/companies?section=${role}`)).text();
    const company_id = /name="company_id" value="(\d+)"/.exec(shown)?.[1] ?? "";
    await send(request, "companies", { role, company_id, intent: "add" });
  }
}
