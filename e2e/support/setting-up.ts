import type { APIRequestContext } from "@playwright/test";

/** Client that sends requests as a signed-in person, in a browser or over plain HTTP. */
export type SignedInClient = {
  /** Post a form, and return the response's status. */
  post(path: string, form: Record<string, string>): Promise<number>;
  read(path: string): Promise<string>;
};

/** Create a client that sends requests with a browser page's session. */
export const createSignedInClient = (request: APIRequestContext): SignedInClient => ({
  post: async (path, form) => (await request.post(path, { form, maxRedirects: 0 })).status(),
  read: async (path) => (await request.get(path)).text(),
});

const BIG_CREEK = {
  name: "Big Creek",
  start_date: "2026-12-01",
  us_state_id: "26",
  us_county_id: "26039",
  township: "T27N",
  range: "R2W",
  section: "28",
};

async function send(asking: SignedInClient, step: string, form: Record<string, string>) {
  const path = `/jobs/create/${step}`;
  const status = await asking.post(path, { version: "1", ...form });
  if (status !== 303) throw new Error(`${path} was answered ${status}.`);
}

/** Advance the signed-in person's job setup to the Contractors page. */
export async function advanceSetupToContractors(asking: SignedInClient) {
  await send(asking, "overview", { ...BIG_CREEK, intent: "next" });
  await send(asking, "map", { location_method: "skip", intent: "method" });
}

/** Advance the job setup to the sort sheet page, so that the forms of all earlier pages are available. */
export async function advanceSetupToSorts(asking: SignedInClient) {
  await advanceSetupToContractors(asking);
  for (const role of ["cutter", "skidder", "hauler"]) {
    const shown = await asking.read(`/jobs/create/companies?section=${role}`);
    const company_id = /name="company_id" value="(\d+)"/.exec(shown)?.[1] ?? "";
    await send(asking, "companies", { role, company_id, intent: "add" });
  }
}
