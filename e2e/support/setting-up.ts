import type { APIRequestContext } from "@playwright/test";

/** A signed-in person, whichever client sends the requests. */
export type Asking = {
  /** Returns the status of the response to a form. */
  post(path: string, form: Record<string, string>): Promise<number>;
  read(path: string): Promise<string>;
};

/** A signed-in person using a browser page's requests. */
export const askingBy = (request: APIRequestContext): Asking => ({
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

async function send(asking: Asking, step: string, form: Record<string, string>) {
  const path = `/jobs/create/${step}`;
  const status = await asking.post(path, { version: "1", ...form });
  if (status !== 303) throw new Error(`${path} was answered ${status}.`);
}

/** Takes the signed-in person's job setup as far as its contractors. */
export async function setUpToContractors(asking: Asking) {
  await send(asking, "overview", { ...BIG_CREEK, intent: "next" });
  await send(asking, "map", { location_method: "skip", intent: "method" });
}

/** Takes the setup as far as its sort sheet, so that the forms up to there are shown. */
export async function setUpToSorts(asking: Asking) {
  await setUpToContractors(asking);
  for (const role of ["cutter", "skidder", "hauler"]) {
    const shown = await asking.read(`/jobs/create/companies?section=${role}`);
    const company_id = /name="company_id" value="(\d+)"/.exec(shown)?.[1] ?? "";
    await send(asking, "companies", { role, company_id, intent: "add" });
  }
}
